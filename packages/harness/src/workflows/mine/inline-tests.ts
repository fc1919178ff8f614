import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import {
  listTree,
  MODES,
  type ObjectReader,
  type ObjectStore,
  parseSource,
  type SyntaxNode,
  type TreeDifference,
} from '@assay/detect';
import { buildTree } from '../../machine/workspace/build-tree.ts';

/** The two sides of a change, as trees or commits, and the test files that were made for them. */
export interface SeparatedTrees {
  readonly before: string;
  readonly after: string;
  readonly made: ReadonlySet<string>;
}

interface SeparateOptions {
  readonly before: string;
  readonly after: string;
  readonly git_dir: string;
  readonly reader: ObjectReader;
  readonly store: ObjectStore;
}

/**
 * Moves the test modules of changed Rust files to separate files, on both sides of a change: hidden files replace
 * whole files. The compiler sees the same modules.
 */
export async function separateInlineTests(
  differences: readonly TreeDifference[],
  { before, after, git_dir, reader, store }: SeparateOptions,
): Promise<SeparatedTrees> {
  const unchanged = { before, after, made: new Set<string>() };
  const sources = differences.filter((each) => each.path.endsWith('.rs') && isFile(each.before) && isFile(each.after));
  if (sources.length === 0) return unchanged;
  const files = { before: await listTree(before, git_dir), after: await listTree(after, git_dir) };
  const taken = new Set([...files.before, ...files.after].map(({ path }) => path));
  const writes = { before: new Map<string, string>(), after: new Map<string, string>() };
  const made = new Set<string>();
  for (const { path, ...sides } of sources) {
    const [old, now] = [await reader.read(sides.before.oid), await reader.read(sides.after.oid)];
    // other bytes would not survive
    if (!isUtf8(old.content) || !isUtf8(now.content)) continue;
    const separated = await separateFile(path, { before: old.content.toString(), after: now.content.toString() });
    if (separated === null || separated.made.some((each) => taken.has(each))) continue;
    for (const each of separated.made) made.add(each);
    for (const side of SIDES) for (const [file, text] of separated[side]) writes[side].set(file, text);
  }
  if (made.size === 0) return unchanged;
  const build = (side: (typeof SIDES)[number]): string => {
    const kept = files[side].filter((file) => !writes[side].has(file.path));
    const modes = new Map(files[side].map(({ path, mode }) => [path, mode]));
    const written = [...writes[side]].map(([path, text]) => ({
      path,
      mode: modes.get(path) ?? MODES.file,
      oid: store.write('blob', Buffer.from(text)),
    }));
    return buildTree(store, [...kept, ...written]);
  };
  const trees = { before: build('before'), after: build('after'), made };
  store.flush();
  return trees;
}

const SIDES = ['before', 'after'] as const;
const isFile = ({ mode }: TreeDifference['before']): boolean => mode === MODES.file || mode === MODES.program;

/** A file and its test modules on both sides of a change. */
interface SeparatedFile extends Readonly<Record<(typeof SIDES)[number], ReadonlyMap<string, string>>> {
  readonly made: readonly string[];
}

/** Separates a file from its test modules; null if the change leaves them as they are, or it cannot be parsed. */
export async function separateFile(
  path: string,
  texts: Readonly<Record<(typeof SIDES)[number], string>>,
): Promise<SeparatedFile | null> {
  const [before, after] = [await findModules(path, texts.before), await findModules(path, texts.after)];
  if (before === null || after === null) return null;
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const bodyOf = (modules: readonly Module[], name: string): string =>
    modules.find((each) => each.name === name)?.body ?? '\n';
  if (names.every((name) => bodyOf(before, name) === bodyOf(after, name))) return null;
  const declarations = names.map((name) => {
    const { attributes, head } = [...after, ...before].find((each) => each.name === name) as Module;
    return [...attributes, `#[path = ${JSON.stringify(posix.basename(nameFile(path, name)))}]`, `${head};`].join('\n');
  });
  const write = (text: string, modules: readonly Module[]): Map<string, string> => {
    const rest = modules.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
    return new Map([
      [path, `${rest.trimEnd()}\n\n${declarations.join('\n\n')}\n`],
      ...names.map((name) => [nameFile(path, name), bodyOf(modules, name)] as const),
    ]);
  };
  return {
    before: write(texts.before, before),
    after: write(texts.after, after),
    made: names.map((name) => nameFile(path, name)),
  };
}

// next to the source file, so that relative paths in its macros stay right
const nameFile = (path: string, name: string): string =>
  path.replace(/\.rs$/, /^tests?$/.test(name) ? '_test.rs' : `_${name}_test.rs`);

interface Module {
  readonly name: string;
  /** Such as `#[cfg(test)]`. */
  readonly attributes: readonly string[];
  /** Such as `mod tests`. */
  readonly head: string;
  readonly body: string;
  /** Where it is, with its attributes. */
  readonly start: number;
  readonly end: number;
}

const FOR_TESTS = /^#\s*\[\s*cfg\s*\(\s*test\s*\)\s*\]$/;

/** The modules at the top of a file that only tests have; null if the file cannot be parsed. */
async function findModules(path: string, text: string): Promise<Module[] | null> {
  const parsed = await parseSource(path, text);
  if (parsed === undefined) return null;
  const { children } = parsed.root;
  return children.flatMap((node, index) => {
    const body = node.type === 'mod_item' ? node.child('body') : undefined;
    const name = node.child('name')?.text;
    const attributes = listAttributes(children.slice(0, index));
    if (body === undefined || name === undefined || !attributes.some((each) => FOR_TESTS.test(each.text))) return [];
    return [
      {
        name,
        attributes: attributes.map((each) => each.text),
        head: text.slice(node.start, body.start).trim(),
        body: `${text.slice(body.start + 1, body.end - 1).trim()}\n`,
        start: attributes[0]?.start ?? node.start,
        end: node.end,
      },
    ];
  });
}

const listAttributes = (before: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  before.slice(before.findLastIndex(({ type }) => type !== 'attribute_item') + 1);
