import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryFaults } from '../../test/fault-trial.ts';

// What `npm run soak:faults` does: thirty kills of the server and of the database each, at random, during load.
const KILLS = 30;
const victims = Array.from({ length: 2 * KILLS }, (_, index) =>
  index < KILLS ? ('server' as const) : ('database' as const),
)
  .map((victim) => ({ victim, order: Math.random() }))
  .toSorted((one, other) => one.order - other.order)
  .map(({ victim }) => victim);

const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
try {
  const { acknowledged, found, statuses } = await tryFaults({
    root,
    victims,
    between: 300,
    onKill: (victim, count) => console.log(`${count} acknowledged; the ${victim} is killed`),
  });
  const ids = new Set(found.map(({ evaluation_id }) => evaluation_id));
  const lost = [...acknowledged.values()].filter((id) => !ids.has(id));
  const doubled = found.length - ids.size;
  console.log({ acknowledged: acknowledged.size, found: found.length, lost: lost.length, doubled, statuses });
  process.exitCode = lost.length === 0 && doubled === 0 ? 0 : 1;
} finally {
  await rm(root, { recursive: true, force: true });
}
