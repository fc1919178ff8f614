import { listTimedCommands } from '../workspace/list-commands.ts';
import { defineManner } from './manner.ts';

/** Runs the tests before and after, which leaves caches and build output behind. */
export const afterTests = defineManner({
  id: 'after-tests',
  title: 'Runs the tests before and after the change',
  async act({ scenario, run }, solve) {
    const runTests = async (): Promise<void> => {
      for (const { command, timeout_s } of listTimedCommands(scenario)) await run(command, timeout_s);
    };
    await runTests();
    await solve();
    await runTests();
  },
});
