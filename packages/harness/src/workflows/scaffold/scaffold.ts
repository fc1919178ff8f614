import { chmod, lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { stringify } from 'yaml';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { findInstall } from '../test-commands/advice.ts';
import { chooseCommand, type PassingCommand } from '../test-commands/choose-command.ts';
import { detectTests, type TestSetup } from '../test-commands/detect-tests.ts';
import { copyFiles, exists, listFiles, readTexts } from '../test-commands/repository-files.ts';
import { findInstalled, linkModules, openTestCopy, type TestCopy } from '../test-commands/test-copy.ts';
import { findBugs, type NoticedBug } from './bugs/find-bugs.ts';
import { isSource, listBugs } from './bugs/list-bugs.ts';
import { formatFix, plantAll } from './bugs/plant-bugs.ts';
import type { BugCandidate, PlantedBug } from './bugs/planted-bug.ts';
import { type DescribedScenario, formatScenario } from './describe-scenario.ts';
import { listMade } from './made-files.ts';
import type { AskedFunction } from './questions/asked-function.ts';
import { findQuestions } from './questions/find-questions.ts';
import { listFunctions } from './questions/list-functions.ts';
import { recordCalls } from './questions/record-calls.ts';

const NAME = 'fix-the-bug';
// recording makes tests slower
const RECORD_FACTOR = 5;
const LEAST_RECORD_MS = 60_000;

const BUDGET_MS = 600_000;

export interface ScaffoldOptions {
  readonly folder: string;
  /** How long to look for bugs that the tests notice. Default: ten minutes. */
  readonly budget_ms?: number | undefined;
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly onProgress: (sentence: string) => void;
  readonly signal: AbortSignal;
}

export interface Scaffold {
  readonly scenario: string;
  readonly files: readonly string[];
  readonly command: string;
  /** The first of `bugs`. */
  readonly bug: PlantedBug;
  readonly bugs: readonly (PlantedBug & { readonly tests: readonly string[] })[];
  /** The functions that hidden checks ask. */
  readonly asked: readonly string[];
}

/**
 * Creates a first scenario for a repository whose tests pass: a copy with planted bugs that its tests
 * notice. The fix is known, so the scenario can be proven at once.
 */
export async function scaffold(options: ScaffoldOptions): Promise<Scaffold> {
  const { folder, onProgress } = options;
  for (const path of [join(folder, 'assay.config.yaml'), join(folder, 'scenarios', NAME)])
    if (await exists(path)) throw new AssayError('conflict', `${path} already exists; \`assay run\` uses it`);
  const setup = await requireTests(folder);
  const paths = await listFiles(folder);
  const files = await readTexts(paths.filter(isSource), folder);
  const readable = await findInstalled(folder);
  await using copy = await openTestCopy({
    ...options,
    readable,
    fill: (workspace) => copyFiles(paths, folder, workspace),
    setup: readable.includes(join(folder, 'node_modules')) ? linkModules(folder) : undefined,
  });
  const tests = await chooseCommand(setup, { copy, folder, paths });
  const made = await listMade(copy.folder, { folder, paths });
  onProgress(`tests: ${tests.command} (${setup.found})`);
  onProgress(
    tests.report === null
      ? 'the tests pass, but their report has no names, so the scenario cannot require tests by name'
      : `tests that pass: ${tests.report.passed}${tests.report.source === 'text' ? ', read from text' : ''}; looking for bugs they notice`,
  );
  const found = await search({ copy, files, tests, budget_ms: options.budget_ms ?? BUDGET_MS, onProgress });
  return write(options, { paths, made, files, setup, tests, ...found });
}

/** What `scaffold` would do, without running anything. */
export async function planScaffold(folder: string): Promise<ScaffoldPlan> {
  const { commands, found } = await requireTests(folder);
  const paths = await listFiles(folder);
  const installed = await findInstalled(folder);
  return {
    install: paths.includes('package.json') && installed.length === 0 ? findInstall(paths) : null,
    command: commands[0] as string,
    found,
    files: paths.length,
  };
}

export interface ScaffoldPlan {
  /** What has to be installed first, by hand; null for nothing. */
  readonly install: string | null;
  readonly command: string;
  /** The file that gave the command. */
  readonly found: string;
  /** How many files are copied. */
  readonly files: number;
}

async function requireTests(folder: string): Promise<TestSetup> {
  const setup = await detectTests(folder);
  if (setup !== undefined) return setup;
  throw new AssayError(
    'invalid_input',
    'found no test command; add one to package.json, go.mod, Cargo.toml, pyproject.toml, Makefile or test.sh',
  );
}

interface SearchOptions extends Pick<ScaffoldOptions, 'onProgress'> {
  readonly copy: TestCopy;
  readonly files: ReadonlyMap<string, string>;
  readonly tests: PassingCommand;
  readonly budget_ms: number;
}

/** Finds bugs that the tests notice, and questions whose answers show them. */
async function search({ copy, files, tests, budget_ms, onProgress }: SearchOptions) {
  const functions = await listFunctions(files);
  const timeout_ms = Math.max(LEAST_RECORD_MS, RECORD_FACTOR * tests.duration_ms);
  const calls = await recordCalls({ copy, files, functions, command: tests.command, timeout_ms });
  const called = functions.filter((one) => calls.has(one.key));
  const found = await findBugs({
    copy,
    files,
    candidates: await listBugs(files),
    original: tests,
    budget_ms,
    canAsk: (bug) => called.some((one) => contains(one, bug)),
    showsInAnswers: async (bug) => {
      const own = called.filter((one) => contains(one, bug));
      return (await findQuestions({ copy, functions: own, calls, planted: plantAll(files, [bug]) })).length > 0;
    },
    onFound: ({ path, line }) => onProgress(`planted in ${path}, line ${line}`),
  });
  const questions = await findQuestions({
    copy,
    functions: nearestFirst(called, found.bugs),
    calls,
    planted: plantAll(files, found.bugs),
    isBeside: ({ path }) => found.bugs.some((bug) => bug.path === path),
  });
  for (const { key, cases } of questions) onProgress(`${cases.length} hidden questions for ${key}`);
  return { ...found, questions };
}

const contains = ({ path, start }: AskedFunction, bug: BugCandidate): boolean =>
  bug.path === path && bug.owner === start;

/** Functions that contain a bug, then those in the same files; others may call them. */
function nearestFirst(functions: readonly AskedFunction[], bugs: readonly BugCandidate[]): AskedFunction[] {
  const distance = (one: AskedFunction): number => {
    if (bugs.some((bug) => contains(one, bug))) return 0;
    return bugs.some(({ path }) => path === one.path) ? 1 : 2;
  };
  return functions.toSorted((a, b) => distance(a) - distance(b));
}

interface Found extends Pick<DescribedScenario, 'paths' | 'made' | 'tests' | 'bugs' | 'same_tests' | 'questions'> {
  readonly files: ReadonlyMap<string, string>;
  readonly setup: TestSetup;
}

async function write({ folder }: ScaffoldOptions, found: Found): Promise<Scaffold> {
  const { paths, files, setup, tests, bugs, questions } = found;
  const home = join(folder, 'scenarios', NAME);
  const fixture = join(home, 'fixture');
  await copyFiles(paths, folder, fixture);
  for (const [path, text] of plantAll(files, bugs)) {
    await writeFile(join(fixture, path), text);
    await chmod(join(fixture, path), (await lstat(join(folder, path))).mode);
  }
  const installed = await findInstalled(folder);
  const has_modules = installed.includes(join(folder, 'node_modules'));
  const config = {
    scenarios: './scenarios',
    agents: ['oracle', 'nop'],
    judge: { use: 'heuristic' },
    ...(installed.length === 0 ? {} : { sandbox: { readable: installed } }),
  };
  const written = {
    [join(home, 'oracle.patch')]: formatFix(files, bugs),
    [join(home, 'scenario.yaml')]: formatScenario({ ...found, name: NAME, folder, found: setup.found, has_modules }),
    [join(folder, 'assay.config.yaml')]: stringify(config),
  };
  for (const [file, content] of Object.entries(written)) await writeFile(file, content);
  const shown = bugs.map(showBug);
  return {
    scenario: NAME,
    files: Object.keys(written),
    command: tests.command,
    bug: shown[0] as PlantedBug,
    bugs: shown,
    asked: questions.map(({ key }) => key),
  };
}

const showBug = ({ owner: _, beside_tests: __, ...bug }: NoticedBug): PlantedBug & { tests: readonly string[] } => bug;
