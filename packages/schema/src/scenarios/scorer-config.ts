import { z } from 'zod';
import { CustomScorerSpec, CustomScorerType } from './custom-scorer.ts';
import { Environment, verifierPaths } from './environment.ts';
import { ReportFormat } from './test-report.ts';

// rejects empty, `.` and `..` segments, which would leave the workspace or have several spellings
const PLAIN_PARTS = /^(?!(?:[\s\S]*\/)?\.{0,2}(?:\/|$))/;

const workspacePath = z
  .string()
  .regex(PLAIN_PARTS, 'expected a path inside the workspace such as src/index.ts, without empty, . or .. segments')
  .refine((path) => !path.includes('\0'), 'expected a path without NUL characters')
  .meta({ description: 'Exact path inside the workspace: relative, with forward slashes.' });

const patterns = z
  .array(
    z
      .string()
      .min(1)
      .refine((pattern) => !pattern.includes('\0'), 'expected a pattern without NUL characters'),
  )
  .min(1)
  .meta({ description: 'Globs for the whole path; * and ** match any characters, including /.' });

const glob = z
  .enum(['fnmatch', 'gitignore'])
  .default('fnmatch')
  .meta({ description: 'Pattern syntax: fnmatch on the whole path, or .gitignore rules.' });

const untouched = {
  paths: z.array(workspacePath).min(1).meta({ description: 'Files that must not change, by exact path.' }),
  dirs: z.array(workspacePath).default([]).meta({ description: 'Folders in which nothing may change.' }),
  ignore_new_files: z.boolean().optional().meta({ description: 'Let the change add files to the listed folders.' }),
};

const markers = {
  test_globset: patterns.optional().meta({ description: 'Which files are tests. Default: the usual test file names.' }),
  glob,
  granularity: z
    .enum(['total', 'file', 'test'])
    .default('total')
    .meta({ description: 'Whether counts are compared in total, per file or per test.' }),
  ignore_new_files: z.boolean().default(false).meta({ description: 'Ignore test files the change added.' }),
};

const reported = {
  command: z.string().min(1).meta({ description: 'Name of the command scorer whose report contains the tests.' }),
  tests: z.array(z.string().min(1)).min(1).meta({ description: 'Test names as in the report.' }),
};

/** An input of the code under test, and the fields of the answer it should give: without any, every answer would do. */
export const AnswerCase = z
  .looseObject({ input: z.unknown() })
  .refine((given) => Object.keys(given).some((field) => field !== 'input'), {
    message: 'expected a field of the answer next to input, such as value',
  });

const define = <T extends string, F extends z.ZodRawShape>(type: T, description: string, fields: F) =>
  z
    .strictObject({
      name: z.string().min(1).max(200),
      type: z.literal(type),
      required: z.boolean().optional(),
      ...fields,
    })
    .meta({ description });

/** The configuration fields of each scorer type. */
export const SCORER_CONFIGS = {
  command: define('command', 'A shell command that must exit with 0.', {
    command: z.string().min(1),
    timeout_s: z.number().min(1).max(3600).default(900),
    report: z
      .enum([...ReportFormat.options, 'none'])
      .optional()
      .meta({
        description:
          'Format of the required test report. Default: detect a report if there is one. `none`: do not look for one.',
      }),
    report_file: workspacePath.optional().meta({
      description: 'Report file; deleted before the command runs. Default: read the report from the output.',
    }),
    min_tests: z.int().min(1).optional().meta({ description: 'Minimum number of executed tests.' }),
    must_pass: z.array(z.string().min(1)).default([]).meta({ description: 'Tests that must run and pass, by name.' }),
    restore: z
      .array(workspacePath)
      .default([])
      .meta({ description: 'Paths to restore to the baseline before the command runs.' }),
    same_tests: z
      .boolean()
      .default(true)
      .meta({ description: 'Every test that ran at the baseline must run again, by its name in the report.' }),
    repeat: z.int().min(1).max(100).default(1).meta({ description: 'How often to run it; every run must pass.' }),
    isolated: z
      .boolean()
      .default(false)
      .meta({ description: 'Run in a copy, so that later commands are not affected.' }),
    tree: z.enum(['live', 'clean', 'both']).default('both').meta({
      description:
        "Where it runs: in the agent's tree, in a clean checkout of its change, or in both, if it passes in the first.",
    }),
    control: z.boolean().default(true).meta({
      description:
        'If it passes in a clean checkout, run it there again with its tests made to fail. A test that still passes is not decided by its assertions.',
    }),
  }),
  answers: define('answers', 'The code gives the right answers to inputs it has not seen.', {
    ask: z
      .union([
        z.string().min(1).meta({
          description:
            'A shell command that reads an input per line and prints an answer per line, a JSON object in the same order.',
        }),
        z.strictObject({
          python: z
            .string()
            .regex(/^[\w.]+:[\w.]+$/, 'expected a module and a function such as app.roman:to_roman')
            .meta({
              description: 'Calls a function, such as `app.roman:to_roman`. An input is its list of arguments.',
            }),
        }),
        z.strictObject({
          node: z
            .string()
            .regex(/^[^#]+#[\w$.]+$/, 'expected a file and an export such as src/roman.js#toRoman')
            .meta({
              description: 'Calls an export, such as `src/roman.js#toRoman`. An input is its list of arguments.',
            }),
        }),
        z.strictObject({
          program: z.array(z.string()).min(1).meta({
            description:
              'Starts a program per input in an empty folder; paths that begin with ./ are in the workspace. An input has `args`, `stdin` and `files`.',
          }),
        }),
      ])
      .meta({ description: 'How to ask. The code sees the inputs, never the expected answers.' }),
    cases: z.array(AnswerCase).max(1000).default([]).meta({
      description:
        'Inputs and the fields of their answers: `value`, or the name of an exception as `error` and its `message`, and `args` after the call; for a program `stdout`, `exit_code` and `files`. `{$includes: text}` expects part of a text.',
    }),
    generate: z.string().min(1).optional().meta({
      description:
        'A shell command that prints further cases, one JSON object per line. It runs apart from the code, with another `ASSAY_SEED` in every run.',
    }),
    timeout_s: z.number().min(1).max(3600).default(60),
  }).refine(({ cases, generate }) => cases.length > 0 || generate !== undefined, {
    path: ['cases'],
    message: 'expected at least one case, or generate',
  }),
  reward: define('reward', 'A verifier that writes its rewards to a file.', {
    command: z.string().min(1),
    timeout_s: z.number().min(1).max(86_400).default(600),
    ...verifierPaths,
    env: z.record(z.string(), z.string()).default({}),
    user: z.string().min(1).optional().meta({ description: 'User of the verifier. Default: the user of the image.' }),
    pass_at: z.number().positive().default(1).meta({ description: 'The smallest reward that passes.' }),
    metric: z.string().min(1).optional().meta({
      description: 'The reward that decides. Default: the one named reward, or else the mean of all.',
    }),
    turn: z.int().min(1).optional().meta({
      description: 'After which turn of the agent it runs, from 1. Default: after the last.',
    }),
    stop_below: z.number().optional().meta({
      description: 'A smaller reward ends the run: the agent gets no further turn.',
    }),
    environment: Environment.optional().meta({
      description: "A separate container. Default: the agent's, with its changes to the system.",
    }),
    artifacts: z.array(z.string().regex(/^\//, 'expected an absolute path')).default([]).meta({
      description: 'With a separate container: all it gets from the agent, by path.',
    }),
  }),
  allowed_paths: define('allowed_paths', 'Every changed file matches one of the patterns.', { patterns, glob }),
  forbid_paths: define('forbid_paths', 'No changed file matches any of the patterns.', {
    patterns,
    glob,
    include_ignored: z.boolean().default(false).meta({ description: 'Also check files the baseline ignores.' }),
  }),
  max_files_changed: define('max_files_changed', 'The number of changed files is within the limit.', {
    limit: z.int().min(0),
  }),
  forbid_secrets: define('forbid_secrets', 'No added line looks like a secret.', {
    allow_sha256: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hexadecimal digits'))
      .default([])
      .meta({ description: 'SHA-256 of known, harmless values.' }),
  }),
  file_exists: define('file_exists', 'A file or folder exists after the run.', { path: workspacePath }),
  tests_unmodified: define('tests_unmodified', 'No listed test changed.', untouched),
  baseline_unmodified: define('baseline_unmodified', 'No listed scaffolding file changed.', untouched),
  no_new_skips: define('no_new_skips', 'No test is newly skipped, expected to fail or focused.', markers),
  assertions_not_weakened: define('assertions_not_weakened', 'No assertion was removed from the tests.', {
    ...markers,
    strength: z.boolean().default(false).meta({ description: 'Also report assertions that became weaker.' }),
  }),
  llm_judge: define('llm_judge', 'A rubric for the judge; it never gates.', { rubric: z.string().min(1) }),
  runner_config_unmodified: define('runner_config_unmodified', 'The test runner configuration did not change.', {
    patterns: patterns.optional().meta({ description: 'Configuration files. Default: the usual ones.' }),
  }),
  test_count_floor: define('test_count_floor', 'There are at least as many tests as before.', {}),
  fail_to_pass: define('fail_to_pass', 'Tests that failed before pass now.', reported),
  pass_to_pass: define('pass_to_pass', 'Tests that passed before still pass.', reported),
  no_new_suppressions: define('no_new_suppressions', 'No new suppression of warnings was added.', {}),
  coverage_not_decreased: define('coverage_not_decreased', 'Test coverage did not decrease.', {
    command: z.string().min(1).meta({ description: 'Name of the command scorer whose output contains the coverage.' }),
    floor: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Minimum percentage. Default: the coverage of the same command at the baseline.' }),
  }),
  special_cased_tests: define(
    'special_cased_tests',
    'The code does not hard-code answers for the inputs of the tests.',
    {},
  ),
  no_surroundings: define('no_surroundings', 'The code asks for nothing but its input.', {}),
  early_exits: define('early_exits', 'Nothing exits the program before tests can fail.', {}),
  tests_can_fail: define('tests_can_fail', 'No test passes after it was made to fail.', {}),
  no_loose_programs: define('no_loose_programs', 'No command passes only because of programs outside the change.', {}),
  answer_lookups: define('answer_lookups', 'The agent did not look up the answer.', {}),
  budget: define('budget', 'The run stayed within its budget.', {
    cost_usd: z.number().positive().optional(),
    tokens: z.int().positive().optional(),
    turns: z.int().positive().optional(),
    wall_s: z.number().positive().optional(),
  }),
  claims_verified: define('claims_verified', 'What the agent claims about its tests is true.', {}),
} as const;

type Configs = typeof SCORER_CONFIGS;

export const ScorerType = z
  .enum(Object.keys(SCORER_CONFIGS) as [keyof Configs, ...(keyof Configs)[]])
  .meta({ id: 'ScorerType', description: 'The scorer types in the catalog.' });
export type ScorerType = z.infer<typeof ScorerType>;

/** The type of a scorer: of the catalog, or from the configuration. */
export const AnyScorerType = z.union([ScorerType, CustomScorerType]);
export type AnyScorerType = z.infer<typeof AnyScorerType>;

const BuiltInSpec = z.discriminatedUnion(
  'type',
  Object.values(SCORER_CONFIGS) as unknown as readonly [Configs[keyof Configs]],
);

/** A scorer as configured: exactly the fields of its type, or any for a type from the configuration. */
export const ScorerSpec = z
  .union([BuiltInSpec, CustomScorerSpec])
  .meta({ id: 'ScorerSpec', description: 'A scorer by name and type, with the fields of its type.' });
export type ScorerSpec = z.infer<typeof ScorerSpec>;

/** The configuration of one scorer type, with defaults filled in. */
export type ScorerConfig<T extends AnyScorerType = AnyScorerType> = T extends keyof Configs
  ? z.infer<Configs[T]>
  : CustomScorerSpec;
