import { shorten } from '../../insights/quote-call.ts';
import { type FindingRule, plural } from './finding-rule.ts';

const OFTEN = 2;

/** A person who had to correct the agent more than once. */
export const correctedOften: FindingRule = {
  kind: 'corrected-often',

  find({ requests }) {
    const corrections = requests.flatMap((request) => request.corrections);
    if (corrections.length < OFTEN) return [];
    const quoted = corrections.find(({ kind }) => kind === 'message');
    const said = quoted === undefined ? '' : `, such as “${shorten(quoted.text, 80)}”`;
    return [
      {
        message: `the person corrected the agent ${plural(corrections.length, 'time')}${said}`,
        advice: 'Write what it had to be told into the instructions of the agent.',
        refs: corrections.flatMap(({ ref }) => ref ?? []),
        cost: { cost_usd: null, wall_ms: null },
      },
    ];
  },
};
