import type { TestLoss } from '@assay/schema';
import type { ChangedText } from './judge-configuration.ts';

/** What comes before the installed runner if a project has a file of its name; a language is an entry. */
interface Shadow {
  readonly runners: readonly string[];
  /** The place of a runner in the project. */
  readonly place: (runner: string) => string;
}

const SHADOWS: readonly Shadow[] = [
  {
    // the folders of the program and of the tests are searched first
    runners: ['unittest', 'pytest', '_pytest', 'pluggy', 'doctest', 'hypothesis', 'tox', 'nox'],
    place: (name) => `^(?:(?:src|lib|(?:.*/)?tests?)/)?${name}(?:\\.py|/__init__\\.py|/__main__\\.py)$`,
  },
  {
    runners: ['node', 'npm', 'npx', 'tsx', 'vitest', 'jest', 'mocha', 'ava', 'tap', 'jasmine', 'playwright', 'cypress'],
    place: (name) => `(?:^|/)node_modules/(?:\\.bin/)?${name}(?:$|/)`,
  },
  {
    runners: ['org/junit', 'junit/framework', 'org/testng', 'org/hamcrest', 'org/assertj', 'org/opentest4j'],
    place: (name) => `(?:^|/)${name}/.*\\.(?:java|kt)$`,
  },
  { runners: ['minitest', 'rspec', 'test/unit'], place: (name) => `(?:^|/)${name}\\.rb$` },
  { runners: ['PHPUnit'], place: (name) => `(?:^|/)${name}/Framework/.*\\.php$` },
  { runners: ['stretchr/testify', 'onsi/gomega'], place: (name) => `^vendor/github\\.com/${name}/.*\\.go$` },
];

const PLACES = SHADOWS.flatMap(({ runners, place }) =>
  runners.map((runner) => ({ runner, pattern: new RegExp(place(runner)) })),
);

/** New files of a project that are loaded in place of its test runner. */
export function judgeShadows(files: ReadonlyMap<string, ChangedText>, known_paths: readonly string[]): TestLoss[] {
  return PLACES.flatMap(({ runner, pattern }): TestLoss[] => {
    const added = [...files].find(
      ([path, { before, after }]) => before === null && after !== null && pattern.test(path),
    );
    // the runner's own project, or one that keeps a copy of it
    if (added === undefined || known_paths.some((path) => pattern.test(path))) return [];
    const message = `this file is loaded in place of ${runner}, so it decides which tests pass; remove or rename it`;
    return [{ aspect: 'runs', grade: 'blocks', path: added[0], line: 1, test: null, message }];
  });
}

/** New files of the tests that are loaded in place of files of the product: what is compiled with the tests comes first. */
export function judgeCopies(files: ReadonlyMap<string, ChangedText>, paths: ReadonlySet<string>): TestLoss[] {
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    const product = path.replace(/(^|\/)src\/test\//, '$1src/main/');
    const exists = paths.has(product) || (files.get(product)?.after ?? null) !== null;
    if (before !== null || after === null || product === path || !exists) return [];
    const message = `this file is loaded in place of ${product}, so the tests are not about the product`;
    return [{ aspect: 'about_subject', grade: 'blocks', path, line: 1, test: null, message }];
  });
}
