import type { ChangeFinding, ChangeRecord, CornerName, CornerRun } from '@assay/schema';

type CornerRow = readonly [code: string, new_tests: string, old_tests: string];

/** The record of a change as every surface shows it. */
export interface RecordView {
  /** What each corner gave, as a table with a heading. */
  readonly corners: readonly [CornerRow, ...CornerRow[]];
  /** Each test that is not simply unchanged, with how it ended in each corner that ran. */
  readonly tests: readonly { readonly id: string; readonly says: string; readonly outcomes: readonly string[] }[];
  /** Tests that fail without the change and pass with it. */
  readonly proves: readonly string[];
  /** The most serious first. */
  readonly rewritten: readonly ChangeFinding[];
  readonly limits: readonly string[];
}

/** The corners in the order of `outcomes`. */
export const CORNERS: readonly { readonly name: CornerName; readonly title: string }[] = [
  { name: 'NN', title: 'new code, new tests' },
  { name: 'NO', title: 'new code, old tests' },
  { name: 'OO', title: 'old code, old tests' },
  { name: 'ON', title: 'old code, new tests' },
];

/** Null for a change that did not run. */
export function viewRecord({ state, corners, tests, proves, findings, limits }: ChangeRecord): RecordView | null {
  if (state !== 'ran') return null;
  const gradeOf = (rule: ChangeFinding['rule']) => findings.find((finding) => finding.rule === rule)?.grade ?? 'note';
  const byGrade = Map.groupBy(findings, ({ grade }) => grade);
  return {
    corners: [
      ['', 'new tests', 'old tests'],
      ['new code', countTests(corners.NN), countTests(corners.NO)],
      ['old code', countTests(corners.ON), countTests(corners.OO)],
    ],
    tests: tests.map(({ id, finding, corners: ended }) => ({
      id,
      says: finding === 'N2' ? 'proves the change' : gradeOf(finding),
      outcomes: CORNERS.map(({ name }) => ended[name] ?? '–'),
    })),
    proves,
    rewritten: (['blocks', 'review', 'note'] as const)
      .flatMap((grade) => byGrade.get(grade) ?? [])
      .filter(({ before, after }) => before !== undefined || after !== undefined),
    limits,
  };
}

function countTests(corner: CornerRun | null): string {
  if (corner === null) return 'not needed';
  if (corner.timed_out) return 'reached the limit';
  const red = corner.failed + corner.other;
  return [...(red === 0 ? [] : [`${red} failed`]), `${corner.passed} passed`].join(', ');
}
