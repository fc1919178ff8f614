import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { best, CLI, type Measurement, measureCpu, type Ratio, time } from './ratio.ts';

const FILES = 1000;
const FUNCTIONS = 30;
const ROUNDS = 3;
const UNCHANGED_FILES = 80;
const ONE_FILE_ROUNDS = 9;

export const CHECK: readonly Ratio[] = [
  {
    what: `\`assay check\` on a change of ${FILES} files, half of them tests`,
    against: '`git diff` and parsing the files, before and after',
    limit: { most: 3 },
    measure: measureCheck,
  },
  {
    what: 'CPU time of `assay check` on a change of one file',
    against: 'starting Node, and `git diff`',
    limit: { most: 10 },
    measure: measureOneFile,
  },
];

async function measureCheck(): Promise<Measurement> {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    const texts = makeChange(folder, { files: FILES, changed: FILES });
    const parse = await createParser();
    const found = { subject: Number.POSITIVE_INFINITY, reference: Number.POSITIVE_INFINITY };
    for (let round = 0; round < ROUNDS; round++) {
      const parse_ms = time(() => texts.forEach(parse));
      const diff_ms = time(() => void git(folder, 'diff', 'main', 'work'));
      found.reference = Math.min(found.reference, parse_ms + diff_ms);
      found.subject = Math.min(
        found.subject,
        time(() => check(folder)),
      );
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measureOneFile(): Measurement {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    makeChange(folder, { files: UNCHANGED_FILES, changed: 1 });
    // the first run compiles
    check(folder);
    const cpu = (...command: string[]): number => measureCpu(command, folder).cpu_ms;
    return best(
      ONE_FILE_ROUNDS,
      () => cpu(process.execPath, ...CHECK_ARGS),
      () => cpu(process.execPath, '-e', '0') + cpu('git', 'diff', 'main', 'work'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CHECK_ARGS = [CLI, 'check', '--base', 'main', '--head', 'work', '--json'];

function check(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, CHECK_ARGS, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`assay check failed: ${stderr}`);
}

interface Made {
  readonly files: number;
  /** How many of them the change edits. */
  readonly changed: number;
}

/** A repository with a change, and the texts of its changed files on both sides. */
function makeChange(folder: string, { files, changed }: Made): string[] {
  const texts: string[] = [];
  const write = (version: number): void => {
    for (let i = 0; i < (version === 1 ? files : changed); i++) {
      const isTest = i % 2 === 1;
      const path = `${folder}/${isTest ? 'tests/test_' : 'src/module_'}${i}.py`;
      const text = isTest ? testText(i, version) : sourceText(i, version);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      texts.push(text);
    }
  };
  git(folder, 'init', '-q', '-b', 'main');
  write(1);
  commit(folder);
  git(folder, 'checkout', '-q', '-b', 'work');
  write(2);
  commit(folder);
  return texts;
}

const each = (write: (index: number) => string): string =>
  Array.from({ length: FUNCTIONS }, (_, i) => write(i)).join('\n');

const sourceText = (file: number, version: number): string =>
  each(
    (i) =>
      `def scale_${i}(value, other):\n    """Scales by ${version}."""\n    return value * ${i} + other - ${file}\n`,
  );

const testText = (file: number, version: number): string =>
  `import module\n\n${each((i) => `def test_scale_${i}():\n    value = ${version}\n    assert module.scale_${i}(value, ${file}) == value * ${i}\n`)}`;

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-q', '-m', 'change');
}

const git = (folder: string, ...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: folder, maxBuffer: 2 ** 28 });

async function createParser(): Promise<(text: string) => void> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm');
  const parser = new Parser().setLanguage(await Language.load(readFileSync(grammar)));
  return (text) => parser.parse(text)?.delete();
}
