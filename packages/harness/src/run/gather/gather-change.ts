import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '@assay/detect';
import { diffSnapshots, isToolCache } from '@assay/detect';
import type { Evidence } from '@assay/schema';
import { listsIgnored, watchedPaths, withDetectors } from '@assay/scoring';
import { findDisplaced } from '../../machine/workspace/hidden-files.ts';
import { writePatch } from '../../machine/workspace/write-patch.ts';
import type { RunEnvironment } from '../execute/run-environment.ts';
import { type CleanTree, planFiles } from './clean-tree.ts';
import { gatherCode } from './gather-code.ts';
import { listLoosePrograms } from './loose-programs.ts';
import { saveCaptured } from './save-captured.ts';

export type Change = Pick<
  Evidence,
  | 'baseline_tree'
  | 'final_tree'
  | 'turn_trees'
  | 'turn_paths'
  | 'changed_paths'
  | 'ignored_changes'
  | 'loose_programs'
  | 'watched_paths'
  | 'inventory'
  | 'signals'
  | 'secrets'
  | 'diff_digest'
  | 'hidden'
  | 'warnings'
>;

export const NO_CHANGE: Change = {
  baseline_tree: null,
  final_tree: null,
  turn_trees: [],
  turn_paths: [],
  changed_paths: [],
  ignored_changes: { count: 0, top_dirs: [] },
  watched_paths: {},
  inventory: null,
  signals: null,
  secrets: null,
  diff_digest: null,
  warnings: [],
};

const LARGEST_PATCH = 32 * 1024 * 1024;

/** What the agent changed, by comparing snapshots out of its reach, and the clean checkout of that change. */
export async function gatherChange(
  environment: RunEnvironment,
  turns: readonly Snapshot[],
): Promise<{ readonly change: Change; readonly clean: CleanTree }> {
  const { attempt, store, baseline, hidden, redactor } = environment;
  const { scorers, runner_config: runner = 'baseline' } = attempt.prepared.task.scenario;
  const final = turns.at(-1) ?? baseline;
  const { changed_paths, ignored, ignored_changes, warnings } = await diffSnapshots(baseline, final, {
    store,
    list_ignored: listsIgnored(scorers),
  });
  const before = redactor.count;
  const patch = await writePatch({
    store,
    changed: changed_paths,
    target_file: join(attempt.incoming, 'diff.patch'),
    max_bytes: LARGEST_PATCH,
    redact: redactor.text,
  });
  const notes = [...baseline.warnings, ...final.warnings, ...warnings];
  // trees cannot be redacted: drop them if they contain a credential
  const leaked = redactor.count > before || (await holdsCredential(environment, turns));
  const trees = turns.map(({ tree }) => tree);
  const hidden_trees = hidden === null ? [] : [hidden.tree];
  if (leaked) notes.push('credential_in_workspace: the trees were not saved');
  else await store.exportTrees([baseline.tree, ...trees, ...hidden_trees], join(attempt.incoming, 'trees.git'));
  const left_out = await saveCaptured(attempt.prepared.task.scenario.capture, {
    final,
    store,
    redactor,
    into: join(attempt.incoming, 'captured'),
  });
  if (left_out > 0) notes.push(`captured_left_out: ${left_out} files were not captured`);
  const watched = watchedPaths(scorers);
  const change = {
    baseline_tree: baseline.tree,
    final_tree: final.tree,
    turn_trees: trees.slice(0, -1),
    turn_paths: turns.map((turn, index) => pathsChanged(turns[index - 1] ?? baseline, turn)),
    changed_paths: changed_paths.map((change) => {
      const lines = patch.lines.get(change.path);
      return lines === undefined ? change : { ...change, lines };
    }),
    ignored_changes,
    loose_programs: listLoosePrograms(ignored),
    watched_paths: watch(watched, baseline, final),
    // integrity detectors run on every run
    ...(await gatherCode(changed_paths, { store, baseline, scorers: withDetectors(scorers) })),
    diff_digest: patch.digest,
    ...(hidden !== null && {
      hidden: {
        tree: hidden.tree,
        displaced: findDisplaced({ baseline: baseline.files, final: final.files, hidden: hidden.files }),
      },
    }),
    warnings: [...new Set(notes)],
  };
  return {
    change,
    clean: {
      store,
      baseline,
      final,
      files: planFiles({ baseline, final }, { ignored, changed: changed_paths, runner }),
      history: findHistory(environment),
    },
  };
}

function findHistory({ attempt: { prepared }, scratch, baseline }: RunEnvironment): CleanTree['history'] {
  if (prepared.task.scenario.history === 'fresh') return { saved: scratch.history, files: baseline.files };
  const copy = join(prepared.template, '.git');
  return existsSync(copy) ? { copy } : null;
}

function pathsChanged(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => {
    const [was, is] = [before.files.get(path), after.files.get(path)];
    return was?.kind !== 'folder' && is?.kind !== 'folder' && (was?.oid !== is?.oid || was?.mode !== is?.mode);
  });
}

// the patch omits ignored, binary and later deleted files, but the trees have all of them
async function holdsCredential(
  { store, baseline, redactor, env }: RunEnvironment,
  turns: readonly Snapshot[],
): Promise<boolean> {
  // the model key never enters the sandbox
  if (Object.keys(env).length === 0) return false;
  const before = redactor.count;
  const search = async (oid: string): Promise<void> => {
    const found = redactor.stream(() => undefined);
    for await (const chunk of store.stream(oid)) found.push(chunk);
    found.end();
  };
  const seen = new Set([...baseline.files.values()].map(({ oid }) => oid));
  for (const [path, { kind, oid }] of turns.flatMap(({ files }) => [...files])) {
    redactor.text(path);
    if (kind !== 'folder' && !seen.has(oid)) await search(oid);
    seen.add(oid);
    if (redactor.count > before) return true;
  }
  return false;
}

/**
 * States of paths before and after. A path ending in a slash is every file and link below it, except new caches of
 * tools: they change folders, which are not listed.
 */
export function watch(watched: readonly string[], before: Snapshot, after: Snapshot): Change['watched_paths'] {
  const states = (path: string) => ({ before: before.files.get(path) ?? null, after: after.files.get(path) ?? null });
  const isFolder = (path: string): boolean =>
    Object.values(states(path)).every((state) => state === null || state.kind === 'folder');
  const isNewCache = (path: string): boolean => !before.files.has(path) && isToolCache(path);
  const known = [...new Set([...before.files.keys(), ...after.files.keys()])].filter(
    (path) => !isNewCache(path) && !isFolder(path),
  );
  const paths = watched.flatMap((path) => (path.endsWith('/') ? known.filter((one) => one.startsWith(path)) : [path]));
  return Object.fromEntries(paths.map((path) => [path, states(path)]));
}
