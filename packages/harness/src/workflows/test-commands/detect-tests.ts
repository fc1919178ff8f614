import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { quote } from '../../machine/processes/quote.ts';
import { listNpmCommands } from './npm-commands.ts';
import { exists } from './repository-files.ts';

/** The test commands of a repository, and the file they were found in. */
export interface TestSetup {
  /** In order of preference: those whose report names the tests come first. */
  readonly commands: readonly string[];
  readonly found: string;
  /** The folder of the package whose tests these are, if it is not the top. The commands start with `cd`. */
  readonly unit?: string;
}

interface Detector {
  readonly file: string;
  /** The commands that the content of the file suggests, for some test files or, without any, for all. */
  readonly commands: (text: string, files: readonly string[]) => readonly string[];
}

const DETECTORS: readonly Detector[] = [
  { file: 'package.json', commands: listNpmCommands },
  { file: 'go.mod', commands: (_, files) => listGo(files) },
  { file: 'Cargo.toml', commands: (_, files) => listCargo(files) },
  { file: 'pytest.ini', commands: (_, files) => listPytest(files) },
  { file: 'conftest.py', commands: (_, files) => listPytest(files) },
  { file: 'pyproject.toml', commands: (text, files) => listPython(files, { pytest: text.includes('pytest') }) },
  { file: 'tox.ini', commands: (text, files) => (text.includes('pytest') ? listPytest(files) : []) },
  { file: 'setup.py', commands: (_, files) => listPython(files, {}) },
  { file: 'pom.xml', commands: (_, files) => listMaven(files) },
  { file: 'build.gradle', commands: (_, files) => listGradle(files) },
  { file: 'build.gradle.kts', commands: (_, files) => listGradle(files) },
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

// what makes a folder a package with tests that run in it
const PACKAGES = ['package.json', 'go.mod', 'Cargo.toml', 'pyproject.toml', 'setup.py'];

/**
 * Detects the commands for these test files of a folder, or for all; the first match in the list counts. Files of one
 * package of a larger repository are tested as that package tests them.
 */
export async function detectTests(folder: string, files: readonly string[] = []): Promise<TestSetup | undefined> {
  for (const unit of listUnits(files)) {
    const names = await readdir(join(folder, unit)).catch((): string[] => []);
    if (!PACKAGES.some((name) => names.includes(name))) continue;
    const own = files.map((path) => path.slice(unit.length + 1));
    const setup = await detectIn(join(folder, unit), {
      files: own,
      detectors: DETECTORS.filter(({ file }) => PACKAGES.includes(file)),
    });
    if (setup === undefined) continue;
    const commands = setup.commands.map((command) => `cd ${quote(unit)} && ${command}`);
    return { commands, found: `${unit}/${setup.found}`, unit };
  }
  const setup = await detectIn(folder, { files, detectors: DETECTORS });
  return setup ?? (await detectPlainPython(folder, files)) ?? detectOldGo(files);
}

// before Go had modules
const detectOldGo = (files: readonly string[]): TestSetup | undefined =>
  files.length > 0 && files.every((path) => path.endsWith('_test.go'))
    ? { commands: listGo(files).map((command) => `GO111MODULE=off ${command}`), found: './' }
    : undefined;

/** The folders that contain all of these files, the deepest first, without the top. */
function listUnits(files: readonly string[]): string[] {
  const [first = '', ...others] = files.map((path) => posix.dirname(path));
  const units = first.split('/').map((_, depth, names) => names.slice(0, depth + 1).join('/'));
  return units
    .filter((unit) => unit !== '' && unit !== '.' && others.every((path) => `${path}/`.startsWith(`${unit}/`)))
    .toReversed();
}

interface DetectOptions {
  readonly files: readonly string[];
  readonly detectors: readonly Detector[];
}

async function detectIn(folder: string, { files, detectors }: DetectOptions): Promise<TestSetup | undefined> {
  for (const { file, commands } of detectors) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
    const found = text === undefined ? [] : commands(text, files);
    if (found.length > 0) return { commands: await addSource(folder, found), found: file };
  }
  return undefined;
}

// a package in src is not installed
async function addSource(folder: string, commands: readonly string[]): Promise<readonly string[]> {
  const has = commands.some((command) => command.startsWith('python3')) && (await exists(join(folder, 'src')));
  return has ? commands.map((command) => `PYTHONPATH=src ${command}`) : commands;
}

async function detectPlainPython(folder: string, files: readonly string[]): Promise<TestSetup | undefined> {
  // it needs no test configuration
  for (const place of ['tests', 'test', '.']) {
    const names = await readdir(join(folder, place)).catch(() => []);
    const python = names.some((name) => /^test_.*\.py$/.test(name));
    if (python) return { commands: await addSource(folder, listPython(files, { place })), found: `${place}/` };
  }
  return undefined;
}

// a file that cannot be collected must not hide the others; options of the project may need what is not installed
const listPytest = (files: readonly string[]): string[] =>
  ['-rA', '-q', '-rA -o addopts='].map((option) =>
    add(`python3 -m pytest ${option}${files.length > 1 ? ' --continue-on-collection-errors' : ''}`, files),
  );

// unittest finds neither tests in a folder that is not a package nor tests that are plain functions
const listPython = (files: readonly string[], { pytest = false, place = 'tests' }): string[] => {
  const discover = files.length === 0 ? [`python3 -m unittest discover -v -s ${place}`] : [];
  return [...(pytest ? [] : [add('python3 -m unittest -v', files), ...discover]), ...listPytest(files)];
};

// a package is a folder
const listGo = (files: readonly string[]): string[] => {
  const packages = files.length === 0 ? ['./...'] : files.map((path) => quote(`./${posix.dirname(path)}`));
  return ['go test -v', 'go test'].map((command) => [command, ...new Set(packages)].join(' '));
};

// the names of documentation tests contain line numbers, which a fix changes
const listCargo = (files: readonly string[]): string[] => {
  const names = files.flatMap((path) => /^tests\/([\w-]+)\.rs$/.exec(path)?.[1] ?? []);
  const only = names.length > 0 && names.length === files.length;
  return only
    ? [`cargo test --offline ${names.map((name) => `--test ${name}`).join(' ')}`]
    : ['cargo test --offline --tests', 'cargo test --offline'];
};

const listClasses = (files: readonly string[]): string[] =>
  files.map((path) => posix.basename(path).split('.')[0] ?? '');

const listMaven = (files: readonly string[]): string[] => [
  files.length === 0
    ? 'mvn --offline --quiet test'
    : `mvn --offline -Dtest=${quote(listClasses(files).join(','))} test`,
];

const listGradle = (files: readonly string[]): string[] => [
  ['./gradlew --offline test', ...listClasses(files).map((name) => `--tests ${quote(`*${name}`)}`)].join(' '),
];

const add = (command: string, files: readonly string[]): string => [command, ...files.map(quote)].join(' ');
