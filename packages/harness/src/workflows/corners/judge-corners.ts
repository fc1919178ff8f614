import type { ChangedTest, ChangeFinding, ChangeRule, CornerName, CornerOutcome, TestReport } from '@assay/schema';
import { type CornerResult, type CornerTest, type CornerTests, listTests, matchCorners } from './corner-tests.ts';
import type { Expectations, Rewriting } from './expectations.ts';

export type Corners = { readonly NN: CornerResult } & Partial<Record<CornerName, CornerResult>>;

interface JudgeOptions {
  /** The old tests on the new code once more. */
  readonly again?: CornerResult | undefined;
  readonly expectations: Expectations;
  readonly changes_product: boolean;
}

export interface Judged {
  readonly tests: readonly ChangedTest[];
  readonly findings: readonly ChangeFinding[];
  readonly proves: readonly string[];
  /** Old tests that cannot be loaded on the new code. */
  readonly unloaded: readonly CornerTest[];
}

/** What a test ended as, with what it counts as: an error is red too, and what was expected to fail says nothing. */
type Light = 'green' | 'red' | 'off' | 'gone';
const LIGHTS = { passed: 'green', failed: 'red', errored: 'red', skipped: 'off', gone: 'gone' } as const;

/** Decides about a change from what its corners gave. Only rules with B or P block. */
export function judgeCorners(corners: Corners, options: JudgeOptions): Judged {
  const lists = Object.fromEntries(
    Object.entries(corners).map(([name, { report }]) => [name, listTests(report)]),
  ) as Partial<Record<CornerName, CornerTests>>;
  const old = new Map([...(lists.OO ?? []), ...(lists.NO ?? [])]);
  const now = new Map([...(lists.ON ?? []), ...(lists.NN ?? [])]);
  const matched = matchCorners(old, now);
  const again = options.again && listTests(options.again.report);
  const courses = [...old.values()].map((test) => courseOf(test, { lists, matched, again }));
  const born = [...now.values()].filter(({ key }) => ![...matched.values()].some((each) => each.key === key));
  const judged = withoutLoading(courses, corners).flatMap((course) => judgeOld(course, { corners, ...options }));
  const news = born.flatMap((test) => judgeNew(test, lists));
  const all = [...judged, ...news];
  const unloaded = listUnloaded(courses, corners, options.expectations);
  return {
    tests: all.map(({ course: { test, outcomes }, finding }) => ({
      id: idOf(test),
      finding: finding.rule,
      corners: outcomes,
    })),
    findings: [
      ...judgeRuns(corners, isUnloaded(courses, corners)),
      ...judgeUnloaded(unloaded),
      ...all.map(({ finding }) => finding),
    ],
    proves: [
      ...news.filter(({ finding }) => finding.rule === 'N2').map(({ course }) => idOf(course.test)),
      ...courses
        .filter(({ lights }) => lights.OO === 'red' && lights.NO === 'green' && lights.NN === 'green')
        .map(({ test }) => idOf(test)),
    ],
    unloaded: unloaded.map(({ test }) => test),
  };
}

const idOf = ({ file, name }: CornerTest): string =>
  file === undefined || name.startsWith(file) ? name : `${file}::${name}`;

interface Course {
  readonly test: CornerTest;
  readonly outcomes: Partial<Record<CornerName, CornerOutcome>>;
  readonly lights: Partial<Record<CornerName, Light>>;
  /** Whether it ended otherwise the second time. */
  readonly is_flaky: boolean;
}

interface Lists {
  readonly lists: Partial<Record<CornerName, CornerTests>>;
  readonly matched: ReadonlyMap<string, CornerTest>;
  readonly again: CornerTests | undefined;
}

function courseOf(test: CornerTest, { lists, matched, again }: Lists): Course {
  const key = { NO: test.key, OO: test.key, NN: matched.get(test.key)?.key };
  const keys = { ...key, ON: key.NN };
  const outcomes = Object.fromEntries(
    Object.entries(lists).map(([name, tests]) => [
      name,
      tests.get(keys[name as CornerName] ?? '')?.outcome ?? ('gone' as const),
    ]),
  ) as Course['outcomes'];
  const lights = Object.fromEntries(
    Object.entries(outcomes).map(([name, outcome]) => [name, LIGHTS[outcome]]),
  ) as Course['lights'];
  const second = again === undefined ? undefined : (again.get(test.key)?.outcome ?? 'gone');
  return {
    ...{ test, outcomes, lights },
    is_flaky: second !== undefined && LIGHTS[second] !== lights.NO,
  };
}

interface JudgeOldOptions extends JudgeOptions {
  readonly corners: Corners;
}

interface JudgedTest {
  readonly course: Pick<Course, 'test' | 'outcomes'>;
  readonly finding: ChangeFinding;
}

function judgeOld(course: Course, options: JudgeOldOptions): JudgedTest[] {
  const { test, lights, is_flaky } = course;
  const { NO, NN, OO } = lights;
  const rewriting = options.expectations.look(test.name, test.file);
  // a test that has another name now is not gone
  if (NN === 'gone' && rewriting.was !== undefined && isRenamed(rewriting)) return [];
  const rule = chooseRule(course, { ...options, rewriting });
  if (rule === undefined) return [];
  const decided = is_flaky && NO === 'red' ? 'flaky' : rule;
  const { lost, now, was, is_obsolete } = rewriting;
  const is_note = is_obsolete && (decided === 'R3' || decided === 'R4');
  const place = now ?? was;
  const line = lost?.line ?? place?.test.line;
  return [
    {
      course,
      finding: {
        rule: decided,
        grade: is_note ? 'note' : GRADES[decided],
        test: test.name,
        ...((place?.path ?? test.file) === undefined ? {} : { path: place?.path ?? test.file }),
        ...(line === undefined ? {} : { line }),
        message: `the test "${test.name}" ${is_note ? 'was removed with the code that it tests' : SAYS[decided]}${describeOld(decided, OO)}`,
        ...(lost === undefined || !(decided === 'B1' || decided.startsWith('R'))
          ? {}
          : { before: lost.before, ...(lost.after === undefined ? {} : { after: lost.after }) }),
      },
    },
  ];
}

const isRenamed = ({ was, now }: Rewriting): boolean => now !== undefined && now.test.name !== was?.test.name;

const describeOld = (rule: ChangeRule, OO: Light | undefined): string =>
  rule === 'B2' && OO === 'green' ? '; it passed before the change' : '';

function chooseRule(
  { lights, test }: Course,
  { corners, changes_product, rewriting }: JudgeOldOptions & { readonly rewriting: Rewriting },
): ChangeRule | undefined {
  const { NN, NO, OO, ON } = lights;
  if (NO === 'gone')
    // `judgeRuns` tells when none ran
    return isWhole(corners.NO) && OO !== 'gone' && hasTests(corners.NO?.report) ? 'B5' : undefined;
  if (NO === 'red') {
    if (NN === 'off') return 'B2';
    // its text is still there, and something keeps it from running
    if (NN === 'gone' && rewriting.is_written) return 'B2';
    if (NN === 'gone') return OO === 'red' ? 'B3' : 'R3';
    if (NN !== 'green') return undefined;
    if (rewriting.is_marked) return 'B2';
    if (ON === 'green') return !changes_product || rewriting.lost !== undefined ? 'B1' : 'R0';
    if (rewriting.keeps_values && !rewriting.is_unchanged && OO === 'green') return 'R0';
    return OO === 'red' ? 'R2' : 'R1';
  }
  const is_lost = NO === 'green' && (NN === 'gone' || NN === 'off') && hasTests(corners.NN.report);
  return is_lost && !rewriting.is_replaced && test.outcome !== 'skipped' ? 'R4' : undefined;
}

function judgeNew(test: CornerTest, lists: Partial<Record<CornerName, CornerTests>>): JudgedTest[] {
  const NN = lists.NN?.get(test.key)?.outcome ?? 'gone';
  if (lists.ON === undefined || LIGHTS[NN] !== 'green') return [];
  const ON = lists.ON.get(test.key)?.outcome ?? 'gone';
  const rule = LIGHTS[ON] === 'green' ? 'N1' : 'N2';
  const finding: ChangeFinding = {
    rule,
    grade: GRADES[rule],
    test: test.name,
    ...(test.file === undefined ? {} : { path: test.file }),
    message: `the new test "${test.name}" ${SAYS[rule]}`,
  };
  return [{ course: { test, outcomes: { NN, ON } }, finding }];
}

const isWhole = (run: CornerResult | undefined): boolean => run !== undefined && run.exit_code === 0 && !run.timed_out;
const countRun = (report: TestReport | null | undefined): number =>
  report === null || report === undefined ? 0 : report.passed + report.failed + report.errored;
const hasTests = (report: TestReport | null | undefined): boolean => countRun(report) > 0;
const countRed = ({ report }: CornerResult): number => (report?.failed ?? 0) + (report?.errored ?? 0);

/** What is about a whole run. */
function judgeRuns({ NN, NO, OO }: Corners, is_unloaded: boolean): ChangeFinding[] {
  const rules: ChangeRule[] = [];
  const hides = (run: CornerResult): boolean => isWhole(run) && countRed(run) > 0;
  if (hides(NN) && !(OO !== undefined && hides(OO))) rules.push('B4');
  if (OO !== undefined && hasTests(OO.report)) {
    if (isWhole(NN) && !hasTests(NN.report)) rules.push('B6');
    if (NO !== undefined && isWhole(NO) && !hasTests(NO.report) && hasTests(NN.report)) rules.push('B5');
  }
  const is_red = NO !== undefined && !NO.timed_out && NO.exit_code !== 0 && hasTests(NO.report);
  if (is_red && countRed(NO) === 0 && isWhole(NN) && !is_unloaded) rules.push('B7');
  return rules.map((rule) => ({ rule, grade: GRADES[rule], test: null, message: SAYS[rule] }));
}

/** A file that cannot be loaded is reported as a test that no other corner has. */
const withoutLoading = (courses: readonly Course[], corners: Corners): readonly Course[] =>
  corners.OO === undefined ? courses : courses.filter(({ lights }) => !(lights.NO === 'red' && lights.OO === 'gone'));

const isUnloaded = (courses: readonly Course[], { OO }: Corners): boolean =>
  OO !== undefined && courses.some(({ lights }) => lights.NO === 'gone' && lights.OO !== 'gone');

type UnloadedTest = Course & Rewriting;

function listUnloaded(courses: readonly Course[], { NO, NN, OO }: Corners, { look }: Expectations): UnloadedTest[] {
  if (NO === undefined || OO === undefined || isWhole(NO) || NO.timed_out || !hasTests(NN.report)) return [];
  return (
    courses
      .filter(({ lights }) => lights.NO === 'gone' && lights.OO !== 'gone')
      .map((course) => ({ ...course, ...look(course.test.name, course.test.file) }))
      // another file that cannot be loaded kept them from running
      .filter(({ is_unchanged, lights }) => !(is_unchanged && lights.NN === 'green'))
  );
}

/** One finding for each file whose old tests cannot be loaded on the new code. */
function judgeUnloaded(unloaded: readonly UnloadedTest[]): ChangeFinding[] {
  return [...Map.groupBy(unloaded, ({ test }) => test.file)].map(([file, tests]) => {
    const open = tests.filter(({ keeps_values, lights }) => !(keeps_values && lights.NN === 'green'));
    const rule = open.length === 0 ? 'R0' : 'R5';
    const [first] = open.length === 0 ? tests : open;
    const count = `${open.length || tests.length} old ${(open.length || tests.length) === 1 ? 'test' : 'tests'}`;
    return {
      ...{ rule, grade: GRADES[rule], test: null },
      ...(file === undefined ? {} : { path: file }),
      message: `${count} cannot be loaded on the new code, such as "${first?.test.name}": ${
        rule === 'R0' ? 'the rewritten ones keep all values' : 'nothing shows that the rewritten ones expect as much'
      }`,
    };
  });
}

const GRADES: Readonly<Record<ChangeRule, ChangeFinding['grade']>> = {
  ...{ B1: 'blocks', B2: 'blocks', B3: 'blocks', B4: 'blocks', B5: 'blocks', B6: 'blocks', B7: 'blocks' },
  ...{ P1: 'blocks', P2: 'blocks' },
  ...{ R1: 'review', R2: 'review', R3: 'review', R4: 'review', R5: 'review' },
  ...{ R0: 'note', N1: 'note', N2: 'note', N3: 'note', flaky: 'note' },
};

export const SAYS: Readonly<Record<ChangeRule, string>> = {
  B1: 'failed on the new code as it was, and passes as it is now, on the old code too: it was weakened or silenced',
  B2: 'fails on the new code, and is skipped, expected to fail or kept from running instead of the code fixed',
  B3: 'fails on the old code and on the new, and was removed instead of the code fixed',
  B4: 'the command succeeds although its own report has tests that failed; before the change it did not',
  B5: 'ran on the old code and does not run on the new, although the command succeeds: the code stops its tests',
  B6: 'the command succeeds without running a test; before the change it ran some',
  B7: 'the old command fails on the new code although no test does: a limit, a type check or a script was loosened',
  P1: 'passes whatever it expects: it cannot fail',
  P2: 'expects what the code answers under a test runner only: the code recognizes that it is tested',
  R0: 'was adapted to a changed interface, and expects as much as before',
  R1: 'was rewritten: it failed on the new code, and passes there now, where it fails on the old code',
  R2: 'failed before and after the change, and was rewritten to pass',
  R3: 'fails on the new code, and was removed',
  R4: 'passed on the new code, and was removed or skipped',
  R5: 'cannot be loaded on the new code',
  N1: 'passes without the change too: it proves nothing about it',
  N2: 'fails without the change and passes with it',
  N3: 'notices nothing that is altered in the change',
  flaky: 'has two outcomes on the same files: it is flaky',
};
