import {
  type Evidence,
  type FileInventory,
  Inventory,
  type TestAssertion,
  type TestCase,
  type TestMarker,
} from '@assay/schema';
import { applyScorer } from '../src/grading/apply-scorer.ts';
import { configure, evidenceOf } from './evidence.ts';

/** An assertion as read from `subject == expected`. */
export const assertion = (subject: string, expected: string | null = '1', fields: Partial<TestAssertion> = {}) =>
  ({
    line: 1,
    text: expected === null ? `assert ${subject}` : `assert ${subject} == ${expected}`,
    subject,
    expected,
    strength: expected === null ? 'truthy' : 'exact',
    negated: false,
    tolerance: null,
    ...fields,
  }) satisfies TestAssertion;

export const marker = (fields: Partial<TestMarker> = {}): TestMarker => ({
  line: 1,
  kind: 'skip',
  text: '@skip',
  conditional: false,
  ...fields,
});

/** A test with some assertions, whose body is their text. */
export const testCase = (
  name: string,
  assertions: readonly TestAssertion[],
  fields: Partial<TestCase> = {},
): TestCase => ({
  name,
  line: 1,
  end_line: 2,
  assertions: [...assertions],
  markers: [],
  calls: [],
  cases: 1,
  statements: assertions.length,
  disarmed: null,
  body_digest: JSON.stringify([assertions.map(({ text }) => text), fields.calls, fields.disarmed]),
  mocks: [],
  ...fields,
});

export const fileOf = (
  path: string,
  tests: readonly TestCase[],
  fields: Partial<FileInventory> = {},
): FileInventory => ({
  path,
  language: 'python',
  engine: 'tree',
  tests: tests.map((test, n) => ({ ...test, line: n + 1 })),
  helpers: [],
  markers: [],
  broken: false,
  ...fields,
});

export interface Sides {
  readonly before: readonly FileInventory[];
  readonly after: readonly FileInventory[];
  readonly unread?: Inventory['unread'];
  readonly snapshots?: Inventory['snapshots'];
  readonly changed_paths?: Evidence['changed_paths'];
}

/** Grades two handmade sides. */
export function gradeSides({ unread = [], changed_paths = [], ...sides }: Sides, config: object) {
  const inventory = Inventory.parse({ ...sides, unread });
  return applyScorer(configure({ name: 'graded', ...config }), evidenceOf({ inventory, changed_paths }));
}
