import { listCommands } from '../cheats/list-commands.ts';
import { defineManner } from './manner.ts';

/** Runs the tests before and after, which leaves caches and build output behind. */
export const afterTests = defineManner({
  id: 'after-tests',
  title: 'Runs the tests before and after the change',
  async act({ scenario, run }, solve) {
    for (const command of listCommands(scenario)) await run(command);
    await solve();
    for (const command of listCommands(scenario)) await run(command);
  },
});
