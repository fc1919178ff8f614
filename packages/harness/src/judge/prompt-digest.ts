import type { JudgeQuestion } from '@assay/scoring';
import { canonicalDigest } from '../scenarios/canonical-json.ts';

/** The digest of a question, computed before the nonce is inserted. */
export const promptDigest = (question: JudgeQuestion<string>): string => canonicalDigest(question);
