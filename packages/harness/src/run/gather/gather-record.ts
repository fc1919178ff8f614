import { listTree, MODES } from '@assay/detect';
import type { ChangeRecord, CommandEvidence, CornerEvidence, FileState } from '@assay/schema';
import { commandsToRun } from '@assay/scoring';
import { buildTree } from '../../machine/workspace/build-tree.ts';
import { listParents } from '../../machine/workspace/list-parents.ts';
import type { Commands, RunEnvironment } from '../execute/run-environment.ts';
import type { CleanTree } from './clean-tree.ts';
import { readChanged } from './gather-code.ts';
import { type GatherNeeds, runClean } from './gather-commands.ts';
import { withEarlier } from './gather-controls.ts';

type Needs = GatherNeeds & Pick<RunEnvironment, 'attempt' | 'context' | 'measured'>;

/**
 * The record of a change, by the first command whose tests passed: what grading ran is the new code with the new tests,
 * and the tests at the baseline are the old ones. Undefined if there is no such command.
 */
export async function gatherRecord(
  environment: Needs,
  { clean, commands }: { readonly clean: CleanTree; readonly commands: Commands },
): Promise<ChangeRecord | undefined> {
  const { attempt, context, measured, redactor } = environment;
  const { scorers, allowed_test_changes: allowed = [] } = attempt.prepared.task.scenario;
  const requests = commandsToRun(scorers);
  const index = requests.findIndex(({ name, restore }) => restore.length === 0 && hasPassed(commands[name]));
  const request = requests[index];
  const graded = commands[request?.name ?? ''];
  if (context.judgeChange === undefined || request === undefined || graded === undefined) return undefined;
  context.onProgress({ kind: 'step', step: 'old tests' });
  const { store, baseline, files } = clean;
  const changed = listChanged(baseline.files, files);
  const [before, after] = [baseline.files, files].map((side) =>
    buildTree(
      store,
      [...side].flatMap(([path, { kind, mode, oid }]) => (kind === 'folder' ? [] : [{ path, mode, oid }])),
    ),
  ) as [string, string];
  store.flush();
  const again = withEarlier(requests, index).map((each) => ({ ...each, repeat: 1 }));
  const old = measured.commands[request.name];
  const record = await context.judgeChange({
    ...(await readChanged(changed, { store, baseline })),
    ...{ git_dir: store.folder, baseline_tree: before, final_tree: after },
    ...{ base: 'the baseline', head: "the agent's change", allowed, command: request.command },
    NN: toCorner(graded.clean ?? graded),
    OO: old && toCorner(old),
    run: async (tree) => {
      const corner = { ...clean, files: await listFiles(tree, clean) };
      const { commands: ran } = await runClean(again, environment, { tree: corner, where: 'here' });
      return toCorner(ran[request.name]);
    },
  });
  // it quotes the code
  return redactor.value(record);
}

const hasPassed = (graded: CommandEvidence | undefined): boolean => {
  const last = graded?.clean ?? graded;
  return last?.exit_code === 0 && (last.report?.tests.length ?? 0) > 0;
};

type Ran = Pick<CommandEvidence, 'exit_code' | 'timed_out' | 'duration_ms' | 'report'> & Partial<CommandEvidence>;

const toCorner = (ran: Ran | undefined): CornerEvidence => ({
  exit_code: ran?.exit_code ?? null,
  timed_out: ran?.timed_out ?? false,
  duration_ms: ran?.duration_ms ?? 0,
  output: `${ran?.stdout_tail ?? ''}${ran?.stderr_tail ?? ''}`,
  report: ran?.report ?? null,
});

function listChanged(before: CleanTree['files'], after: CleanTree['files']) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [was = null, is = null] = [before.get(path), after.get(path)];
    const same = was?.oid === is?.oid && was?.mode === is?.mode;
    return same || was?.kind === 'folder' || is?.kind === 'folder' ? [] : [{ path, before: was, after: is }];
  });
}

/** The files of a git tree, with the folders around them. */
async function listFiles(tree: string, { files, baseline, store }: CleanTree): Promise<Map<string, FileState>> {
  const listed = new Map<string, FileState>();
  const folder: FileState = { kind: 'folder', mode: MODES.folder, oid: '', size_bytes: 0, binary: false };
  for (const { path, mode, oid } of await listTree(tree, store.folder)) {
    for (const parent of listParents(path)) listed.set(parent, folder);
    const known = [files.get(path), baseline.files.get(path)].find(
      (state) => state?.oid === oid && state.mode === mode,
    );
    listed.set(path, known ?? { kind: mode === MODES.link ? 'link' : 'file', mode, oid, size_bytes: 0, binary: false });
  }
  return listed;
}
