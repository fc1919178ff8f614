import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { bwrap } from '../../packages/harness/src/machine/sandboxes/bwrap.ts';
import { drawPlace } from '../../packages/harness/src/machine/sandboxes/place.ts';
import { createHistory } from '../../packages/harness/src/machine/workspace/create-history.ts';
import { checkOut } from '../../packages/harness/src/run/gather/clean-tree.ts';
import { gatherCommands } from '../../packages/harness/src/run/gather/gather-commands.ts';
import { type Grading, openGrading } from '../../packages/harness/test/grading.ts';
import { RUNNERS, TESTS, writeSuite } from './engine.ts';
import type { Measurement, Ratio } from './ratio.ts';

const ROUNDS = 5;

export const GRADING: readonly Ratio[] = RUNNERS.filter(({ name }) => name !== 'vitest').map((runner) => ({
  what: `wall time of the second grading of ${TESTS} small tests in ${runner.name}`,
  against: 'the first grading',
  limit: { most: 1.3 },
  measure: () => measure(runner),
}));

/** Both gradings as after an agent that changed one file, in the sandbox. The best of several rounds. */
async function measure(runner: (typeof RUNNERS)[number]): Promise<Measurement> {
  await using grading = await openGrading({ scorers: [{ command: runner.command }], sandbox: bwrap });
  const { scene } = grading;
  writeSuite(scene.folder, runner);
  await createHistory(scene.folder);
  const saved = `${scene.outside}/history`;
  cpSync(`${scene.folder}/.git`, saved, { recursive: true });
  const baseline = await scene.snapshot();
  scene.attack('echo "# changed" >> app.py');
  const final = await scene.snapshot();
  const here = drawPlace(randomBytes);
  const places = { here, elsewhere: drawPlace(randomBytes, here) };
  const environment: Grading['environment'] = { ...grading.environment, baseline, places };
  const { files } = final;
  const clean = { files, store: scene.store, baseline, final, history: { saved, files: baseline.files } };
  const wallOf = async (tree: typeof clean | null): Promise<number> => {
    // without what an earlier round compiled
    await checkOut(scene.folder, clean);
    const start = performance.now();
    const { commands } = await gatherCommands(environment, tree);
    const { exit_code, clean: second } = commands['tests'] ?? {};
    if (exit_code !== 0 || (tree !== null && second?.exit_code !== 0))
      throw new Error(`expected the tests to pass: ${JSON.stringify(commands['tests'])}`);
    return performance.now() - start;
  };
  let [one, both] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++)
    [one, both] = [Math.min(one, await wallOf(null)), Math.min(both, await wallOf(clean))];
  return { subject: both - one, reference: one };
}
