import type { JudgeQuestion } from '@assay/scoring';
import { digestOf } from '../scenarios/canonical-json.ts';

/** What a question is known by: the same for the same question, as long as its nonce has not been put in. */
export const promptDigest = (question: JudgeQuestion): string => digestOf(question);
