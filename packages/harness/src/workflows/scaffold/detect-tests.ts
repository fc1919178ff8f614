import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The test command of a repository, and the file it was found in. */
export interface TestSetup {
  readonly command: string;
  readonly found: string;
}

interface Detector {
  readonly file: string;
  /** The command, if the content of the file shows one. */
  readonly command: (text: string) => string | undefined;
}

// npm's default for a new package
const NO_TESTS = /no test specified/;

const DETECTORS: readonly Detector[] = [
  { file: 'package.json', command: npmCommand },
  { file: 'go.mod', command: () => 'go test ./...' },
  { file: 'Cargo.toml', command: () => 'cargo test --offline --quiet' },
  { file: 'pytest.ini', command: () => 'python3 -m pytest -q' },
  { file: 'conftest.py', command: () => 'python3 -m pytest -q' },
  {
    file: 'pyproject.toml',
    command: (text) => (text.includes('pytest') ? 'python3 -m pytest -q' : 'python3 -m unittest'),
  },
  { file: 'setup.py', command: () => 'python3 -m unittest' },
  { file: 'pom.xml', command: () => 'mvn --offline --quiet test' },
  { file: 'build.gradle', command: () => './gradlew --offline test' },
  { file: 'build.gradle.kts', command: () => './gradlew --offline test' },
  { file: 'Gemfile', command: (text) => (text.includes('rspec') ? 'bundle exec rspec' : 'bundle exec rake test') },
  { file: 'Makefile', command: (text) => (/^test\s*:(?!=)/m.test(text) ? 'make test' : undefined) },
  { file: 'test.sh', command: () => 'sh ./test.sh' },
];

/** Detects the test command of a folder; the first match in the list counts. */
export async function detectTests(folder: string): Promise<TestSetup | undefined> {
  for (const { file, command } of DETECTORS) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
    const found = text === undefined ? undefined : command(text);
    if (found !== undefined) return { command: found, found: file };
  }
  // plain Python needs no test configuration
  const names = await readdir(join(folder, 'tests')).catch(() => []);
  const python = names.some((name) => /^test_.*\.py$/.test(name));
  return python ? { command: 'python3 -m unittest', found: 'tests/' } : undefined;
}

function npmCommand(text: string): string | undefined {
  try {
    const script: unknown = JSON.parse(text).scripts?.test;
    return typeof script === 'string' && !NO_TESTS.test(script) ? 'npm test' : undefined;
  } catch {
    // npm cannot run tests of an invalid package.json
    return undefined;
  }
}
