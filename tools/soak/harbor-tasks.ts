/*
 * Imports the Harbor tasks of the tests and runs them in a real container engine, with the solution, with an agent
 * that does nothing and, with `--prove`, with every cheat. Exits with 1 if a solution fails or something else passes.
 *
 *   node --conditions=@assay/source tools/soak/harbor-tasks.ts [--prove] [NAME…]
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScenarios } from '../../packages/harness/src/index.ts';
import { findObstacle, startEngine } from '../../packages/harness/test/container-engine.ts';
import { HARBOR_TASKS, writeHarborTasks } from '../../packages/harness/test/harbor-tasks.ts';

const obstacle = findObstacle();
if (obstacle !== undefined) throw new Error(obstacle);
const prove = process.argv.includes('--prove');
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const chosen = Object.entries(HARBOR_TASKS).filter(([name]) => names.length === 0 || names.includes(name));
await using _engine = await startEngine();
const folder = mkdtempSync(join(tmpdir(), 'assay-soak-'));
writeHarborTasks(join(folder, 'tasks'), Object.fromEntries(chosen));
const started = performance.now();
const nothing = (): void => undefined;
const { results, proofs, unseeded, missing } = await runScenarios({
  folder,
  scenarios: ['./tasks'],
  agents: ['oracle', 'nop'],
  repeat: 1,
  label: null,
  concurrency: 2,
  budget_usd: null,
  prove: prove ? 'only' : 'never',
  resume: false,
  dry_run: false,
  host: { now: Date.now, entropy: (bytes) => randomBytes(bytes), environment: process.env },
  harness_version: 'soak',
  events: {
    planned: nothing,
    proving: nothing,
    proved: nothing,
    started: nothing,
    progressed: nothing,
    finished: nothing,
    missed: nothing,
  },
  signal: new AbortController().signal,
});
rmSync(folder, { recursive: true, force: true });
for (const { scenario, agent, result, result_reason, resources } of results)
  console.log(
    `${scenario.padEnd(20)} ${agent.padEnd(8)} ${result.padEnd(8)} ${result_reason.message} ${JSON.stringify(resources)}`,
  );
for (const [scenario, { proven, reason, trials }] of proofs)
  console.log(`${scenario.padEnd(20)} ${proven ? 'proven' : `not proven: ${reason}`} (${trials.length} trials)`);
for (const left of [...unseeded, ...missing]) console.log('not run:', left);
const wrong = results.filter(({ agent, result }) => (agent === 'oracle') !== (result === 'passed'));
const bad =
  wrong.length + unseeded.length + missing.length + [...proofs.values()].filter(({ proven }) => !proven).length;
console.log(`${chosen.length} tasks, ${bad} wrong, ${Math.round((performance.now() - started) / 1000)} s`);
process.exitCode = bad === 0 ? 0 : 1;
