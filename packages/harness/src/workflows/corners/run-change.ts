import {
  type Change,
  createObjectStore,
  type ObjectReader,
  type ObjectStore,
  openObjectReader,
  readCode,
} from '@assay/detect';
import {
  type AllowedTestChange,
  type ChangeFinding,
  type ChangeProbe,
  type ChangeRecord,
  type CodeSignal,
  type CornerName,
  ScorerSpec,
  type TestReport,
} from '@assay/schema';
import type { JudgeChange } from '../../run/plan/run-request.ts';
import { adaptTests, countGone } from './adapt-tests.ts';
import { isClean, isSuspicious, readTests, runsAll } from './all-tests.ts';
import { chooseCommands, type TestCommands } from './choose-commands.ts';
import { createRuns, NOT_RUN, type Runs, type RunsOptions, TITLES } from './corner-runs.ts';
import { type CornerTest, listTests } from './corner-tests.ts';
import { divideChange, editTree, type Trees } from './corner-trees.ts';
import { type Expectations, readExpectations } from './expectations.ts';
import { type Corners, type Judged, judgeCorners } from './judge-corners.ts';
import { probeMutants } from './probe-mutants.ts';
import { type Probed, probeTests } from './probe-tests.ts';
import { type CornerOptions, environmentDigest, type RanCorner, runCorner } from './run-corner.ts';
import { isMixed, type Sides } from './split-sides.ts';

export interface RunChangeOptions extends Omit<CornerOptions, 'git_dir'> {
  /** A test command that replaces the detected one; `{files}` becomes the test files. */
  readonly test: string | undefined;
  readonly allowed: readonly AllowedTestChange[];
  /** How many altered lines of the product to run the tests on. */
  readonly mutants: number;
  readonly onProgress: (sentence: string) => void;
}

/** Runs the tests of both sides of a change on the code of both sides, as far as that is needed to decide about it. */
export async function runChange(change: Change, options: RunChangeOptions): Promise<ChangeRecord> {
  const corner = { ...options, git_dir: change.git_dir };
  return await decideChange(change, {
    environment: environmentDigest(corner),
    allowed: options.allowed,
    onProgress: options.onProgress,
    probing: { corner, most_mutants: options.mutants },
    choose: (sides, trees) => chooseCommands(sides, { ...options, trees, corner }),
    run: (given) => runCorner(given, corner),
  });
}

/** The same for a change that was graded. If it is clean, its tests run at most once more. */
export const judgeGradedChange: JudgeChange = ({ command, NN, OO, run, allowed, ...change }) => {
  const known = { command, cached: true };
  return decideChange(change, {
    environment: null,
    allowed,
    onProgress: () => undefined,
    choose: async (_, trees) => ({
      ...{ before: command, after: command, runs: 1 },
      ran: { ...NN, ...known, tree: trees.NN },
      ...(OO && { old: { ...OO, ...known, tree: trees.OO } }),
    }),
    run: async ({ tree }) => ({ ...(await run(tree)), tree, command, cached: false }),
  });
};

type Judgeable = Pick<
  Change,
  'git_dir' | 'baseline_tree' | 'final_tree' | 'base' | 'head' | 'files' | 'unread' | 'readUnchanged'
>;

interface Probing {
  readonly corner: CornerOptions & Pick<RunChangeOptions, 'onProgress'>;
  readonly most_mutants: number;
}

interface Deciding extends RunsOptions {
  readonly environment: string | null;
  readonly allowed: readonly AllowedTestChange[];
  /** How to run edited trees; without it, only corners run, and the new tests of a clean change not on the old code. */
  readonly probing?: Probing;
  choose(
    sides: Sides,
    trees: Trees,
  ): Promise<(TestCommands & { readonly old?: RanCorner }) | { readonly reason: string; readonly runs: number }>;
}

async function decideChange(change: Judgeable, options: Deciding): Promise<ChangeRecord> {
  const { git_dir } = change;
  const { probing } = options;
  const store = await createObjectStore(git_dir);
  await using reader = openObjectReader(git_dir);
  const { sides, trees } = await divideChange(change, { store, reader });
  const record = {
    ...{ version: '1' as const, base: change.base, head: change.head },
    trees: { before: change.baseline_tree, after: change.final_tree },
    environment: options.environment,
    test_side: sides.tests.map(({ path }) => path),
  };
  const nothing = { corners: NOT_RUN, decided: [], runs: 0, tests: [], proves: [], findings: [], limits: [] };
  if (!sides.runs_code) return { ...record, ...nothing, state: 'nothing_to_run' };
  const runs = createRuns(trees, options);
  const chosen = await options.choose(sides, trees);
  if ('reason' in chosen) return { ...record, ...nothing, runs: chosen.runs, state: 'not_run', cannot: chosen.reason };
  runs.know('NN', chosen.ran);
  if (chosen.old !== undefined) runs.know('OO', chosen.old);
  const probes: ChangeProbe[] = [];
  const judged = await judge(change, { sides, store, reader, probing, probes, trees, commands: chosen, runs });
  const corners = runs.list();
  // code under which the old tests never end must not pass because nothing could be compared
  if (corners.NO?.timed_out)
    return {
      ...{ ...record, ...nothing, corners, runs: chosen.runs - 1 + runs.count(), state: 'not_run' },
      cannot: `${TITLES.NO}: reached the limit${probing ? '; allow more with --corner-limit' : ''}`,
    };
  const probed = probing
    ? await probe(change, {
        ...judged,
        ...probing,
        judged,
        sides,
        store,
        reader,
        NN: chosen.ran,
        onProgress: options.onProgress,
      })
    : { probes: [], findings: [] };
  return {
    ...record,
    tests: [...judged.tests],
    proves: [...judged.proves],
    state: 'ran',
    probes: [...probes, ...probed.probes],
    findings: [...probed.findings, ...judged.findings].map((finding) => allow(finding, options.allowed)),
    decided: listDecided(sides, { reports: runs.reports(), findings: judged.findings }),
    corners,
    runs: chosen.runs - 1 + runs.count(),
    limits: describeLimits(corners, judged),
  };
}

interface ProbeOptions extends Omit<Parameters<typeof probeTests>[0], 'change' | 'proves' | 'all'> {
  readonly judged: Judged;
  readonly is_aware: boolean;
  readonly sides: Sides;
  readonly most_mutants: number;
}

/** Asks what the tests of a change are worth; what blocks already needs no further proof. */
async function probe(
  change: Judgeable,
  { judged, is_aware, sides, most_mutants, ...options }: ProbeOptions,
): Promise<Probed> {
  if (judged.findings.some(({ grade }) => grade === 'blocks')) return { probes: [], findings: [] };
  const after = is_aware ? await readTests(options.NN.tree, { change, reader: options.reader }) : undefined;
  const all = after && readExpectations({ before: [], after, unread: [] });
  const tests = await probeTests({ ...options, change, all, proves: judged.proves });
  const mutants = await probeMutants({
    ...{ ...options, change, most: most_mutants, product: sides.product.map(({ path }) => path) },
    unproven: judged.findings.filter(({ rule }) => rule === 'N1'),
  });
  return { probes: [...tests.probes, ...mutants.probes], findings: [...tests.findings, ...mutants.findings] };
}

/**
 * The changed files of the test side that running decides about: test files that a report names or, if it names no files,
 * those in the language of its runner; data, helpers and settings with them.
 */
function listDecided(
  { tests, product, files: own }: Sides,
  { reports, findings }: { readonly reports: readonly TestReport[]; readonly findings: readonly ChangeFinding[] },
): string[] {
  const runnable = new Set([...own.before, ...own.after]);
  const files = new Set(reports.flatMap((report) => report.tests.flatMap(({ file }) => file ?? [])));
  const formats = new Set(reports.map(({ format }) => format));
  const isRun = (path: string): boolean => {
    if (files.size > 0) return [...files].some((file) => file === path || file.endsWith(`/${path}`));
    if (path.endsWith('.go')) return formats.has('gotest');
    return !path.endsWith('.rs') || formats.has('cargo');
  };
  // settings may keep tests from running that pass
  const all_run = !findings.some(({ rule }) => rule === 'R4');
  const isData = (path: string): boolean => all_run && !runnable.has(path);
  return [...tests, ...product.filter(isMixed)].map(({ path }) => path).filter((path) => isRun(path) || isData(path));
}

const AWARE: ReadonlySet<CodeSignal['kind']> = new Set(['call_counter', 'introspection', 'surroundings']);
const EXPECTATIONS = ScorerSpec.parse({ name: 'expectations', type: 'assertions_not_weakened' });

interface Decided extends Judged {
  readonly expectations: Expectations;
  readonly is_aware: boolean;
  /** Whether new tests did not run on the old code. */
  readonly is_open?: boolean;
}

interface JudgeOptions {
  readonly sides: Sides;
  readonly trees: Trees;
  readonly commands: TestCommands;
  readonly runs: Runs;
  readonly store: ObjectStore;
  readonly reader: ObjectReader;
  readonly probing: Probing | undefined;
  /** What runs besides the corners. */
  readonly probes: ChangeProbe[];
}

async function judge(change: Judgeable, options: JudgeOptions): Promise<Decided> {
  const { sides, trees, commands, runs } = options;
  const { inventory, signals } = await readCode(change.files, [EXPECTATIONS], { ...change, also: ['signals'] });
  const is_aware =
    (inventory?.losses ?? []).some(({ aspect }) => aspect === 'unaware') ||
    (signals ?? []).some((signal) => signal.change === 'added' && AWARE.has(signal.kind));
  const expectations = readExpectations(inventory ?? { before: [], after: [], unread: [] }, change.files);
  const changes_product = sides.product.length > 0;
  const NN = commands.ran;
  const decide = (corners: Corners, again?: RanCorner): Decided => ({
    ...judgeCorners(corners, { again, expectations, changes_product }),
    ...{ expectations, is_aware },
  });
  // new test files alone take nothing from the old tests, which run where they always run
  if (sides.tests.length > 0 && sides.files.before.length === 0 && !sides.is_shared)
    return decide({ NN, ...(changes_product ? { ON: await runs.run('ON', commands.after) } : {}) });
  const NO = await runs.run('NO', commands.before);
  const first = { NN, NO };
  const has_new = [...listTests(NN.report).keys()].some((key) => !listTests(NO.report).has(key));
  const is_complete = sides.tests.length > 0 || (await runsAll(NN, { change, reader: options.reader }));
  if (is_complete && isClean(first) && !isSuspicious(inventory, first)) {
    if (!has_new || !changes_product || trees.NN === trees.NO) return decide(first);
    if (options.probing === undefined) return { ...decide(first), is_open: true };
    return decide({ ...first, ON: await runs.run('ON', commands.after) });
  }
  const [OO, ON] = [await runs.run('OO', commands.before), await runs.run('ON', commands.after)];
  const ran = { ...first, OO, ON };
  const runOld =
    (await findAdapted(decide(ran).unloaded, { change, expectations, NO, ...options })) ??
    ((time: number) => runs.run('NO', commands.before, time));
  const corners = { ...ran, NO: await runOld(1) };
  const judged = decide(corners);
  if (!judged.findings.some(({ grade }) => grade === 'blocks')) return judged;
  return decide(corners, await runOld(2));
}

interface AdaptedOptions extends JudgeOptions {
  readonly change: Judgeable;
  readonly expectations: Expectations;
  readonly NO: RanCorner;
}

/** Runs old tests that cannot be loaded on the new code with its imports and names; undefined if that is not enough. */
async function findAdapted(
  unloaded: readonly CornerTest[],
  { change, expectations, NO, sides, trees, commands, store, probing, probes }: AdaptedOptions,
): Promise<((time: number) => Promise<RanCorner>) | undefined> {
  if (probing === undefined) return undefined;
  const { corner } = probing;
  const { texts, gone } = await adaptTests(unloaded, { files: change.files, sides, expectations });
  if (texts.size === 0) return undefined;
  const tree = await editTree(trees.NO, texts, { store, ...corner });
  const run = async (time: number): Promise<RanCorner> => {
    corner.onProgress(`${TITLES.NO}, with new names`);
    const ran = await runCorner({ tree, command: commands.before, time }, corner);
    probes.push({ rule: 'R5', tree, asked: texts.size, duration_ms: ran.duration_ms, cached: ran.cached });
    return countGone(ran, gone);
  };
  const first = await run(1);
  const is_loaded = (first.report?.tests.length ?? 0) > (NO.report?.tests.length ?? 0);
  return is_loaded ? async (time) => (time === 1 ? first : await run(time)) : undefined;
}

function allow(finding: ChangeFinding, allowed: readonly AllowedTestChange[]): ChangeFinding {
  const { rule, test, path } = finding;
  const found = allowed.find(
    (each) =>
      each.path === path && [rule, 'any'].includes(each.kind) && (each.test === undefined || each.test === test),
  );
  return found === undefined ? finding : { ...finding, grade: 'note', allowed: found.reason };
}

function describeLimits(corners: ChangeRecord['corners'], { findings, proves, is_open }: Decided): string[] {
  const red = (corners.NN?.failed ?? 0) + (corners.NN?.other ?? 0);
  const is_compared = corners.OO !== null || corners.ON !== null;
  const is_proven = proves.length > 0 || findings.some(({ rule }) => rule === 'R1' || rule === 'R2');
  return [
    ...Object.entries(corners)
      .filter(([, run]) => run?.timed_out)
      .map(([name]) => `${TITLES[name as CornerName]}: reached the limit`),
    ...(red === 0 ? [] : [`${red} tests fail with the change: nothing is said about them`]),
    ...(is_open ? ['the new tests did not run on the old code'] : []),
    ...(is_proven || is_open
      ? []
      : [is_compared ? 'no test fails without this change' : 'no test ran on the old code']),
  ];
}
