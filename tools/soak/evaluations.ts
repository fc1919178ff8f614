// One agent with a very long history: npm run soak:evaluations -- [COUNT]
// The cost of an evaluation and the memory must not depend on how many there were before. Cost is CPU time of this
// process, because other load on the machine affects wall time more.

import { openStore, type Store } from '../../packages/server/src/store/store.ts';
import { createOrganization, createTestDatabase } from '../../packages/server/test/database.ts';
import { buildEvaluation, findDrift } from '../../packages/server/test/evaluations.ts';

const SLICES = 10;
const AT_ONCE = 500;
// limit of the cost of the last slice relative to the second; the first is warm-up
const MOST_GROWTH = 1.5;
const MOST_GROWN_MB = 200;

const count = Number(process.argv[2] ?? 1_000_000);
const agent_id = 'long-lived';

await using database = await createTestDatabase();
await using store = await openStore({ url: database.url });
const organization_id = await createOrganization(store);
const slices: { us: number; rss_mb: number }[] = [];
for (let slice = 0; slice < SLICES; slice++) {
  slices.push(await appendSlice(store, slice));
  const { us, rss_mb } = slices.at(-1) as { us: number; rss_mb: number };
  process.stdout.write(`${((slice + 1) * count) / SLICES} evaluations: ${us.toFixed(1)} µs each, ${rss_mb} MB\n`);
}

const { seq, eval_count } = await store.agents.getReputation(organization_id, agent_id);
if (seq !== count || eval_count !== count)
  throw new Error(`expected ${count} evaluations, found ${seq} and ${eval_count}`);
if (count <= 50_000) {
  const { expected, found } = await findDrift(store, { organization_id, agent_id });
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error('the aggregates do not match the log');
}
const [second, last] = [slices[1], slices.at(-1)] as [(typeof slices)[0], (typeof slices)[0]];
const growth = last.us / second.us;
const grown_mb = last.rss_mb - second.rss_mb;
process.stdout.write(`the last slice cost ${growth.toFixed(2)} × the second; memory grew by ${grown_mb} MB\n`);
if (growth > MOST_GROWTH || grown_mb > MOST_GROWN_MB) process.exitCode = 1;

async function appendSlice(into: Store, slice: number): Promise<{ us: number; rss_mb: number }> {
  const size = count / SLICES;
  const started = process.cpuUsage();
  for (let done = 0; done < size; done += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, size - done) }, (_, index) => {
      const n = slice * size + done + index;
      return into.evaluate(organization_id, buildEvaluation({ agent_id, passed: n % 9 !== 0, latency_ms: n % 70 }));
    });
    await Promise.all(batch);
  }
  const { user, system } = process.cpuUsage(started);
  return { us: (user + system) / size, rss_mb: Math.round(process.memoryUsage.rss() / 1e6) };
}
