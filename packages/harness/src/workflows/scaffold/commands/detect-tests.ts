import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listNpmCommands } from './npm-commands.ts';

/** The test commands of a repository, and the file they were found in. */
export interface TestSetup {
  /** In order of preference: those whose report names the tests come first. */
  readonly commands: readonly string[];
  readonly found: string;
}

interface Detector {
  readonly file: string;
  /** The commands that the content of the file suggests. */
  readonly commands: (text: string) => readonly string[];
}

const PYTEST = ['python3 -m pytest -rA', 'python3 -m pytest -q'];
// unittest finds neither tests in a folder that is not a package nor tests that are plain functions
const UNITTEST = ['python3 -m unittest -v', 'python3 -m unittest discover -v -s tests', ...PYTEST];
const GRADLE = ['./gradlew --offline test'];

const DETECTORS: readonly Detector[] = [
  { file: 'package.json', commands: listNpmCommands },
  { file: 'go.mod', commands: () => ['go test -v ./...', 'go test ./...'] },
  // the names of documentation tests contain line numbers, which a fix changes
  { file: 'Cargo.toml', commands: () => ['cargo test --offline --tests', 'cargo test --offline'] },
  { file: 'pytest.ini', commands: () => PYTEST },
  { file: 'conftest.py', commands: () => PYTEST },
  { file: 'pyproject.toml', commands: (text) => (text.includes('pytest') ? PYTEST : UNITTEST) },
  { file: 'tox.ini', commands: (text) => (text.includes('pytest') ? PYTEST : []) },
  { file: 'setup.py', commands: () => UNITTEST },
  { file: 'pom.xml', commands: () => ['mvn --offline --quiet test'] },
  { file: 'build.gradle', commands: () => GRADLE },
  { file: 'build.gradle.kts', commands: () => GRADLE },
  {
    file: 'Gemfile',
    commands: (text) =>
      text.includes('rspec')
        ? ['bundle exec rspec --format documentation', 'bundle exec rspec']
        : ['bundle exec rake test'],
  },
  { file: 'Makefile', commands: (text) => (/^test\s*:(?!=)/m.test(text) ? ['make test'] : []) },
  { file: 'test.sh', commands: () => ['sh ./test.sh'] },
];

/** Detects the test commands of a folder; the first match in the list counts. */
export async function detectTests(folder: string): Promise<TestSetup | undefined> {
  for (const { file, commands } of DETECTORS) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
    const found = text === undefined ? [] : commands(text);
    if (found.length > 0) return { commands: found, found: file };
  }
  // plain Python needs no test configuration
  const names = await readdir(join(folder, 'tests')).catch(() => []);
  const python = names.some((name) => /^test_.*\.py$/.test(name));
  return python ? { commands: UNITTEST, found: 'tests/' } : undefined;
}
