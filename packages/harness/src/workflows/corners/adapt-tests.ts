import { posix } from 'node:path';
import { type ChangedFile, parseSource } from '@assay/detect';
import type { CornerTest } from './corner-tests.ts';
import type { Expectations } from './expectations.ts';
import type { RanCorner } from './run-corner.ts';
import type { Sides } from './split-sides.ts';

interface AdaptOptions {
  readonly files: ReadonlyMap<string, ChangedFile>;
  readonly sides: Sides;
  readonly expectations: Expectations;
}

export interface AdaptedTests {
  readonly texts: ReadonlyMap<string, string>;
  /** Those that are left out. */
  readonly gone: readonly CornerTest[];
}

/**
 * Old test files that can be loaded on the new code: with the imports of the new files, with the new names of what the
 * product renamed, and without the tests that are gone. Everything else, above all what they expect, is the old text.
 */
export async function adaptTests(
  unloaded: readonly CornerTest[],
  { files, sides, expectations }: AdaptOptions,
): Promise<AdaptedTests> {
  const texts = new Map<string, string>();
  const gone: CornerTest[] = [];
  const product = readSides(sides.product.flatMap(({ path }) => files.get(path) ?? []));
  for (const [path, own] of Map.groupBy(unloaded, ({ file }) => [...files.keys()].find((each) => isFile(each, file)))) {
    const { before, after } = readSides([files.get(path ?? '') ?? { before: null, after: null }]);
    if (path === undefined || before === '' || after === '') continue;
    const [old, now] = [await readImports(path, before), await readImports(path, after)];
    // what stands in for the product must not be taken for it
    if (old === undefined || now === undefined || importsTests(now, { old, path, sides })) continue;
    const lines = before.split('\n');
    const pairs = own.map((test) => ({ test, ...expectations.look(test.name, test.file) }));
    for (const { test, was, now: kept } of pairs) {
      if (was === undefined || kept !== undefined) continue;
      lines.fill('', was.test.line - 1, was.test.end_line);
      gone.push(test);
    }
    for (const { line, end_line } of old) lines.fill('', line - 1, end_line);
    const [first] = old;
    lines[(first?.line ?? 1) - 1] = now.map(({ text }) => text).join('\n');
    const renamed = findRenamed(
      pairs.flatMap(({ was, now: kept }) =>
        was && kept ? [[sliceTest(before, was.test), sliceTest(after, kept.test)] as const] : [],
      ),
      product,
    );
    texts.set(
      path,
      lines.join('\n').replace(TOKEN, (token) => renamed.get(token) ?? token),
    );
  }
  return { texts, gone };
}

const isFile = (path: string, file: string | undefined): boolean => path === file || path.endsWith(`/${file}`);

const sliceTest = (text: string, { line, end_line }: { readonly line: number; readonly end_line: number }): string =>
  text
    .split('\n')
    .slice(line - 1, end_line)
    .join('\n');

const readSides = (files: readonly ChangedFile[]): { readonly before: string; readonly after: string } => ({
  before: files.map(({ before }) => before?.toString('utf8') ?? '').join('\n'),
  after: files.map(({ after }) => after?.toString('utf8') ?? '').join('\n'),
});

interface Import {
  readonly text: string;
  readonly line: number;
  readonly end_line: number;
}

const IMPORT =
  /^(?:package|import|from|use|using|require|require_relative|require_once)\b|^(?:const|let|var)\s[^=]*=\s*require\(/;

/** What a file imports at its top; undefined if it cannot be read. */
async function readImports(path: string, text: string): Promise<readonly Import[] | undefined> {
  const tree = await parseSource(path, text);
  return tree?.root.namedChildren
    .filter((node) => IMPORT.test(node.text))
    .map((node) => ({ text: node.text, line: node.line, end_line: node.endLine }));
}

/** Whether new imports name a file of the test side, which may stand in for the product. */
function importsTests(
  now: readonly Import[],
  { old, path, sides }: { readonly old: readonly Import[]; readonly path: string; readonly sides: Sides },
): boolean {
  const known = new Set(old.flatMap(({ text }) => text.match(TOKEN) ?? []));
  const words = now.flatMap(({ text }) => text.match(/[\w$-]+/g) ?? []).filter((word) => !known.has(word));
  const stems = new Set(sides.tests.filter((each) => each.path !== path).map((each) => posix.parse(each.path).name));
  return words.some((word) => stems.has(word));
}

// a text is one token, so that no word of an expectation is renamed
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|[\w$]+|\S/g;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** What a run of adapted tests gave; those that are gone cannot be loaded. */
export function countGone(ran: RanCorner, gone: readonly CornerTest[]): RanCorner {
  if (ran.report === null || gone.length === 0) return ran;
  const { tests, errored } = ran.report;
  const missing = gone.map(({ name, file }) => ({
    ...{ name, outcome: 'errored' as const },
    ...(file === undefined ? {} : { file }),
  }));
  const report = { ...ran.report, tests: [...tests, ...missing], errored: errored + gone.length };
  return { ...ran, report, exit_code: ran.exit_code || 1 };
}

/** The new names of what the product renamed, by tests that only differ in them. */
export function findRenamed(
  pairs: readonly (readonly [before: string, after: string])[],
  product: { readonly before: string; readonly after: string },
): ReadonlyMap<string, string> {
  const names = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_$][\w$]*/g));
  const [old, now] = [names(product.before), names(product.after)];
  const renamed = new Map<string, string>();
  for (const [before, after] of pairs) {
    const [left, right] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []];
    if (left.length !== right.length) continue;
    for (const [index, name] of left.entries()) {
      const other = right[index] ?? '';
      if (name === other || !NAME.test(name) || !NAME.test(other)) continue;
      // a value that still has its name is another value
      const is_moved = old.has(name) && !now.has(name) && now.has(other) && !old.has(other);
      if (is_moved && !renamed.has(name)) renamed.set(name, other);
    }
  }
  return renamed;
}
