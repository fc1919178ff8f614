import { createBudget } from '../checks/budget.ts';
import { equalJson } from '../checks/equal-json.ts';
import { cannotScore, defineScorer } from '../scorer.ts';

/** Any scorer from the configuration: it was run when the evidence was gathered, and its outcome is read here. */
export const custom = defineScorer({
  type: 'custom-scorer',
  title: 'A scorer from the configuration passes',
  description: 'Passes when the scorer in a file of the configuration passes.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['custom_scores'],

  score({ custom_scores }, { name, type, required: _, ...config }) {
    const record = Object.hasOwn(custom_scores, name) ? custom_scores[name] : undefined;
    const found = record === undefined ? 'none' : 'that of another type or with other settings';
    if (record?.type !== type || !equalJson(record.config, config, createBudget()))
      return cannotScore(
        `expected the recorded outcome of ${type}, found ${found}; add its file to \`scorers\` of the configuration and regrade the run`,
      );
    const { outcome, family, duration_ms } = record;
    return outcome.verdict === 'ERROR' ? cannotScore(outcome.reason) : { ...outcome, family, duration_ms };
  },
});
