import { z } from 'zod';
import { FindingGrade } from '../values/finding.ts';
import { Count } from '../values/units.ts';

/** How strict an assertion is, from most to least. */
export const AssertionStrength = z.enum(['exact', 'structure', 'type', 'bound', 'truthy', 'tautology']).meta({
  id: 'AssertionStrength',
  description: 'How strict an assertion is: it checks a value, a shape, a type, a range, or almost nothing.',
});
export type AssertionStrength = z.infer<typeof AssertionStrength>;

export const TestAssertion = z
  .object({
    line: z.int().min(1),
    /** Source text on one line, up to 200 characters. */
    text: z.string(),
    /** The asserted expression without whitespace. Matches assertions before and after a change. */
    subject: z.string(),
    /** The expected value without whitespace; null if there is none. */
    expected: z.string().nullable(),
    strength: AssertionStrength,
    negated: z.boolean(),
    /** Margin of an approximate comparison. */
    tolerance: z.number().nullable(),
  })
  .meta({ id: 'TestAssertion', description: 'One assertion of a test.' });
export type TestAssertion = z.infer<typeof TestAssertion>;

export const TestMarker = z
  .object({
    line: z.int().min(1),
    kind: z.enum(['skip', 'expected_failure', 'focus']),
    text: z.string(),
    /** Whether it applies only under a condition, such as on one platform. */
    conditional: z.boolean(),
  })
  .meta({ id: 'TestMarker', description: 'A marker that disables a test or all other tests.' });
export type TestMarker = z.infer<typeof TestMarker>;

export const TestCase = z
  .object({
    /** Includes the names of its groups, such as `Cart > adds up` or `TestCart.test_adds_up`. */
    name: z.string(),
    line: z.int().min(1),
    end_line: z.int().min(1),
    assertions: z.array(TestAssertion),
    /** Markers of the test and its groups. */
    markers: z.array(TestMarker),
    /** Names of functions it calls; one of them may contain its assertions. */
    calls: z.array(z.string()),
    /** Number of data rows it runs with, if that can be read; 1 otherwise. */
    cases: Count,
    statements: Count,
    /** Why its assertions cannot fail; null if they can. */
    disarmed: z.enum(['early_return', 'constant_condition', 'swallowed_failure']).nullable(),
    /** Digest of its body without comments and whitespace. Identifies a renamed or moved test. */
    body_digest: z.string(),
    /** Names it mocks. */
    mocks: z.array(z.string()),
  })
  .meta({ id: 'TestCase', description: 'One test in a file.' });
export type TestCase = z.infer<typeof TestCase>;

export const FileInventory = z
  .object({
    path: z.string().min(1),
    language: z.string(),
    /** Parsed as a syntax tree, or scanned as text if there is no grammar or parsing failed. */
    engine: z.enum(['tree', 'lexical']),
    tests: z.array(TestCase),
    /** Functions with assertions that are not tests themselves; tests may call them. */
    helpers: z.array(
      z.object({
        name: z.string(),
        line: z.int().min(1),
        assertions: z.array(TestAssertion),
        /** Names of functions it calls, if they were read. */
        calls: z.array(z.string()).optional(),
      }),
    ),
    /** Markers outside tests, such as a skip of the whole file. */
    markers: z.array(TestMarker),
    /** Whether parts of the file could not be parsed. */
    broken: z.boolean(),
  })
  .meta({ id: 'FileInventory', description: 'The tests of one file.' });
export type FileInventory = z.infer<typeof FileInventory>;

/** A snapshot stored in a file that existed before and changed. */
export const SnapshotUpdate = z
  .object({
    path: z.string().min(1),
    line: z.int().min(1),
    /** Empty if the file is a single snapshot. */
    name: z.string(),
    /** The difference on one line, up to 200 characters. */
    before: z.string(),
    after: z.string(),
  })
  .meta({ id: 'SnapshotUpdate', description: 'A snapshot of a test that a change updated.' });
export type SnapshotUpdate = z.infer<typeof SnapshotUpdate>;

/** What an assertion needs to be worth something, and whether its test runs at all. */
export const TestAspect = z
  .enum(['runs', 'executed', 'able_to_fail', 'about_subject', 'independent', 'accepts', 'unaware'])
  .meta({
    id: 'TestAspect',
    description:
      'What existing tests lost: the runner finds them, their assertions are executed, can fail the test, are about the product, expect something independent of it, accept no more than before, and the product does not know them.',
  });
export type TestAspect = z.infer<typeof TestAspect>;

/** Something that existing tests lost although their assertions are still written. */
export const TestLoss = z
  .object({
    aspect: TestAspect,
    grade: FindingGrade,
    path: z.string().min(1),
    line: z.int().min(1),
    /** Null if it concerns several tests. */
    test: z.string().nullable(),
    /** One sentence with what to do. */
    message: z.string(),
    /** The code before and after, on one line, up to 200 characters. */
    before: z.string().optional(),
    after: z.string().optional(),
  })
  .meta({
    id: 'TestLoss',
    description: 'Something that existing tests lost although their assertions are still written.',
  });
export type TestLoss = z.infer<typeof TestLoss>;

/** A test as it was, whose lost assertions are accounted for. */
export const AccountedTest = z
  .object({
    path: z.string().min(1),
    test: z.string(),
    /**
     * Its statements are still there, with other names at most; all its values are, in another form; another test has
     * the same statements; others replace it, together with the product; or it tested removed code.
     */
    by: z.enum(['same_statements', 'same_values', 'copied', 'rewritten', 'removed_code']),
  })
  .meta({ id: 'AccountedTest', description: 'A test whose lost assertions the rest of the change may explain.' });
export type AccountedTest = z.infer<typeof AccountedTest>;

/** The tests of every changed test file before and after, and of relevant unchanged files. */
export const Inventory = z
  .object({
    before: z.array(FileInventory),
    after: z.array(FileInventory),
    /** Changed test files that could not be read, with the reason. */
    unread: z.array(z.object({ path: z.string(), reason: z.string() })),
    /** Snapshots the change updated; absent if not checked. */
    snapshots: z.array(SnapshotUpdate).optional(),
    /** What the tests lost besides assertions; absent if not checked. */
    losses: z.array(TestLoss).optional(),
    /** Changed tests whose losses the rest of the change may explain; absent if not checked. */
    accounted_tests: z.array(AccountedTest).optional(),
    /** Names that the change removed from the product; absent if not checked. */
    removed_names: z.array(z.string()).optional(),
    /** Platforms that the change introduced outside tests: no test ran there before. Absent if not checked. */
    new_platforms: z.array(z.string()).optional(),
  })
  .meta({ id: 'Inventory', description: 'The tests that a change touches, before and after.' });
export type Inventory = z.infer<typeof Inventory>;

/** A construct that a change added or removed and a reviewer should see. */
export const CodeSignal = z
  .object({
    kind: z.enum([
      'suppression',
      'early_exit',
      'always_equal',
      'swallowed_status',
      'special_case',
      'call_counter',
      'introspection',
      'surroundings',
      'runner_config',
    ]),
    path: z.string().min(1),
    line: z.int().min(1),
    /** The construct on one line, up to 200 characters, with secrets removed. */
    text: z.string(),
    change: z.enum(['added', 'removed']),
    /** One actionable sentence for the reviewer. */
    message: z.string(),
  })
  .meta({ id: 'CodeSignal', description: 'A construct that a change added or removed and a reviewer should see.' });
export type CodeSignal = z.infer<typeof CodeSignal>;

/** A found secret, without its value. */
export const SecretFinding = z
  .object({
    rule: z.string().min(1),
    path: z.string().min(1),
    line: z.int().min(1),
    /** Its first four characters. */
    starts: z.string().max(4),
    /** SHA-256 of the value, to recognize it and to allow it. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'SecretFinding', description: 'A place where a likely secret was added.' });
export type SecretFinding = z.infer<typeof SecretFinding>;

export const Secrets = z
  .object({ added_lines: Count, findings: z.array(SecretFinding) })
  .meta({ id: 'Secrets', description: 'Likely secrets in the added lines, and the number of added lines.' });
export type Secrets = z.infer<typeof Secrets>;
