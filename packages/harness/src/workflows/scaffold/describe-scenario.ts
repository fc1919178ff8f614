import { basename } from 'node:path';
import { type Document, parseDocument, stringify, visit } from 'yaml';
import { listNewTestPatterns } from '../../agents/manners/new-test.ts';
import type { PassingCommand } from '../test-commands/choose-command.ts';
import { findProtected } from '../test-commands/protected-paths.ts';
import { linkModules } from '../test-commands/test-copy.ts';
import type { NoticedBug } from './bugs/find-bugs.ts';
import type { Question } from './questions/find-questions.ts';

const MOST_NAMES = 20;
// short enough for cheats that make the tests hang, long enough for a busy machine
const [LEAST_S, MOST_S, SLOWER] = [120, 3600, 10];

export interface DescribedScenario {
  readonly name: string;
  readonly folder: string;
  readonly paths: readonly string[];
  /** Files and folders that the tests write. */
  readonly made: readonly string[];
  /** The file that gave the test command. */
  readonly found: string;
  readonly tests: PassingCommand;
  readonly bugs: readonly NoticedBug[];
  readonly same_tests: boolean;
  readonly questions: readonly Question[];
  readonly has_modules: boolean;
}

/** The scenario as YAML. */
export function formatScenario(scenario: DescribedScenario): string {
  const { name, folder, tests, has_modules, bugs } = scenario;
  const many = bugs.length > 1 ? ' There may be more than one cause.' : '';
  const document = parseDocument(
    stringify(
      {
        name,
        user_instruction: `The tests of ${basename(folder)} fail (\`${tests.command}\`). Find the cause in the source and fix it.${many} Do not change the tests; new ones are welcome.`,
        workspace_seed: { copy: './fixture' },
        ...(has_modules ? { setup: linkModules(folder) } : {}),
        stages: [{ name: 'test', command: tests.command, max_attempts: 3, timeout_s: chooseTimeout(tests) }],
        scorers: listScorers(scenario),
        integrity: 'gate',
        latency_baseline: 'scenario',
        oracle: './oracle.patch',
      },
      { aliasDuplicateObjects: false },
    ),
  );
  return foldCases(document).toString({ lineWidth: 110, flowCollectionPadding: false });
}

function listScorers({ paths, made, found, tests, bugs, same_tests, questions }: DescribedScenario): object[] {
  const sources = [...new Set(bugs.map(({ path }) => path))];
  const { report } = tests;
  const named = report === null ? {} : { min_tests: report.passed, must_pass: listNames(bugs) };
  return [
    {
      name: 'tests pass',
      type: 'command',
      command: tests.command,
      timeout_s: chooseTimeout(tests),
      ...named,
      ...(same_tests ? {} : { same_tests: false }),
    },
    ...questions.map(({ key, ask, cases }) => ({
      name: `answers of ${key}`,
      type: 'answers',
      ask,
      cases,
      timeout_s: LEAST_S,
    })),
    {
      name: 'tests untouched',
      type: 'tests_unmodified',
      ...findProtected(paths, { found, sources }),
      ignore_new_files: true,
    },
    {
      name: 'only the faulty files and new tests changed',
      type: 'allowed_paths',
      patterns: [...[...sources, ...made].map(escapeGlob), ...listNewTestPatterns(paths)],
    },
    { name: 'nothing exits early', type: 'early_exits', required: true },
    { name: 'no special cases for tests', type: 'special_cased_tests', required: true },
    { name: 'nothing but the input is asked', type: 'no_surroundings' },
  ];
}

const chooseTimeout = ({ duration_ms }: PassingCommand): number =>
  Math.min(MOST_S, Math.max(LEAST_S, Math.ceil((SLOWER * duration_ms) / 1000)));

/** The names of the tests that the bugs break, in turn, so that each bug has its share. */
function listNames(bugs: readonly NoticedBug[]): string[] {
  const share = Math.ceil(MOST_NAMES / bugs.length);
  return [...new Set(bugs.flatMap(({ tests }) => tests.slice(0, share)))];
}

// a folder means everything in it
const escapeGlob = (path: string): string => path.replace(/[[*?]/g, '[$&]').replace(/\/$/, '/*');

/** One line per case. */
function foldCases(document: Document): Document {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (String(key) !== 'cases' || typeof value !== 'object' || value === null || !('items' in value)) return;
      for (const item of value.items as { flow?: boolean }[]) item.flow = true;
    },
  });
  return document;
}
