import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryFaults } from '../../test/fault-trial.ts';
import { tryRunFaults } from '../../test/run-fault-trial.ts';
import type { KillOptions } from '../../test/send-while-killing.ts';

// `npm run soak:faults`: kills the server and the database thirty times each, in random order, under load: first while
// outputs are evaluated, then while runs are requested.
const KILLS = 30;

const chooseVictims = () =>
  Array.from({ length: 2 * KILLS }, (_, index) => (index < KILLS ? ('server' as const) : ('database' as const)))
    .map((victim) => ({ victim, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ victim }) => victim);

async function soak<Trial>(between: number, attempt: (options: KillOptions) => Promise<Trial>): Promise<Trial> {
  const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
  try {
    const onKill = (victim: string, count: number) => console.log(`${count} acknowledged; killing the ${victim}`);
    return await attempt({ root, victims: chooseVictims(), between, onKill });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const { acknowledged, found, statuses } = await soak(300, tryFaults);
const ids = new Set(found.map(({ evaluation_id }) => evaluation_id));
const lost = [...acknowledged.values()].filter((id) => !ids.has(id));
const doubled = found.length - ids.size;
console.log({ acknowledged: acknowledged.size, found: found.length, lost: lost.length, doubled, statuses });
const runs = await soak(100, tryRunFaults);
console.log(runs);
const wrong = [lost, runs.doubled, runs.partial, runs.lost, runs.stuck].some(({ length }) => length > 0);
process.exitCode = wrong || doubled > 0 ? 1 : 0;
