import { Interactions, InteractionsInput } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { measureEntry, pairInteractions } from './pair-interactions.ts';

/**
 * The interactions of a transcript: what the agent did, paired, timed and classified.
 *
 *   tool      a tool use with its result       lasts from the use to the result
 *   thinking  consecutive assistant entries    lasts until the next interaction starts; unknown for the last
 *
 * Sub-agents are lanes of their own: their thoughts neither merge with nor end those of others.
 * A missing instant, one that is not ISO 8601, or time running backwards makes a duration unknown. A result that is
 * an error, a non-zero exit code or an error status of a protocol makes the interaction an error. `context_bytes` is
 * the size of the input as JSON and of the result's text. Frozen.
 */
export const interactionsV1 = defineFormula({
  id: 'interactions',
  version: '1',
  title: 'Interactions',
  description: 'The entries of a transcript, paired, timed and classified.',
  input: InteractionsInput,
  output: Interactions,
  example: {
    entries: [
      { type: 'assistant', at: '2026-11-15T10:00:00.000Z', text: 'I will run the tests first.' },
      {
        type: 'tool_use',
        at: '2026-11-15T10:00:02.500Z',
        tool: 'Bash',
        tool_id: 'call_1',
        input: { command: 'npm test' },
      },
      { type: 'tool_result', at: '2026-11-15T10:00:06.100Z', tool_id: 'call_1', text: '1 failed', exit_code: 1 },
    ],
  },
  compute: ({ entries }) => pairInteractions(entries.map((entry, index) => measureEntry(entry, index))),
});
