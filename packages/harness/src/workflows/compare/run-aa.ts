import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, createId, type FalseAlarms } from '@assay/schema';
import { instant } from '../../contracts/host.ts';
import { openRootFolder } from '../../machine/root-folder.ts';
import { formatJson } from '../../run/folders/run-folders.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import { measureFalseAlarms } from './false-alarms.ts';
import { type MakeSidesOptions, openSides } from './open-sides.ts';
import { nameAgents } from './pair-runs.ts';
import { digestSuite } from './suite-digest.ts';

export interface RunAaOptions extends Omit<MakeSidesOptions, 'sides' | 'rounds' | 'invocation'> {
  /** A git ref or a folder; default: the configuration of the scenarios. */
  readonly configuration?: string;
  /** Runs per task and side of each trial; twice as many are made. */
  readonly repeat: number;
  readonly trials: number;
}

/**
 * Compares a configuration with itself: makes its runs once, splits them into two sides repeatedly, and saves
 * how often they were found to differ.
 */
export async function runAa(options: RunAaOptions): Promise<FalseAlarms> {
  const { host, repeat, trials, folder } = options;
  const configuration =
    options.configuration === undefined
      ? null
      : await readConfiguration(options.configuration, { label: 'under test', folder });
  const invocation = createId('cmp', { time_ms: host.now(), entropy: host.entropy(10) });
  const seed = options.seed ?? invocation;
  const overlay = configuration === null ? null : { ...configuration, absent: [] };
  await using sides = await openSides({
    ...options,
    seed,
    invocation,
    rounds: 2 * repeat,
    sides: [{ label: `${invocation}/aa`, overlay }],
  });
  await sides.make(2 * repeat);
  sides.requireRounds(2);
  const runs = sides.runsOf(0);
  const counted = runs.filter(({ obstacle }) => obstacle === null);
  if (counted.length === 0)
    throw new AssayError('agent_unavailable', `no usable run: ${runs[0]?.obstacle ?? 'none could be made'}`);
  const costs = runs.flatMap(({ cost_usd_micros }) => cost_usd_micros ?? []);
  const result: FalseAlarms = {
    measured_at: instant(host.now()),
    suite_digest: digestSuite({
      task_digests: runs.map(({ task_digest }) => task_digest),
      agents: nameAgents(runs),
    }),
    agents: nameAgents(runs),
    configuration: configuration?.ref ?? null,
    repeat: Math.floor(sides.rounds() / 2),
    runs: counted.length,
    trials,
    seed,
    ...measureFalseAlarms(runs, { trials, seed }),
    run_ids: counted.map(({ run_id }) => run_id),
    spent_usd: costs.length === 0 ? null : costs.reduce((all, cost) => all + cost, 0) / 1e6,
  };
  await keep(sides.root, result);
  return result;
}

async function keep(root: string, result: FalseAlarms): Promise<void> {
  await openRootFolder(root);
  const file = join(root, 'aa.json');
  await writeFile(`${file}.part`, formatJson(result));
  await rename(`${file}.part`, file);
}
