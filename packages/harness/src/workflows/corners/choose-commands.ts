import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { quote } from '../../machine/processes/quote.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { restoreTree } from '../../machine/workspace/restore-tree.ts';
import { findAdvice, lastLines } from '../test-commands/advice.ts';
import { detectTests } from '../test-commands/detect-tests.ts';
import { type CornerOptions, type RanCorner, runCorner } from './run-corner.ts';
import type { Sides } from './split-sides.ts';

/** The commands for the tests of both sides, and the run that showed that they work. */
export interface TestCommands {
  readonly before: string;
  readonly after: string;
  readonly ran: RanCorner;
  /** How often tests ran to find them. */
  readonly runs: number;
}

interface ChooseOptions {
  readonly trees: { readonly NN: string; readonly NO: string };
  readonly corner: CornerOptions;
  readonly test: string | undefined;
  readonly onProgress: (sentence: string) => void;
}

/** Chooses the first command whose report names tests of the new code, and the same for the old tests. */
export async function chooseCommands(
  { files, is_shared }: Sides,
  { trees, corner, test, onProgress }: ChooseOptions,
): Promise<TestCommands | { readonly reason: string; readonly runs: number }> {
  // where all test files are gone, the others show that the command works
  const is_whole = is_shared || files.after.length === 0;
  const now = await list(trees.NN, is_whole ? [] : files.after, { corner, test });
  const old = await list(trees.NO, is_whole ? [] : files.before, { corner, test });
  if (now.length === 0) return { reason: 'found no test command; name one with --test', runs: 0 };
  let first: RanCorner | undefined;
  for (const [index, command] of now.entries()) {
    onProgress('new code, new tests');
    const ran = await runCorner({ tree: trees.NN, command }, corner);
    first ??= ran;
    if (ran.timed_out) break;
    if ((ran.report?.tests.length ?? 0) > 0)
      return { before: old[index] ?? old[0] ?? command, after: command, ran, runs: index + 1 };
  }
  return { reason: explain(first as RanCorner), runs: now.length };
}

function explain({ command, output, timed_out, exit_code }: RanCorner): string {
  if (timed_out) return `\`${command}\` reached the limit; allow more with --corner-limit`;
  const advice = findAdvice({ command, output, timed_out, install: null });
  if (advice !== undefined) return advice;
  const what =
    exit_code === 0
      ? `\`${command}\` succeeds without naming its tests, so that old and new results cannot be compared; name a command with --test that starts the test runner itself, or that prints a line for each test`
      : `\`${command}\` gives no report that names its tests`;
  return `${what}. Its last lines:\n${lastLines(output)}`;
}

type ListOptions = Pick<ChooseOptions, 'corner' | 'test'>;

async function list(tree: string, files: readonly string[], { corner, test }: ListOptions): Promise<readonly string[]> {
  if (test !== undefined) return [test.replaceAll('{files}', () => files.map(quote).join(' '))];
  const folder = createOwnPath();
  await mkdir(folder, { mode: 0o700 });
  try {
    await restoreTree({ store: corner.git_dir, tree, target: join(folder, 'tree') });
    const { commands = [] } = (await detectTests(join(folder, 'tree'), files)) ?? {};
    const { python } = corner.installed;
    return python === undefined ? commands : commands.map((command) => command.replace(/\bpython3\b/, () => python));
  } finally {
    await removeTree(folder);
  }
}
