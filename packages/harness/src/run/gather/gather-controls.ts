import type { CommandEvidence, TestReport } from '@assay/schema';
import { commandsToRun } from '@assay/scoring';
import type { Commands, RunEnvironment } from '../execute/run-environment.ts';
import type { CleanTree } from './clean-tree.ts';
import { planControl } from './control-tree.ts';
import { type GatherNeeds, type Request, runClean } from './gather-commands.ts';

type Needs = GatherNeeds & Pick<RunEnvironment, 'measured'>;

interface Ran {
  readonly clean: CleanTree;
  readonly commands: Commands;
}

/** Runs every command whose tests pass in a clean checkout once more, with its tests made to fail. */
export async function gatherControls(environment: Needs, { clean, commands }: Ran): Promise<Commands> {
  const requests = commandsToRun(environment.attempt.prepared.task.scenario.scorers);
  const controlled = { ...commands };
  for (const [index, request] of requests.entries()) {
    const evidence = commands[request.name];
    const last = request.tree === 'clean' ? evidence : evidence?.clean;
    if (!request.control || evidence === undefined || last?.exit_code !== 0 || last.report === null) continue;
    const control = await gatherControl(withEarlier(requests, index), { environment, clean, report: last.report });
    if (control !== undefined) controlled[request.name] = { ...evidence, control };
  }
  return controlled;
}

/** A command after those that may build what its tests are in. */
export const withEarlier = (requests: readonly Request[], index: number): Request[] =>
  requests.slice(0, index + 1).filter(({ tree, isolated }, at) => at === index || (tree !== 'live' && !isolated));

interface ControlNeeds {
  readonly environment: Needs;
  readonly clean: CleanTree;
  /** What the tests of the last command reported. */
  readonly report: TestReport;
}

async function gatherControl(
  requests: readonly Request[],
  { environment, clean, report }: ControlNeeds,
): Promise<CommandEvidence['control']> {
  const { name = '', restore = [] } = requests.at(-1) ?? {};
  const before = environment.measured.commands[name]?.report ?? null;
  const runBroken = async (tree: CleanTree) => {
    const control = await planControl(tree, { report, before, restore });
    if (control === null) return undefined;
    const again = requests.map((each) => ({ ...each, restore: [], repeat: 1 }));
    const { commands } = await runClean(again, environment, { tree: control.tree, where: 'here' });
    const ran = commands[name];
    return ran && { ...ran, broken: [...control.broken] };
  };
  const control = await runBroken(clean);
  if (control === undefined || control.broken.length > 0 || countFailed(control) > 0) return control;
  // without names, the command may run other tests than those that were broken
  const { baseline } = clean;
  const at_baseline = await runBroken({ ...clean, files: baseline.files, final: baseline });
  const confirmed =
    at_baseline !== undefined && countFailed(at_baseline) > (before === null ? 0 : countFailing(before));
  return { ...control, confirmed };
}

const countFailing = ({ failed, errored }: TestReport): number => failed + errored;

/** At least one if the command failed. */
const countFailed = ({ exit_code, report }: Pick<CommandEvidence, 'exit_code' | 'report'>): number =>
  Math.max(exit_code === 0 ? 0 : 1, report === null ? 0 : countFailing(report));
