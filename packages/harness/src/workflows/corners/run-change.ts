import { type Change, createObjectStore, createTestFileFilter, openObjectReader, readCode } from '@assay/detect';
import {
  type AllowedTestChange,
  type ChangeFinding,
  type ChangeRecord,
  type CornerName,
  type CornerRun,
  ScorerSpec,
  type TestReport,
} from '@assay/schema';
import type { JudgeChange } from '../../run/plan/run-request.ts';
import { chooseCommands, type TestCommands } from './choose-commands.ts';
import { listTests } from './corner-tests.ts';
import { divideChange, type Trees } from './corner-trees.ts';
import { readExpectations } from './expectations.ts';
import { type Corners, type Judged, judgeCorners } from './judge-corners.ts';
import { type CornerOptions, environmentDigest, type RanCorner, runCorner } from './run-corner.ts';
import type { Sides } from './split-sides.ts';

export interface RunChangeOptions extends Omit<CornerOptions, 'git_dir'> {
  /** A test command that replaces the detected one; `{files}` becomes the test files. */
  readonly test: string | undefined;
  readonly allowed: readonly AllowedTestChange[];
  readonly onProgress: (sentence: string) => void;
}

const NOT_RUN: ChangeRecord['corners'] = { NN: null, NO: null, OO: null, ON: null };

const TITLES: Readonly<Record<CornerName, string>> = {
  NN: 'new code, new tests',
  NO: 'new code, old tests',
  OO: 'old code, old tests',
  ON: 'old code, new tests',
};

/** Runs the tests of both sides of a change on the code of both sides, as far as that is needed to decide about it. */
export async function runChange(change: Change, options: RunChangeOptions): Promise<ChangeRecord> {
  const corner = { ...options, git_dir: change.git_dir };
  return await decideChange(change, {
    environment: environmentDigest(corner),
    allowed: options.allowed,
    onProgress: options.onProgress,
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
    is_brief: true,
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

interface Deciding {
  readonly environment: string | null;
  readonly allowed: readonly AllowedTestChange[];
  /** Whether the new tests of a clean change need not run on the old code. */
  readonly is_brief?: boolean;
  readonly onProgress: (sentence: string) => void;
  choose(
    sides: Sides,
    trees: Trees,
  ): Promise<(TestCommands & { readonly old?: RanCorner }) | { readonly reason: string; readonly runs: number }>;
  run(corner: Parameters<typeof runCorner>[0]): Promise<RanCorner>;
}

async function decideChange(change: Judgeable, options: Deciding): Promise<ChangeRecord> {
  const { git_dir } = change;
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
  const runs = createRuns({ trees, options });
  const chosen = await options.choose(sides, trees);
  if ('reason' in chosen) return { ...record, ...nothing, runs: chosen.runs, state: 'not_run', cannot: chosen.reason };
  runs.know('NN', chosen.ran);
  if (chosen.old !== undefined) runs.know('OO', chosen.old);
  const judged = await judge(change, { sides, trees, commands: chosen, runs, is_brief: options.is_brief ?? false });
  const corners = runs.list();
  // code under which the old tests never end must not pass because nothing could be compared
  if (corners.NO?.timed_out)
    return {
      ...{ ...record, ...nothing, corners, runs: chosen.runs - 1 + runs.count(), state: 'not_run' },
      cannot: `${TITLES.NO}: reached the limit${options.is_brief ? '' : '; allow more with --corner-limit'}`,
    };
  return {
    ...record,
    tests: [...judged.tests],
    proves: [...judged.proves],
    state: 'ran',
    findings: judged.findings.map((finding) => allow(finding, options.allowed)),
    decided: listDecided(sides, runs.reports()),
    corners,
    runs: chosen.runs - 1 + runs.count(),
    limits: describeLimits(corners, judged),
  };
}

interface Runs {
  know(corner: CornerName, ran: RanCorner): void;
  run(corner: CornerName, command: string, time?: number): Promise<RanCorner>;
  list(): ChangeRecord['corners'];
  reports(): TestReport[];
  count(): number;
}

/** Runs corners, each once: two with the same files and command are one. */
function createRuns({ trees, options }: { trees: Trees; options: Pick<Deciding, 'run' | 'onProgress'> }): Runs {
  const ran = new Map<CornerName, RanCorner>();
  let count = 0;
  return {
    know: (corner, run) => {
      ran.set(corner, run);
      if (!run.cached) count += 1;
    },
    async run(corner, command, time = 1) {
      const tree = trees[corner];
      const same = [...ran.values()].find((each) => each.tree === tree && each.command === command);
      if (same !== undefined && time === 1) {
        ran.set(corner, same);
        return same;
      }
      options.onProgress(`${TITLES[corner]}${time === 1 ? '' : ', once more'}`);
      const run = await options.run({ tree, command, time });
      if (!run.cached) count += 1;
      if (time === 1) ran.set(corner, run);
      return run;
    },
    list: () => ({ ...NOT_RUN, ...Object.fromEntries([...ran].map(([corner, run]) => [corner, describe(run)])) }),
    reports: () => [...ran.values()].flatMap(({ report }) => report ?? []),
    count: () => count,
  };
}

const describe = ({ report, output: _, ...run }: RanCorner): CornerRun => ({
  ...run,
  passed: report?.passed ?? 0,
  failed: report?.failed ?? 0,
  skipped: report?.skipped ?? 0,
  other: report?.errored ?? 0,
});

/** The changed test files that a report names, or, if it names no files, those in the language of its runner. */
function listDecided({ tests }: Sides, reports: readonly TestReport[]): string[] {
  const files = new Set(reports.flatMap((report) => report.tests.flatMap(({ file }) => file ?? [])));
  const formats = new Set(reports.map(({ format }) => format));
  const isRun = (path: string): boolean => {
    if (files.size > 0) return [...files].some((file) => file === path || file.endsWith(`/${path}`));
    if (path.endsWith('.go')) return formats.has('gotest');
    return !path.endsWith('.rs') || formats.has('cargo');
  };
  return tests.map(({ path }) => path).filter((path) => isRun(path) || !isTestFile(path));
}

const isTestFile = createTestFileFilter();

const EXPECTATIONS = ScorerSpec.parse({ name: 'expectations', type: 'assertions_not_weakened' });

interface Decided extends Judged {
  /** Whether new tests did not run on the old code. */
  readonly is_open?: boolean;
}

interface JudgeOptions {
  readonly sides: Sides;
  readonly trees: Trees;
  readonly commands: TestCommands;
  readonly runs: Runs;
  readonly is_brief: boolean;
}

async function judge(change: Judgeable, { sides, trees, commands, runs, is_brief }: JudgeOptions): Promise<Decided> {
  const { inventory } = await readCode(change.files, [EXPECTATIONS], change);
  const expectations = readExpectations(inventory ?? { before: [], after: [], unread: [] }, change.files);
  const changes_product = sides.product.length > 0;
  const NN = commands.ran;
  const decide = (corners: Corners, again?: RanCorner): Judged =>
    judgeCorners(corners, { again, expectations, changes_product });
  // new test files alone take nothing from the old tests, which run where they always run
  if (sides.tests.length > 0 && sides.files.before.length === 0 && !sides.is_shared)
    return decide({ NN, ...(changes_product ? { ON: await runs.run('ON', commands.after) } : {}) });
  const NO = await runs.run('NO', commands.before);
  const first = { NN, NO };
  const has_new = [...listTests(NN.report).keys()].some((key) => !listTests(NO.report).has(key));
  if (isClean(first) && !isSuspicious(inventory, first)) {
    if (!has_new || !changes_product || trees.NN === trees.NO) return decide(first);
    if (is_brief) return { ...decide(first), is_open: true };
    return decide({ ...first, ON: await runs.run('ON', commands.after) });
  }
  const [OO, ON] = [await runs.run('OO', commands.before), await runs.run('ON', commands.after)];
  const corners = { ...first, OO, ON };
  const judged = decide(corners);
  if (!judged.findings.some(({ grade }) => grade === 'blocks')) return judged;
  return decide(corners, await runs.run('NO', commands.before, 2));
}

/** Whether the old tests pass on the new code, and all of them still exist and pass. */
function isClean({ NN, NO }: { NN: RanCorner; NO: RanCorner }): boolean {
  const now = listTests(NN.report);
  const kept = [...listTests(NO.report).values()].every(
    ({ key, outcome }) => outcome !== 'passed' || now.get(key)?.outcome === 'passed',
  );
  const isGreen = ({ exit_code, report }: RanCorner): boolean =>
    exit_code === 0 && report !== null && report.failed + report.errored === 0;
  return kept && isGreen(NN) && isGreen(NO);
}

/** Whether fewer tests ran than the old test files have, so that the code may stop them. */
function isSuspicious(inventory: Parameters<typeof readExpectations>[0] | null, { NO }: { NO: RanCorner }): boolean {
  const written = inventory?.before.reduce((sum, { tests }) => sum + tests.length, 0) ?? 0;
  return NO.report === null || NO.report.truncated || NO.report.tests.length < written;
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
  const is_proven = proves.length > 0 || findings.some(({ rule }) => rule === 'R1' || rule === 'R2');
  return [
    ...Object.entries(corners)
      .filter(([, run]) => run?.timed_out)
      .map(([name]) => `${TITLES[name as CornerName]}: reached the limit`),
    ...(red === 0 ? [] : [`${red} tests fail with the change: nothing is said about them`]),
    ...(is_open ? ['the new tests did not run on the old code'] : []),
    ...(is_proven || is_open ? [] : ['no test fails without this change']),
  ];
}
