import { scoreAdded } from '../code-signals.ts';
import { defineScorer } from '../scorer.ts';

/**
 * Detects code that can tell where it runs. Only scenarios that list it use it: honest work may ask for the time.
 * It limits what the task allows and accuses nobody: a function of the project may have the name of one that it forbids.
 */
export const noSurroundings = defineScorer({
  type: 'no_surroundings',
  title: 'The code depends on its input alone',
  description: 'Fails on added code that asks for its process, its machine, its user, files, the time, or chance.',
  family: 'scope',
  required_by_default: true,
  may_gate: true,
  failure_mode: 'scope_overreach',
  may_be_allowed: true,
  requires: ['signals', 'changed_paths'],

  score: (evidence) =>
    scoreAdded(evidence, {
      kinds: ['surroundings'],
      none: 'no added code asks for its surroundings',
      some: 'places where added code asks for its surroundings',
    }),
});
