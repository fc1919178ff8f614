import { readEvidence } from '../read-evidence.ts';
import { chooseReward, readRewards } from '../rewards.ts';
import { defineScorer, fail, pass } from '../scorer.ts';

/** A verifier that decides itself, as in Harbor tasks: it writes numbers to files. */
export const reward = defineScorer({
  type: 'reward',
  title: 'The verifier gives the full reward',
  description:
    'Passes when the reward that a verifier wrote is large enough. A missing, empty, negative or contradicting reward is an error, never 0.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['rewards'],

  score({ rewards }, { name, metric, pass_at, turn }) {
    if (turn !== undefined && !Object.hasOwn(rewards, name)) return fail(0, `the run ended before turn ${turn}`);
    const evidence = readEvidence(rewards, { what: 'the verifier', name });
    const { duration_ms } = evidence.command;
    const all = readRewards(evidence);
    const decisive = chooseReward(all, metric);
    const reason = [...all].map(([key, value]) => `${key} ${value}`).join(', ');
    const findings = [...all].map(([key, value]) => ({
      path: '',
      kind: 'reward',
      message: `${key}: ${value}`,
      severity: 'note' as const,
    }));
    if (decisive >= pass_at) return pass(reason, { duration_ms, findings });
    return fail(Math.max(0, decisive / pass_at), `${reason}, below ${pass_at}`, { duration_ms, findings });
  },
});
