import { AssayError, type CommandAttempt, CommandEvidence, isDiskFull, type TestReport } from '@assay/schema';
import { commandsToRun, readCoverage, readReport } from '@assay/scoring';
import type { SandboxSession } from '../../contracts/sandbox.ts';
import { writeReporters } from '../../machine/reporters/index.ts';
import { sayUsualPlace } from '../../machine/sandboxes/place.ts';
import { makeFolder } from '../../machine/workspace/make-folder.ts';
import { readWorkspaceFile, removeWorkspacePath } from '../../machine/workspace/read-workspace-file.ts';
import { restorePaths } from '../../machine/workspace/restore-paths.ts';
import { type RanCommand, runGraded } from '../execute/run-command.ts';
import type { Commands, Gathered, Places, RunEnvironment } from '../execute/run-environment.ts';
import { type CleanTree, checkOut, undoCommand } from './clean-tree.ts';
import {
  type GradingEnvironment,
  type GradingNeeds,
  openClean,
  openCopy,
  openEmpty,
  openLive,
} from './grading-environment.ts';
import { touchTests } from './touch-tests.ts';
import { listUnchangedTests, watchContent } from './watch-tests.ts';

export type Request = ReturnType<typeof commandsToRun>[number];
export type GatherNeeds = GradingNeeds &
  Pick<RunEnvironment, 'store' | 'baseline' | 'redactor'> & {
    /** Test files that no command may write; default: those of the baseline. */
    readonly watched?: readonly string[];
  };

const LARGEST_REPORT_FILE = 8 * 1024 * 1024;
const TRIES = 3;
const START_MS = 60_000;
const TOKEN_BYTES = 8;
// runners that are asked for the names of tests in no other way
const NAMED_TESTS = { PYTEST_ADDOPTS: '-rA', GOFLAGS: '-v' };

/** Runs the commands of scorers in declared order, after the change is recorded. */
export const gatherCommands = (environment: GatherNeeds, clean: CleanTree | null): Promise<Gathered> =>
  gatherRequests(commandsToRun(environment.attempt.prepared.task.scenario.scorers), environment, clean);

/**
 * Runs commands one after another in a workspace in which nothing else runs: as it is, and then in a clean checkout,
 * if one is given. The checkout replaces what is in the workspace.
 */
export async function gatherRequests(
  requests: readonly Request[],
  needs: GatherNeeds,
  clean: CleanTree | null = null,
): Promise<Gathered> {
  const environment = { ...needs, watched: listUnchangedTests(needs.baseline, clean ?? needs.baseline) };
  const live = await runAll(
    requests.filter(({ tree }) => clean === null || tree !== 'clean'),
    (request) => gatherLive(request, environment),
  );
  if (clean === null) return live;
  const again = requests.filter(
    ({ name, tree }) => tree === 'clean' || (tree === 'both' && live.commands[name]?.exit_code === 0),
  );
  if (again.length === 0) return live;
  const { touched, elsewhere, ...repeated } = await repeatClean(again, { environment, clean, live: live.commands });
  const commands = Object.entries(repeated.commands).map(([name, evidence]) => {
    const before = live.commands[name];
    const second = before === undefined ? evidence : { ...before, clean: evidence };
    const turned = { touched: touched[name], elsewhere: elsewhere[name] };
    return [name, CommandEvidence.parse({ ...second, ...turned })] as const;
  });
  // without its second run a command has not passed
  const unrepeated = new Set(again.filter(({ name }) => repeated.commands[name] === undefined).map(({ name }) => name));
  const kept = Object.entries(live.commands).filter(([name]) => !unrepeated.has(name));
  return {
    commands: Object.fromEntries([...kept, ...commands]),
    warnings: [...live.warnings, ...repeated.warnings.map((warning) => `in a clean checkout, ${warning}`)],
  };
}

interface Repeating {
  readonly environment: GatherNeeds;
  readonly clean: CleanTree;
  readonly live: Commands;
}

interface Repeated extends Gathered {
  readonly touched: Commands;
  readonly elsewhere: Commands;
}

/**
 * Runs commands in a clean checkout whose test files end with a comment, in another place. If one fails, the exact
 * checkout in the agent's place decides. What passes there and failed is tried again, once for each difference: with the
 * comments, and in the other place. `touched` and `elsewhere` have those that fail again.
 */
async function repeatClean(requests: readonly Request[], { environment, clean, live }: Repeating): Promise<Repeated> {
  const tests = requests.flatMap(({ name }) => live[name]?.report?.tests.map((test) => test.name) ?? []);
  const token = Buffer.from(environment.context.host.entropy(TOKEN_BYTES)).toString('hex');
  const restores = requests.some(({ restore }) => restore.length > 0);
  const tree = await touchTests(clean, { tests, token, restores });
  const passes = ({ commands }: Gathered, { name }: Request) => commands[name]?.exit_code === 0;
  const runTouched = (where: keyof Places) =>
    runClean(requests, { ...environment, baseline: tree.baseline }, { tree, where });
  const first = await runTouched('elsewhere');
  if (requests.every((each) => passes(first, each))) return { ...first, touched: {}, elsewhere: {} };
  // a linter may reject the comments, and a build the place
  const exact = await runClean(requests, environment, { tree: clean, where: 'here' });
  const turned = requests.filter((each) => !passes(first, each) && passes(exact, each));
  const findTurned = async (run: () => Promise<Gathered>): Promise<Commands> => {
    if (turned.length === 0) return {};
    const { commands } = await run();
    return Object.fromEntries(
      Object.entries(commands).filter(
        ([name, { exit_code }]) => exit_code !== 0 && turned.some((each) => each.name === name),
      ),
    );
  };
  return {
    ...exact,
    touched: tree === clean ? {} : await findTurned(() => runTouched('here')),
    // without isolation, both places are this machine
    elsewhere:
      environment.places === undefined || !environment.context.sandbox.isolated
        ? {}
        : await findTurned(() => runClean(requests, environment, { tree: clean, where: 'elsewhere' })),
  };
}

/** Runs commands one after another in a clean checkout, which replaces what is in the workspace. */
export async function runClean(
  requests: readonly Request[],
  environment: GatherNeeds,
  { tree, where }: { readonly tree: CleanTree; readonly where: keyof Places },
): Promise<Gathered> {
  const place = environment.places?.[where];
  const age_days = place?.lived_in === true ? place.age_days : undefined;
  let isCheckedOut = false;
  return await runAll(requests, async (request) => {
    if (isCheckedOut) await undoCommand(environment.scratch.workspace, tree);
    else await checkOut(environment.scratch.workspace, tree, age_days);
    isCheckedOut = true;
    return await gatherClean(request, environment, where);
  });
}

async function runAll(
  requests: readonly Request[],
  run: (request: Request) => Promise<CommandEvidence>,
): Promise<Gathered> {
  const gathered: [string, CommandEvidence][] = [];
  const warnings: string[] = [];
  for (const request of requests) {
    try {
      gathered.push([request.name, await run(request)]);
    } catch (error) {
      if (!(error instanceof AssayError) || isDiskFull(error)) throw error;
      if (!LEFT_BEHIND.has(error.code) && error.code !== 'invalid_input') throw error;
      warnings.push(`command_not_run: ${request.name}: ${shorten(error.message)}`);
      // without evidence, its scorer reports that the check could not be made
      if (LEFT_BEHIND.has(error.code)) gathered.push([request.name, describeNotRun(request, shorten(error.message))]);
    }
  }
  return { commands: Object.fromEntries(gathered), warnings };
}

async function gatherLive(request: Request, environment: GatherNeeds): Promise<CommandEvidence> {
  await using place = request.isolated ? await openCopy(environment) : openLive(environment);
  return await gatherCommand(request, { environment, place });
}

// an empty home: what an earlier command left in it is not part of the change
async function gatherClean(request: Request, environment: GatherNeeds, where: keyof Places): Promise<CommandEvidence> {
  await using place = await openClean(environment, where);
  return await gatherCommand(request, { environment, place });
}

// the workspace cannot be prepared or entered: that is the work of what ran in it
const LEFT_BEHIND: ReadonlySet<string> = new Set(['unreadable_file', 'unwritable_file']);

const LONGEST_OBSTACLE = 300;
const shorten = (text: string): string =>
  text.length > LONGEST_OBSTACLE ? `${text.slice(0, LONGEST_OBSTACLE)}…` : text;

const describeNotRun = ({ command }: Request, obstacle: string): CommandEvidence =>
  CommandEvidence.parse({
    command,
    exit_code: null,
    signal: null,
    timed_out: false,
    duration_ms: 0,
    stdout_tail: '',
    stderr_tail: '',
    obstacle,
  });

interface Where {
  readonly environment: GatherNeeds;
  readonly place: GradingEnvironment;
}

/** Runs a command up to `repeat` times, or until it fails. */
async function gatherCommand(request: Request, where: Where): Promise<CommandEvidence> {
  const attempts: CommandAttempt[] = [];
  for (;;) {
    const evidence = await runOnce(request, where);
    const { exit_code, signal, timed_out, ended_by, duration_ms, report } = evidence;
    attempts.push({ exit_code, signal, timed_out, ended_by, duration_ms, report: saveNamed(report, request.tests) });
    if (exit_code !== 0 || attempts.length >= request.repeat)
      return { ...evidence, attempts: request.repeat === 1 ? [] : attempts };
  }
}

// keep only the named tests: repeating the full list would add nothing
function saveNamed(report: CommandAttempt['report'], names: readonly string[]): CommandAttempt['report'] {
  if (report === null) return null;
  const tests = report.tests.filter(({ name }) => names.includes(name));
  return { ...report, tests, truncated: report.truncated || tests.length < report.tests.length };
}

async function runOnce(request: Request, { environment, place }: Where): Promise<CommandEvidence> {
  const { store, baseline, redactor, watched = listUnchangedTests(baseline) } = environment;
  const { report_file } = request;
  // an earlier program may have closed it
  makeFolder(place.workspace, true);
  await restorePaths(request.restore, { folder: place.workspace, store, baseline });
  // an existing report is not from this run
  if (report_file !== undefined) await removeWorkspacePath(place.workspace, report_file);
  const listRewritten = watchContent(place.workspace, watched);
  const { report: recorded, ...ran } = await runReliably(request, { environment, place });
  const rewrote = listRewritten();
  const file = report_file === undefined ? null : readWorkspaceFile(place.workspace, report_file, LARGEST_REPORT_FILE);
  const written = file === null ? null : redactor.bytes(file).toString('utf8');
  const output = readOutput(request, { ran, written, recorded });
  const evidence = { ...ran.evidence, ...output, ...(rewrote.length > 0 && { rewrote }) };
  // names of tests and files are the same in every place
  return JSON.parse(sayUsualPlace(JSON.stringify(evidence), place.session));
}

function readOutput(
  { report: format, report_file, tests }: Request,
  { ran, written, recorded }: { ran: RanCommand; written: string | null; recorded: TestReport | null },
): Pick<CommandEvidence, 'report' | 'coverage_percent'> {
  const printed = ran.output.text();
  const read = (text: string | null) =>
    text === null || format === 'none'
      ? null
      : readReport(text, { wanted: tests, ...(format === undefined ? {} : { format }) });
  // an explicit report format must be in the file; otherwise the output is searched too
  const in_file = recorded ?? read(written);
  const report = in_file ?? (report_file !== undefined && format !== undefined ? null : read(printed));
  const cut = in_file === null && !ran.output.whole;
  return {
    report: report === null ? null : { ...report, truncated: report.truncated || cut },
    coverage_percent: (written === null ? null : readCoverage(written)) ?? readCoverage(printed),
  };
}

// a broken sandbox says nothing about the agent: retry in a new one
async function runReliably(
  request: Request,
  { environment, place }: Where,
): Promise<RanCommand & { readonly report: TestReport | null }> {
  const { context, redactor } = environment;
  const { command, timeout_s, tests } = request;
  const run = async (session: SandboxSession) => {
    const shared = { session, env: NAMED_TESTS, timeout_ms: timeout_s * 1000, redactor, signal: context.signal };
    // a command whose report is chosen by its scorer stays as it is
    if (request.report !== undefined || request.report_file !== undefined)
      return { ...(await runGraded({ ...shared, command })), report: null };
    const token = Buffer.from(context.host.entropy(TOKEN_BYTES)).toString('hex');
    await using reporters = writeReporters({ ...place, command, session, token, env: NAMED_TESTS });
    const ran = await runGraded({ ...shared, command: reporters.command, env: { ...NAMED_TESTS, ...reporters.env } });
    return { ...ran, evidence: { ...ran.evidence, command }, report: reporters.read({ wanted: tests }) };
  };
  for (let tries = 1; ; tries++) {
    try {
      if (tries === 1) return await run(place.session);
      await using session = await place.reopen();
      return await run(session);
    } catch (error) {
      context.signal.throwIfAborted();
      // a sandbox that starts without what the agent left, and not with it, is not broken
      if (tries > TRIES) throw new AssayError('unreadable_file', (error as Error).message, { cause: error });
      if (tries < TRIES) continue;
      await using elsewhere = await openEmpty(environment);
      const { session } = elsewhere;
      await runGraded({ session, command: 'true', timeout_ms: START_MS, redactor, signal: context.signal });
    }
  }
}
