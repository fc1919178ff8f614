import type { ChangedPath } from '@assay/schema';
import { describeChange } from '../../paths/path-patterns.ts';
import { type Clean, excerpt, excerptLine } from '../text/excerpt.ts';
import type { JudgedRun } from '../text/judged-run.ts';
import { pathKind } from './path-kind.ts';
import type { FilePatch, SplitPatch } from './split-patch.ts';

/** A changed file, with the id by which the judge refers to it. */
export interface NamedFile {
  readonly id: string;
  readonly path: string;
}

export interface SelectedDiff {
  /** All changed files, listed or not. */
  readonly files: readonly NamedFile[];
  /** How many of them are in the list. */
  readonly listed: number;
  /** One line per file. */
  readonly list: string;
  /** The files shown, most important first. */
  readonly shown: readonly (NamedFile & { readonly text: string })[];
  readonly omitted: readonly string[];
  readonly truncated: boolean;
}

interface Selecting {
  readonly max_chars: number;
  readonly clean: Clean;
}

const LONGEST_FILE = 16_000;
// a shorter part of a file is not informative
const SHORTEST_FILE = 400;
// characters of the fence lines
const FENCE_CHARS = 100;
const LIST_SHARE = 1 / 3;
const LONGEST_PATH = 300;

/** Selects what the judge sees of a change: every file by name and size, then as much content as fits. */
export function selectDiff(
  run: Pick<JudgedRun, 'changed_paths' | 'test_paths' | 'results'>,
  patch: SplitPatch,
  { max_chars, clean }: Selecting,
): SelectedDiff {
  const changes = listChanges(run.changed_paths, patch.files);
  const { list, listed } = listNames(changes, { max_chars: max_chars * LIST_SHARE, clean });
  const shown: (NamedFile & { text: string })[] = [];
  let room = max_chars - list.length;
  let truncated = patch.cut || listed < changes.length;
  for (const { id, path, file } of inOrder(changes, run)) {
    const most = Math.min(LONGEST_FILE, room - FENCE_CHARS);
    if (most < Math.min(SHORTEST_FILE, file.text.length)) {
      truncated = true;
      continue;
    }
    const { text, whole } = excerpt(file.text, { max_chars: most, clean });
    truncated ||= !whole;
    room -= text.length + FENCE_CHARS;
    shown.push({ id, path, text });
  }
  const seen = new Set(shown.map(({ id }) => id));
  return {
    files: changes.map(({ id, path }) => ({ id, path })),
    listed,
    list,
    shown,
    omitted: changes.filter(({ id }) => !seen.has(id)).map(({ path }) => path),
    truncated,
  };
}

interface Change extends NamedFile {
  readonly change: ChangedPath | undefined;
  readonly file: FilePatch | undefined;
}

function listChanges(changed_paths: readonly ChangedPath[], files: readonly FilePatch[]): Change[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Set(changed_paths.map(({ path }) => path));
  const all = [
    ...changed_paths.map((change) => ({ path: change.path, change, file: byPath.get(change.path) })),
    ...files.filter(({ path }) => !known.has(path)).map((file) => ({ path: file.path, change: undefined, file })),
  ];
  return all.map((each, index) => ({ id: `F${index + 1}`, ...each }));
}

const isBinary = ({ change, file }: Change): boolean =>
  file?.bare === true || change?.before?.binary === true || change?.after?.binary === true;

/** Files named by failing scorers first, then tests, source, configuration. Files that are only listed are left out. */
function inOrder(changes: readonly Change[], { test_paths, results }: Pick<JudgedRun, 'test_paths' | 'results'>) {
  const failing = results.filter(({ verdict }) => verdict === 'FAIL');
  const named = new Set(failing.flatMap(({ findings }) => findings.map(({ path }) => path)));
  const tests = new Set(test_paths);
  return changes
    .flatMap((change) => {
      const { file, path } = change;
      const rank = named.has(path) ? 0 : tests.has(path) ? 1 : RANKS[pathKind(path)];
      return file === undefined || isBinary(change) || rank === RANKS.generated ? [] : [{ ...change, file, rank }];
    })
    .sort((one, other) => one.rank - other.rank);
}

const RANKS = { source: 2, config: 3, generated: 4 } as const;

function listNames(changes: readonly Change[], { max_chars, clean }: Selecting): { list: string; listed: number } {
  const lines: string[] = [];
  let room = max_chars;
  for (const change of changes) {
    const line = describe(change, clean);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const more = changes.length - lines.length;
  const rest = more === 0 ? [] : [`… and ${more} more files`];
  return { list: [...lines, ...rest].join('\n'), listed: lines.length };
}

function describe(change: Change, clean: Clean): string {
  const { id, path, file } = change;
  const size =
    file === undefined || isBinary(change)
      ? `${change.change?.before?.size_bytes ?? 0} to ${change.change?.after?.size_bytes ?? 0} bytes`
      : `+${file.added} -${file.removed}`;
  const what = change.change === undefined ? 'changed' : describeChange(change.change);
  const name = excerptLine(path, { max_chars: LONGEST_PATH, clean });
  return `${id} ${what}${isBinary(change) ? ', binary or large' : ''}, ${size}: ${name}`;
}
