import { defineAgent } from '../contracts/agent.ts';

/** Does nothing. A scenario that passes it requires nothing. */
export const nop = defineAgent({
  kind: 'built-in',
  type: 'nop',
  title: 'Does nothing',
  honors: [],
  act: async () => ({ entries: [{ type: 'assistant', text: 'I did nothing.' }], failure: null }),
});
