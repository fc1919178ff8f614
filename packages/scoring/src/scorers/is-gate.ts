import type { ScorerResult } from '@assay/schema';
import { findScorer } from './index.ts';

/** Whether a scorer can fail a run: it is required and its type may gate. */
export const isGate = ({ type, required }: ScorerResult): boolean => required && findScorer(type)?.may_gate !== false;
