import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Limits, type TestReport } from '@assay/schema';
import { readReport } from '@assay/scoring';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { linkEntries } from '../../machine/environments/link-script.ts';
import { createOwnPath } from '../../machine/processes/own-folder.ts';
import { quote } from '../../machine/processes/quote.ts';
import { writeReporters } from '../../machine/reporters/index.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { runCommand } from '../../run/execute/run-command.ts';
import { exists } from './repository-files.ts';

export interface OpenTestCopyOptions {
  /** Writes the files of the copy into an empty folder. */
  readonly fill: (workspace: string) => Promise<void>;
  /** A command to run first, such as one that links what is installed. */
  readonly setup?: string | undefined;
  /** More folders that are readable inside. */
  readonly readable: readonly string[];
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

/** What a command did in the copy. */
export interface CopyRun {
  readonly exit_code: number | null;
  readonly timed_out: boolean;
  readonly duration_ms: number;
  readonly stdout: string;
  /** Both streams. */
  readonly output: string;
  /** Null if there is none; truncated if the output is. */
  readonly report: TestReport | null;
}

interface RunOptions {
  readonly timeout_ms: number;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A copy of a repository in a sandbox, in which tests run and files can be changed. */
export interface TestCopy extends AsyncDisposable {
  /** On the host. */
  readonly folder: string;
  /** The same folder, as programs in the sandbox see it. */
  readonly inside: string;
  run(command: string, options: RunOptions): Promise<CopyRun>;
  /** Runs an action with new files, and other contents of some. */
  withFiles<T>(files: ReadonlyMap<string, string>, action: () => Promise<T>): Promise<T>;
}

/** Folders of installed dependencies that are not under version control. */
const INSTALLED = ['node_modules', '.venv', 'venv'];

export async function findInstalled(folder: string): Promise<string[]> {
  const found = await Promise.all(INSTALLED.map((name) => exists(join(folder, name))));
  return INSTALLED.filter((_, index) => found[index]).map((name) => join(folder, name));
}

/** Installed packages are not in the repository, but tests need them. */
export const linkModules = (folder: string): string =>
  `[ -e node_modules ] || { mkdir node_modules; ${linkEntries(quote(join(folder, 'node_modules')), 'node_modules')}; }`;

export async function openTestCopy(options: OpenTestCopyOptions): Promise<TestCopy> {
  const { fill, setup, readable, host, sandbox, signal } = options;
  await using stack = new AsyncDisposableStack();
  const top = createOwnPath();
  await mkdir(top, { mode: 0o700 });
  stack.defer(() => removeTree(top));
  const [workspace, home] = [join(top, 'workspace'), join(top, 'home')];
  for (const path of [workspace, home]) await mkdir(path);
  await fill(workspace);
  const session = stack.use(
    await sandbox.open({
      ...{ workspace, home, readable },
      limits: Limits.parse({}),
      gateway: null,
      path: host.environment['PATH'] ?? '',
      key: `copy_${process.pid}_${++opened}`,
    }),
  );
  const run: TestCopy['run'] = async (command, { timeout_ms, input, env = {} }) => {
    // byte code of a file that changed twice in a second would be stale
    const all = { PYTHONDONTWRITEBYTECODE: '1', ...env };
    const token = Buffer.from(host.entropy(8)).toString('hex');
    await using reporters = writeReporters({ command, workspace, home, session, token, env: all });
    const { evidence, output } = await runCommand({
      session,
      command: reporters.command,
      timeout_ms,
      redactor: createRedactor(new Map()),
      signal,
      env: { ...all, ...reporters.env },
      ...(input === undefined ? {} : { input }),
    });
    signal.throwIfAborted();
    const { exit_code, timed_out, duration_ms } = evidence;
    const printed = readReport(output.text());
    const report = reporters.read({}) ?? (printed === null || output.whole ? printed : { ...printed, truncated: true });
    return { exit_code, timed_out, duration_ms, stdout: output.stdout(), output: output.text(), report };
  };
  if (setup !== undefined) await run(setup, { timeout_ms: SETUP_MS });
  const owned = stack.move();
  return {
    folder: workspace,
    inside: session.workspace,
    run,
    withFiles: async (files, action) => {
      const before = new Map<string, string | undefined>();
      for (const [path, text] of files) {
        before.set(path, await readFile(join(workspace, path), 'utf8').catch(() => undefined));
        await writeFile(join(workspace, path), text);
      }
      try {
        return await action();
      } finally {
        for (const [path, text] of before)
          if (text === undefined) await rm(join(workspace, path));
          else await writeFile(join(workspace, path), text);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const SETUP_MS = 60_000;
let opened = 0;
