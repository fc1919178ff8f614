import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { type Measurement, type Ratio, root, time } from './ratio.ts';

const CLI = `${root}packages/cli/bin/assay.js`;
const FILES = 1000;
const FUNCTIONS = 30;
const ROUNDS = 3;

export const CHECK: readonly Ratio[] = [
  {
    what: `\`assay check\` on a change of ${FILES} files, half of them tests`,
    against: '`git diff` and parsing the files, before and after',
    limit: { most: 3 },
    measure: measureCheck,
  },
];

async function measureCheck(): Promise<Measurement> {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
  try {
    const texts = makeChange(folder);
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

function check(folder: string): void {
  const args = [CLI, 'check', '--base', 'main', '--head', 'work', '--json'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`assay check failed: ${stderr}`);
}

/** A repository with a change in every file, and the texts of its files on both sides. */
function makeChange(folder: string): string[] {
  const texts: string[] = [];
  const write = (version: number): void => {
    for (let i = 0; i < FILES; i++) {
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
