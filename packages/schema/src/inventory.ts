import { z } from 'zod';
import { Count } from './units.ts';

/** How much an assertion pins down, from most to least. */
export const AssertionStrength = z.enum(['exact', 'structure', 'type', 'bound', 'truthy', 'tautology']).meta({
  id: 'AssertionStrength',
  description: 'What an assertion pins down: a value, a shape, a type, a range, or hardly anything.',
});
export type AssertionStrength = z.infer<typeof AssertionStrength>;

export const TestAssertion = z
  .object({
    line: z.int().min(1),
    /** As it is written, on one line, at most 200 characters. */
    text: z.string(),
    /** What is asserted about, with blanks taken out; the same subject before and after is the same assertion. */
    subject: z.string(),
    /** What it is expected to be, with blanks taken out; null where nothing is compared with. */
    expected: z.string().nullable(),
    strength: AssertionStrength,
    negated: z.boolean(),
    /** Of a comparison with a margin. */
    tolerance: z.number().nullable(),
  })
  .meta({ id: 'TestAssertion', description: 'One assertion of a test.' });
export type TestAssertion = z.infer<typeof TestAssertion>;

export const TestMarker = z
  .object({
    line: z.int().min(1),
    kind: z.enum(['skip', 'expected_failure', 'focus']),
    text: z.string(),
    /** Whether it only applies under a condition, such as on one platform. */
    conditional: z.boolean(),
  })
  .meta({ id: 'TestMarker', description: 'Something that keeps a test, or all others, from counting.' });
export type TestMarker = z.infer<typeof TestMarker>;

export const TestCase = z
  .object({
    /** With the names of the groups it is in, such as `Cart > adds up` or `TestCart.test_adds_up`. */
    name: z.string(),
    line: z.int().min(1),
    end_line: z.int().min(1),
    assertions: z.array(TestAssertion),
    /** Its own and those of the groups it is in. */
    markers: z.array(TestMarker),
    /** Names of functions it calls: one of them may assert for it. */
    calls: z.array(z.string()),
    /** How many rows of data it is run with, where that can be read; 1 otherwise. */
    cases: Count,
    statements: Count,
    /** Why its assertions cannot fail it; null when they can. */
    disarmed: z.enum(['early_return', 'constant_condition', 'swallowed_failure']).nullable(),
    /** Of its body, without comments and blanks: the same body under another name or path is the same test. */
    body_digest: z.string(),
    /** Names it replaces by stand-ins. */
    mocks: z.array(z.string()),
  })
  .meta({ id: 'TestCase', description: 'One test as it stands in a file.' });
export type TestCase = z.infer<typeof TestCase>;

export const FileInventory = z
  .object({
    path: z.string().min(1),
    language: z.string(),
    /** Read as a syntax tree, or by its words where there is no grammar or the tree could not be had. */
    engine: z.enum(['tree', 'lexical']),
    tests: z.array(TestCase),
    /** Functions of the file that are no tests and assert: tests may call them. */
    helpers: z.array(
      z.object({
        name: z.string(),
        line: z.int().min(1),
        assertions: z.array(TestAssertion),
        /** Names of functions it calls, where they were read. */
        calls: z.array(z.string()).optional(),
      }),
    ),
    /** Markers that are on no test, such as a skip of the whole file. */
    markers: z.array(TestMarker),
    /** Whether parts of it could not be read. */
    broken: z.boolean(),
  })
  .meta({ id: 'FileInventory', description: 'The tests of one file.' });
export type FileInventory = z.infer<typeof FileInventory>;

/** A snapshot in a file of its own that was there before and says something else now. */
export const SnapshotUpdate = z
  .object({
    path: z.string().min(1),
    line: z.int().min(1),
    /** Empty where a file is one snapshot. */
    name: z.string(),
    /** What differs, on one line, at most 200 characters. */
    before: z.string(),
    after: z.string(),
  })
  .meta({ id: 'SnapshotUpdate', description: 'A snapshot of a test that a change updated.' });
export type SnapshotUpdate = z.infer<typeof SnapshotUpdate>;

/** The tests of every changed test file before and after, and of unchanged ones as far as they matter. */
export const Inventory = z
  .object({
    before: z.array(FileInventory),
    after: z.array(FileInventory),
    /** Changed test files nobody could read, with the reason. */
    unread: z.array(z.object({ path: z.string(), reason: z.string() })),
    /** Those that the change updated, where they were looked for. */
    snapshots: z.array(SnapshotUpdate).optional(),
  })
  .meta({ id: 'Inventory', description: 'The tests that a change touches, before and after.' });
export type Inventory = z.infer<typeof Inventory>;

/** Something in the code that a change brought in or took out, which a reviewer should see. */
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
      'runner_config',
    ]),
    path: z.string().min(1),
    line: z.int().min(1),
    /** The construct, on one line, at most 200 characters; without secrets. */
    text: z.string(),
    change: z.enum(['added', 'removed']),
    /** One sentence a reviewer can act on. */
    message: z.string(),
  })
  .meta({ id: 'CodeSignal', description: 'A construct a change added or removed that is worth a look.' });
export type CodeSignal = z.infer<typeof CodeSignal>;

/** A secret that was found, without the secret. */
export const SecretFinding = z
  .object({
    rule: z.string().min(1),
    path: z.string().min(1),
    line: z.int().min(1),
    /** Its first four characters. */
    starts: z.string().max(4),
    /** SHA-256 of the value, so that the same one can be told and allowed. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'SecretFinding', description: 'Where something that looks like a secret was added.' });
export type SecretFinding = z.infer<typeof SecretFinding>;

export const Secrets = z
  .object({ added_lines: Count, findings: z.array(SecretFinding) })
  .meta({ id: 'Secrets', description: 'What looks like a secret in the added lines, and how many lines there were.' });
export type Secrets = z.infer<typeof Secrets>;
