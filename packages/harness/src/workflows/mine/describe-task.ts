import { stringify } from 'yaml';
import { RECIPE_FILE } from '../../scenarios/recipe.ts';
import { findProtected } from '../test-commands/protected-paths.ts';
import type { TriedTests } from './run-tests.ts';

// short enough for cheats that make the tests hang, long enough for a busy machine
const [LEAST_S, MOST_S, SLOWER] = [120, 3600, 10];

export interface DescribedTask {
  readonly name: string;
  readonly instruction: string;
  readonly tests: TriedTests;
  /** The paths of the seed. */
  readonly paths: readonly string[];
  /** The test files that hidden ones replace, and the files of the solution. */
  readonly hidden: readonly string[];
  readonly sources: readonly string[];
}

/** A mined task as YAML. */
export const formatTask = ({ name, instruction, tests, ...rest }: DescribedTask): string =>
  stringify(
    {
      name,
      user_instruction: instruction,
      workspace_seed: { copy: './seed' },
      hidden: { files: './hidden' },
      ...(tests.environment.recipe === undefined ? {} : { dependencies: `./${RECIPE_FILE}` }),
      scorers: listScorers({ tests, ...rest }),
      integrity: 'gate',
      latency_baseline: 'scenario',
      oracle: './oracle.patch',
    },
    { aliasDuplicateObjects: false, lineWidth: 110 },
  );

type Scored = Pick<DescribedTask, 'tests' | 'paths' | 'hidden' | 'sources'>;

function listScorers({ tests, paths, hidden, sources }: Scored): object[] {
  const { command, fail_to_pass, pass_to_pass, same_tests, succeeds, found } = tests;
  const timeout_s = Math.min(MOST_S, Math.max(LEAST_S, Math.ceil((SLOWER * tests.duration_ms) / 1000)));
  const named = (type: string, names: readonly string[]): object[] =>
    names.length === 0 ? [] : [{ name: type, type, required: true, command: 'tests', tests: names }];
  const replaced = new Set(hidden);
  const seed = new Set(paths);
  const { paths: protectedPaths, dirs } = findProtected(
    paths.filter((path) => !replaced.has(path)),
    { found, sources },
  );
  // a folder with replaced tests: its other files, one by one
  const open = dirs.filter((dir) => hidden.some((path) => path.startsWith(`${dir}/`)));
  const opened = paths.filter((path) => !replaced.has(path) && open.some((dir) => path.startsWith(`${dir}/`)));
  const untouched = [...protectedPaths.filter((path) => seed.has(path)), ...opened];
  const closed = dirs.filter((dir) => !open.includes(dir));
  return [
    {
      name: 'tests',
      type: 'command',
      command,
      timeout_s,
      // tests that fail with the solution too must not decide
      ...(succeeds ? {} : { required: false }),
      ...(same_tests ? {} : { same_tests: false }),
    },
    ...named('fail_to_pass', fail_to_pass),
    ...named('pass_to_pass', pass_to_pass),
    ...(untouched.length === 0 && closed.length === 0
      ? []
      : [
          {
            name: 'tests untouched',
            type: 'tests_unmodified',
            paths: untouched.length === 0 ? closed : untouched,
            dirs: closed,
            ignore_new_files: true,
          },
        ]),
    { name: 'no fewer tests', type: 'test_count_floor', required: true },
    { name: 'nothing exits early', type: 'early_exits', required: true },
    { name: 'no special cases for tests', type: 'special_cased_tests', required: true },
  ];
}

const LONGEST_NAME = 60;

/** A name for a task: its date and the words of its subject, without whatever points to the commit. */
export function nameTask({
  date,
  subject,
  taken,
}: {
  date: string;
  subject: string;
  taken: ReadonlySet<string>;
}): string {
  const words = subject
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = `${date.slice(0, 10)}-${(words ?? ['change']).join('-')}`.slice(0, LONGEST_NAME).replace(/-+$/, '');
  for (let count = 1; ; count++) {
    const name = count === 1 ? slug : `${slug}-${count}`;
    if (!taken.has(name)) return name;
  }
}
