import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isSameTest, takeInventory } from '@assay/detect';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { quote } from '../../machine/processes/quote.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import type { Environment, Environments } from '../environments/environment.ts';
import { shareGoBuilds } from '../environments/go-build-cache.ts';
import { NO_GIT_VERSION } from '../environments/install-environment.ts';
import { RejectedError } from '../rejection.ts';
import { findAdvice, lastLines } from '../test-commands/advice.ts';
import { isNamed } from '../test-commands/broken-tests.ts';
import { detectTests, type TestSetup } from '../test-commands/detect-tests.ts';
import { explainContradiction } from '../test-commands/other-steps.ts';
import { type CopyRun, openTestCopy } from '../test-commands/test-copy.ts';
import type { Candidate } from './candidates.ts';
import { type ClassifiedTests, classifyTests, hidesAll } from './classify-tests.ts';
import type { TaskFolders } from './write-folders.ts';

export interface RunTestsOptions {
  readonly environments: Environments;
  readonly environments_folder: string;
  readonly host: Host;
  readonly sandbox: Sandbox;
  /** How often the tests run without the change, and with it. */
  readonly confirm: number;
  readonly timeout_ms: number;
  /** A test command that replaces the detected one; `{files}` becomes the test files. */
  readonly test: string | undefined;
  readonly folders: TaskFolders;
  readonly signal: AbortSignal;
}

/** The tests of a candidate, what they show, and how they were run. */
export interface TriedTests extends ClassifiedTests {
  readonly command: string;
  /** The file that gave the command. */
  readonly found: string;
  readonly environment: Environment;
  /** What the tests print without the change. */
  readonly output_before: string;
  /** How the exit code and the report with the change contradict each other. */
  readonly contradiction: string | undefined;
  /** The longest run. */
  readonly duration_ms: number;
}

/** Runs the changed tests without and with the change, several times each. Throws if they do not make a task. */
export async function tryTests(candidate: Candidate, options: RunTestsOptions): Promise<TriedTests> {
  const { confirm, folders } = options;
  const chosen = await chooseGreen(candidate, options);
  const { command, environment } = chosen;
  const run = (folder: string): Promise<CopyRun> => runIn(folder, { command, environment, options });
  const [red, green] = [[await run(folders.red)], [chosen.ran]];
  const old = hidesAll({ red: red[0] as CopyRun, green: chosen.ran })
    ? await leaveOutRewritten(await run(folders.seed), candidate.split.runnable, folders)
    : undefined;
  // a candidate that is none needs no second run
  classifyTests({ red, green, old });
  while (green.length < confirm) {
    const [before, after] = await Promise.all([run(folders.red), run(folders.green)]);
    red.push(before);
    green.push(after);
  }
  const duration_ms = Math.max(...[...red, ...green].map((each) => each.duration_ms));
  const output_before = red[0]?.output ?? '';
  return {
    ...classifyTests({ red, green, old }),
    ...{ command, found: chosen.found, environment, duration_ms, output_before },
    contradiction: chosen.contradiction,
  };
}

interface Chosen {
  readonly command: string;
  readonly found: string;
  readonly environment: Environment;
  readonly ran: CopyRun;
  readonly contradiction: string | undefined;
}

/** The first command whose report names tests that pass with the change. */
async function chooseGreen({ commit, split }: Candidate, options: RunTestsOptions): Promise<Chosen> {
  const { folders, environments } = options;
  const setup = await findCommands(split.runnable, { test: options.test, folder: folders.green });
  const place = {
    ...{ fill: (folder: string) => copyWorkspace(folders.green, folder), draft: folders.draft },
    ...{ date: commit.date, unit: setup.unit },
  };
  let environment = await environments.prepare(place);
  const prefix = await findPrefix(setup.commands, { environment, options });
  const tried: { command: string; ran: CopyRun }[] = [];
  const tryAll = async (): Promise<Chosen | undefined> => {
    tried.length = 0;
    for (const each of setup.commands) {
      const { python } = environment;
      const own = python === undefined ? 'python3' : posix.relative(setup.unit ?? '', python);
      const command = `${prefix}${each.replace(/\bpython3\b/, () => own)}`;
      const ran = await runIn(folders.green, { command, environment, options });
      const { report } = ran;
      // with the dependencies of another commit, a test that fails may lack one
      const is_borrowed = environment.recipe !== undefined && !environment.is_installed;
      const is_green = isNamed(report) && report.passed > 0 && !(is_borrowed && report.failed + report.errored > 0);
      const contradiction = explainContradiction({ ...ran, command: each });
      if (is_green && contradiction?.crashed !== true)
        return { command, found: setup.found, environment, ran, contradiction: contradiction?.sentence };
      tried.push({ command, ran });
      if (ran.timed_out) throw new RejectedError('timeout', `\`${command}\` with the change`);
    }
    return undefined;
  };
  const first = await tryAll();
  if (first !== undefined) return first;
  if (!environment.is_installed && (environment.recipe !== undefined || adviceFor(tried) !== undefined)) {
    environment = await environments.prepare({ ...place, force: true });
    const second = environment.is_installed ? await tryAll() : undefined;
    if (second !== undefined) return second;
  }
  const advice = adviceFor(tried);
  const [first_tried] = tried;
  const last = lastLines(first_tried?.ran.output ?? '');
  const contradiction = first_tried && explainContradiction({ ...first_tried.ran, ...first_tried })?.sentence;
  throw new RejectedError(
    advice === undefined ? 'never_green' : 'not_installable',
    [advice, contradiction, last].filter(Boolean).join('\n'),
  );
}

// every run starts with an empty home, in which Go would compile its standard library again
async function findPrefix(
  commands: readonly string[],
  { environment, options }: Omit<RunOptions, 'command'>,
): Promise<string> {
  if (!commands.some((command) => /\bgo test /.test(command))) return '';
  const { host, sandbox, signal, folders, environments_folder } = options;
  const first = await shareGoBuilds({
    ...{ seed: folders.seed, folder: environments_folder, setup: environment.setup },
    ...{ readable: [environments_folder, ...environment.readable], host, sandbox, signal },
  });
  return first === undefined ? '' : `${first}; `;
}

const adviceFor = (tried: readonly { command: string; ran: CopyRun }[]): string | undefined =>
  tried
    .map(({ command, ran: { output, timed_out } }) => findAdvice({ command, output, timed_out, install: null }))
    .find((each) => each !== undefined);

/** The commands for some test files of a checkout. */
export async function findCommands(
  files: readonly string[],
  { test, folder }: { readonly test: string | undefined; readonly folder: string },
): Promise<TestSetup> {
  if (test !== undefined) return { commands: [fillIn(test, files)], found: '--test' };
  const setup = await detectTests(folder, files);
  if (setup === undefined) throw new RejectedError('not_installable', 'found no test command; name one with --test');
  return setup;
}

const fillIn = (command: string, files: readonly string[]): string =>
  command.replaceAll('{files}', () => files.map(quote).join(' '));

interface RunOptions {
  readonly command: string;
  readonly environment: Environment;
  readonly options: RunTestsOptions;
}

// a new copy for every run: tests may leave anything behind, or delete everything
async function runIn(folder: string, { command, environment, options }: RunOptions): Promise<CopyRun> {
  const { host, sandbox, signal, timeout_ms, environments_folder } = options;
  await using copy = await openTestCopy({
    fill: (workspace) => copyWorkspace(folder, workspace),
    setup: environment.setup,
    readable: [environments_folder, ...environment.readable],
    ...{ host, sandbox, signal },
  });
  return await copy.run(command, { timeout_ms, env: { ...NO_GIT_VERSION, CI: '1' } });
}

interface Folders {
  /** The parent commit, and the same with the changed tests. */
  readonly seed: string;
  readonly red: string;
}

/** A run of the parent's own tests, without those whose code the change replaces: what they showed is no longer asked. */
async function leaveOutRewritten<T extends Pick<CopyRun, 'report'>>(
  ran: T,
  paths: readonly string[],
  folders: Folders,
): Promise<T> {
  if (ran.report === null) return ran;
  const rewritten = await listRewritten(paths, folders);
  const tests = ran.report.tests.filter(({ name }) => !rewritten.some((each) => isSameTest(name, each)));
  return { ...ran, report: { ...ran.report, tests } };
}

/** The names of tests in changed files that the parent has in other words. */
async function listRewritten(paths: readonly string[], { seed, red }: Folders): Promise<string[]> {
  const read = (folder: string, path: string) => readFile(join(folder, path)).catch(() => null);
  const sides = paths.map(
    async (path) => [path, { before: await read(seed, path), after: await read(red, path) }] as const,
  );
  const { before, after } = await takeInventory(new Map(await Promise.all(sides)));
  const known = new Set(before.flatMap(({ tests }) => tests.map(({ body_digest }) => body_digest)));
  const changed = after.flatMap(({ tests }) => tests.filter(({ body_digest }) => !known.has(body_digest)));
  return changed.map(({ name }) => withoutGroups(name));
}

function withoutGroups(name: string): string {
  const title = name.split(' > ').at(-1) ?? name;
  return /^[\w.]+$/.test(title) ? (title.split('.').at(-1) ?? title) : title;
}
