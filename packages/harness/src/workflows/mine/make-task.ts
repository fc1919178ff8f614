import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ABSENT, type ObjectReader, type ObjectStore, type TreeDifference } from '@assay/detect';
import type { Proof } from '@assay/schema';
import { moveFolder } from '../../machine/workspace/move-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { formatJson } from '../../run/folders/run-folders.ts';
import { RECIPE_FILE } from '../../scenarios/recipe.ts';
import { InconclusiveError, RejectedError } from '../rejection.ts';
import type { Candidate } from './candidates.ts';
import { formatTask, nameTask } from './describe-task.ts';
import { cleanMessage, type Instruction, writeInstruction } from './instruction.ts';
import { findLeaks } from './leak-check.ts';
import type { MinedTask } from './mined-index.ts';
import { findNewNames, searchCommit } from './new-names.ts';
import { findNewTexts } from './new-texts.ts';
import type { Rewrite } from './rewrite.ts';
import { type RunTestsOptions, type TriedTests, tryTests } from './run-tests.ts';
import { type TaskFolders, writeFolders } from './write-folders.ts';

export interface MakeTaskOptions extends Omit<RunTestsOptions, 'folders'> {
  readonly git_dir: string;
  readonly reader: ObjectReader;
  readonly store: ObjectStore;
  /** Where tasks go. */
  readonly out: string;
  /** A folder beside them for the task in the making. */
  readonly work: string;
  /** Where a task goes that is not proven, for people to look at. */
  readonly unproven: string;
  readonly prove: (scenario: string) => Promise<Proof>;
  /** Writes the task in another format, in a folder beside it; undefined to leave it as it is. */
  readonly convert?: ((scenario: string, tests: TriedTests) => Promise<string>) | undefined;
  /** Lets a model write the instruction. */
  readonly rewrite?: Rewrite | undefined;
  readonly onProgress: (sentence: string) => void;
}

/** Turns a candidate into a proven task. Throws if it is none. */
export async function makeTask(candidate: Candidate, options: MakeTaskOptions): Promise<Omit<MinedTask, 'wall_ms'>> {
  const { commit, split, files, lines } = candidate;
  const { out, work, onProgress } = options;
  await removeTree(work);
  try {
    const folders = await writeFolders(candidate, { ...options, folder: work });
    const tests = await tryTests(candidate, { ...options, folders });
    onProgress(`${tests.fail_to_pass.length} tests fail before and pass after; \`${tests.command}\``);
    if (tests.contradiction !== undefined) onProgress(`the exit code does not decide: ${tests.contradiction}`);
    const instruction = await describe(candidate, { ...options, folders, tests });
    const name = nameTask({
      date: commit.date,
      subject: instruction.text.split('\n', 1)[0] ?? '',
      taken: new Set(await readdir(out)),
    });
    const scenario = formatTask({
      name,
      instruction: instruction.text,
      tests,
      paths: await listPaths(join(folders.task, 'seed')),
      hidden: await listPaths(join(folders.task, 'hidden')),
      sources: split.rest.map(({ path }) => path),
    });
    await writeFile(join(folders.task, 'scenario.yaml'), scenario);
    const { recipe } = tests.environment;
    if (recipe !== undefined) await writeFile(join(folders.task, RECIPE_FILE), formatJson(recipe));
    // before the proof, which takes long
    const finished = (await options.convert?.(folders.task, tests)) ?? folders.task;
    const proof = await options.prove(folders.task);
    if (!proof.proven) {
      await moveFolder(folders.task, join(options.unproven, name));
      throw new (proof.tried ? RejectedError : InconclusiveError)('not_proven', proof.reason ?? '');
    }
    await rename(finished, join(out, name));
    const { command, fail_to_pass, pass_to_pass, flaky } = tests;
    return {
      ...{ name, commit: commit.id, date: commit.date, folder: name, command, fail_to_pass, flaky },
      ...{ pass_to_pass_count: pass_to_pass.length, files, lines, proven: true },
      underspecified: instruction.underspecified,
      ...(instruction.is_rewritten ? { rewritten: true } : {}),
    };
  } finally {
    await removeTree(work);
  }
}

interface DescribeOptions extends Pick<MakeTaskOptions, 'git_dir' | 'reader' | 'rewrite' | 'onProgress'> {
  readonly folders: TaskFolders;
  readonly tests: TriedTests;
}

/** The instruction, checked to contain nothing of the answer. */
async function describe(
  { commit, trees, split }: Candidate,
  options: DescribeOptions,
): Promise<Instruction & { readonly is_rewritten: boolean }> {
  const { git_dir, reader, folders, tests, rewrite, onProgress } = options;
  const read = (some: readonly TreeDifference[]) => Promise.all(some.map((each) => readTexts(each, reader)));
  const test_files = await read(split.tests.filter(({ path }) => split.runnable.includes(path)));
  const changes = { source: await read(split.source), tests: test_files, isKnown: searchCommit(trees.before, git_dir) };
  const { used, own, product } = await findNewNames(changes);
  const patch = await readFile(join(folders.task, 'oracle.patch'), 'utf8');
  const added_lines = patch.split('\n').flatMap((line) => (/^\+(?!\+\+ )/.test(line) ? [line.slice(1)] : []));
  const answer = { added_lines, own_names: own, tests: tests.fail_to_pass, product_names: product };
  const rewritten = await rewrite?.(
    {
      told: cleanMessage(commit.message, answer),
      before: tests.output_before,
      tests: test_files.map(({ path, after }) => `${path}\n${after}`).join('\n\n'),
      names: used,
    },
    answer,
  );
  if (rewritten !== undefined && 'reason' in rewritten)
    onProgress(`the instruction of the commit stays, because the model has none: ${rewritten.reason}`);
  const is_rewritten = rewritten !== undefined && 'text' in rewritten;
  const message = is_rewritten ? rewritten.text : commit.message;
  const instruction = writeInstruction({ message, answer, names: used, texts: await findNewTexts(changes) });
  if (instruction.is_empty)
    throw new RejectedError(
      'not_proven',
      'the commit message does not say what to change; `--rewrite` reads the tests',
    );
  const [leak] = findLeaks(instruction.text, answer);
  if (leak !== undefined) throw new RejectedError('not_proven', `the instruction gives the answer away: ${leak.text}`);
  return { ...instruction, is_rewritten };
}

const LARGEST_TEXT = 1024 * 1024;

async function readTexts({ path, before, after }: TreeDifference, reader: ObjectReader) {
  const read = async ({ mode, oid }: TreeDifference['before']): Promise<string> => {
    if (mode === ABSENT) return '';
    const { content } = await reader.read(oid);
    return content.length > LARGEST_TEXT ? '' : content.toString('utf8');
  };
  return { path, before: await read(before), after: await read(after) };
}

/** The files of a folder, without folders. */
async function listPaths(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = `${below}${entry.name}`;
    return entry.isDirectory() ? listPaths(folder, `${path}/`) : [path];
  });
  return (await Promise.all(found)).flat().toSorted();
}
