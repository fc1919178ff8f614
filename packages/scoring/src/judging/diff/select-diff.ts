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

/**
 * Selects what the judge sees of a change: every file by name and size, then as much content as fits, the most important
 * files first.
 */
export function selectDiff(
  run: Pick<JudgedRun, 'changed_paths' | 'test_paths' | 'results'>,
  patch: SplitPatch,
  { max_chars, clean }: Selecting,
): SelectedDiff {
  const changes = listChanges(run, patch.files);
  const { list, listed } = listNames(changes, { max_chars: max_chars * LIST_SHARE, clean });
  const shown: (NamedFile & { text: string })[] = [];
  let room = max_chars - list.length;
  let truncated = patch.cut || listed < changes.length;
  for (const { id, path, file } of inOrder(changes)) {
    const most = Math.min(LONGEST_FILE, room - FENCE_CHARS);
    if (most < Math.min(SHORTEST_FILE, file.text.length)) {
      truncated = true;
      continue;
    }
    const { text, whole } = excerpt(file.text, { max_chars: most, clean });
    truncated ||= !whole || file.trimmed;
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
  readonly rank: number;
}

type Ranked = Pick<JudgedRun, 'changed_paths' | 'test_paths' | 'results'>;

function listChanges(run: Ranked, files: readonly FilePatch[]): Change[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Set(run.changed_paths.map(({ path }) => path));
  const rankOf = rankBy(run);
  const all = [
    ...run.changed_paths.map((change) => ({ path: change.path, change, file: byPath.get(change.path) })),
    ...files.filter(({ path }) => !known.has(path)).map((file) => ({ path: file.path, change: undefined, file })),
  ].map((each) => ({ ...each, rank: rankOf(each) }));
  // the list may be cut: then the most important files are in it
  const sorted = all.length > SHORT_LIST ? all.toSorted((one, other) => one.rank - other.rank) : all;
  return sorted.map((each, index) => ({ id: `F${index + 1}`, ...each }));
}

const SHORT_LIST = 100;

/**
 * Files named by failing scorers first, then source, tests, configuration, generated files. New ones come later: there can
 * be any number of them.
 */
function rankBy({ test_paths, results }: Ranked): (file: Pick<Change, 'path' | 'change'>) => number {
  const failing = results.filter(({ verdict }) => verdict === 'FAIL');
  const named = new Set(failing.flatMap(({ findings }) => findings.map(({ path }) => path)));
  const tests = new Set(test_paths);
  return ({ path, change }) => {
    if (named.has(path)) return 0;
    const kind = tests.has(path) ? 'test' : pathKind(path);
    return change?.before === null ? NEW_RANKS[kind] : RANKS[kind];
  };
}

const RANKS = { source: 1, test: 2, config: 4, generated: 6 } as const;
const NEW_RANKS = { source: 3, test: 5, config: 5, generated: 6 } as const;

const isBinary = ({ change, file }: Change): boolean =>
  file?.bare === true || change?.before?.binary === true || change?.after?.binary === true;

/** By rank, small files first, so that a large one hides none. Files that are only listed are left out. */
const inOrder = (changes: readonly Change[]) =>
  changes
    .flatMap((change) => {
      const { file, rank } = change;
      return file === undefined || isBinary(change) || rank === RANKS.generated ? [] : [{ ...change, file }];
    })
    .sort((one, other) => one.rank - other.rank || one.file.text.length - other.file.text.length);

function listNames(changes: readonly Change[], { max_chars, clean }: Selecting): { list: string; listed: number } {
  const lines: string[] = [];
  let room = max_chars;
  for (const change of changes) {
    const line = describe(change, clean);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const rest = changes.slice(lines.length);
  const more =
    rest.length === 0 ? [] : [`… and ${rest.length} more files, ${sumFigures(rest)}: ${namesFolders(rest, clean)}`];
  return { list: [...lines, ...more].join('\n'), listed: lines.length };
}

function describe(change: Change, clean: Clean): string {
  const { id, path } = change;
  const figures = figuresOf(change);
  const size =
    figures === undefined
      ? `${change.change?.before?.size_bytes ?? 0} to ${change.change?.after?.size_bytes ?? 0} bytes`
      : `+${figures.added} -${figures.removed}`;
  const what = change.change === undefined ? 'changed' : describeChange(change.change);
  const name = excerptLine(path, { max_chars: LONGEST_PATH, clean });
  return `${id} ${what}${isBinary(change) ? ', binary or large' : ''}, ${size}: ${name}`;
}

/** Lines by the trees, because a patch may be cut; without them, those of the patch. */
function figuresOf(change: Change): { readonly added: number; readonly removed: number } | undefined {
  return change.change?.lines ?? (isBinary(change) ? undefined : change.file);
}

function sumFigures(changes: readonly Change[]): string {
  const figures = changes.map(figuresOf);
  const sum = (side: 'added' | 'removed'): number => figures.reduce((total, each) => total + (each?.[side] ?? 0), 0);
  return `+${sum('added')} -${sum('removed')}`;
}

const MOST_FOLDERS = 20;

function namesFolders(changes: readonly Change[], clean: Clean): string {
  const counts = new Map<string, number>();
  for (const { path } of changes) {
    const folder = path.slice(0, path.indexOf('/') + 1) || './';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const all = [...counts].sort(([, one], [, other]) => other - one);
  const named = all.slice(0, MOST_FOLDERS).map(([folder, count]) => `${count} in ${folder}`);
  return excerptLine([...named, ...(all.length > MOST_FOLDERS ? ['…'] : [])].join(', '), {
    max_chars: 2 * LONGEST_PATH,
    clean,
  });
}
