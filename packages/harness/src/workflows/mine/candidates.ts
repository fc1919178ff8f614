import {
  ABSENT,
  diffTrees,
  type ObjectReader,
  type ObjectStore,
  parseTree,
  requireGit,
  type TreeDifference,
} from '@assay/detect';
import { RejectedError } from '../rejection.ts';
import type { Commit } from './commits.ts';
import { separateInlineTests } from './inline-tests.ts';
import { saysNothing } from './instruction.ts';
import { createRepositoryFilters, RUNNER_CONFIGS, type Split, splitChange } from './split.ts';

/** A commit that may become a task. */
export interface Candidate {
  readonly commit: Commit & { readonly parent: string };
  /** The files before and after, as git trees or commits. */
  readonly trees: { readonly before: string; readonly after: string };
  readonly split: Split;
  /** Changed source files and the lines changed in them, without spaces and empty lines. */
  readonly files: number;
  readonly lines: number;
  /** Lines added to the test files that can be run. */
  readonly test_lines: number;
  /** The lock files at the top of the commit: where they are the same, so is what is installed. */
  readonly locks: string;
}

export interface RankOptions {
  /** The lock files of what is installed. */
  readonly installed: ReadonlySet<string>;
  /** The date of the newest candidate. Old ones need old programs. */
  readonly newest: string;
}

/**
 * What costs least and works best comes first: few test files, little source code, nothing to install, not old. Last
 * come tests that only lose lines, or change one or two, which seldom ask for something new, and empty messages.
 */
export function rankOf(candidate: Candidate, { installed, newest }: RankOptions): number {
  const { commit, split, files, lines, test_lines, locks } = candidate;
  const years = (Date.parse(newest) - Date.parse(commit.date)) / YEAR_MS;
  const unlikely = test_lines === 0 || saysNothing(commit.message) ? 1000 : test_lines < 3 ? 200 : 0;
  return 30 * split.runnable.length + 20 * files + lines + (installed.has(locks) ? 0 : 100) + 50 * years + unlikely;
}

const YEAR_MS = 365 * 24 * 3_600_000;

const LOCK = /(?:^|[.-])lockb?\b|^npm-shrinkwrap\.json$|^go\.sum$|^[\w-]*requirements[\w.-]*\.txt$/;

async function readLocks(commit: string, reader: ObjectReader): Promise<string> {
  const { content } = await reader.read(`${commit}^{tree}`);
  return parseTree(content)
    .filter(({ name }) => LOCK.test(name.toString()))
    .map(({ oid }) => oid)
    .join();
}

export interface CandidateOptions {
  readonly git_dir: string;
  readonly reader: ObjectReader;
  readonly store: ObjectStore;
  readonly reverted: ReadonlySet<string>;
  readonly max_files: number;
  readonly max_lines: number;
}

/** Reads a commit as a candidate. Throws if it is none. */
export async function readCandidate(commit: Commit, options: CandidateOptions): Promise<Candidate> {
  const { git_dir, reader, store, reverted, max_files, max_lines } = options;
  const { parent } = commit;
  if (parent === null) throw new RejectedError('no_source', 'it has no parent in this repository');
  if (/^Revert\b/.test(commit.message)) throw new RejectedError('no_source', 'it reverts another commit');
  if (reverted.has(commit.id)) throw new RejectedError('no_source', 'a later commit reverts it');
  const { isTest, isNamed } = createRepositoryFilters(await readConfigs(commit.id, reader));
  const whole = await diffTrees({ before: parent, after: commit.id, git_dir });
  const { before, after, made } = await separateInlineTests(
    whole.filter(({ path }) => !isTest(path)),
    { before: parent, after: commit.id, git_dir, reader, store },
  );
  const differences = made.size === 0 ? whole : await diffTrees({ before, after, git_dir });
  const split = splitChange(differences, (path) => made.has(path) || isTest(path), isNamed);
  if (split.runnable.length === 0) throw new RejectedError('no_tests');
  if (split.source.length === 0) throw new RejectedError('no_source');
  const changed = await countLines({ git_dir, before, after, paths: split.source });
  const lines = changed.added + changed.deleted;
  if (lines === 0) throw new RejectedError('no_source', 'it only renames or formats source code');
  const files = split.source.length;
  const { length: test_files } = split.runnable;
  if (test_files > 2 * max_files)
    throw new RejectedError('too_large', `${test_files} test files, at most ${2 * max_files}`);
  if (files > max_files) throw new RejectedError('too_large', `${files} source files, at most ${max_files}`);
  if (lines > max_lines) throw new RejectedError('too_large', `${lines} lines of source code, at most ${max_lines}`);
  await refusePointers(split.tests, reader);
  const locks = await readLocks(commit.id, reader);
  const tests = split.tests.filter(({ path }) => split.runnable.includes(path));
  const { added: test_lines } = await countLines({ git_dir, before, after, paths: tests });
  return { commit: { ...commit, parent }, trees: { before, after }, split, files, lines, test_lines, locks };
}

async function readConfigs(commit: string, reader: ObjectReader): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of RUNNER_CONFIGS) {
    const found = await reader.read(`${commit}:${path}`).catch(() => undefined);
    if (found?.kind === 'blob' && found.content.length < LARGEST_CONFIG) texts.set(path, found.content.toString());
  }
  return texts;
}

const LARGEST_CONFIG = 1024 * 1024;

interface CountOptions {
  readonly git_dir: string;
  readonly before: string;
  readonly after: string;
  readonly paths: readonly TreeDifference[];
}

async function countLines({ git_dir, before, after, paths }: CountOptions) {
  const format = ['-r', '-z', '-M', '-w', '--ignore-blank-lines', '--numstat'];
  const command = ['--literal-pathspecs', 'diff-tree', ...format, before, after, '--', ...paths.map(toArgument)];
  const output = await requireGit('cannot compare a commit with its parent', { command, git_dir });
  const counts = [...output.toString('latin1').matchAll(/(?:^|\0)(\d+)\t(\d+)\t/g)];
  const sum = (side: number): number => counts.reduce((total, count) => total + Number(count[side]), 0);
  return { added: sum(1), deleted: sum(2) };
}

const toArgument = ({ raw }: TreeDifference): string => Buffer.from(raw, 'latin1').toString('utf8');

const POINTER = 'version https://git-lfs.github.com/spec/';

async function refusePointers(tests: readonly TreeDifference[], reader: ObjectReader): Promise<void> {
  for (const { path, after } of tests) {
    if (after.mode === ABSENT || !after.mode.startsWith('100')) continue;
    const { content } = await reader.read(after.oid);
    if (content.subarray(0, POINTER.length).toString() === POINTER)
      throw new RejectedError('tests_do_not_apply', `${path} is a Git LFS pointer, not the file`);
  }
}
