import {
  type Change,
  diffTrees,
  listTree,
  MODES,
  type ObjectReader,
  type ObjectStore,
  type TreeDifference,
} from '@assay/detect';
import type { CornerName } from '@assay/schema';
import { buildTree } from '../../machine/workspace/build-tree.ts';
import { separateInlineTests } from '../mine/inline-tests.ts';
import { RUNNER_CONFIGS } from '../mine/split.ts';
import { isMixed, mergeMixed, splitSides } from './split-sides.ts';

export type Trees = Readonly<Record<CornerName, string>>;

interface Stores {
  readonly store: ObjectStore;
  readonly reader: ObjectReader;
}

/** Divides a change into product and tests, and writes the tree of each corner. */
export async function divideChange(
  change: Pick<Change, 'git_dir' | 'baseline_tree' | 'final_tree'>,
  { store, reader }: Stores,
) {
  const { git_dir } = change;
  const [before, after] = [change.baseline_tree, change.final_tree];
  const isWork = ({ path }: TreeDifference): boolean => !/(?:^|\/)\.assay\//.test(path);
  const whole = (await diffTrees({ before, after, git_dir })).filter(isWork);
  const separated = await separateInlineTests(whole, { before, after, git_dir, reader, store });
  store.flush();
  const differences =
    separated.made.size === 0
      ? whole
      : (await diffTrees({ before: separated.before, after: separated.after, git_dir })).filter(isWork);
  const configs = await readConfigs([before, after], reader);
  const sides = splitSides(differences, { ...configs, made: separated.made });
  const listed = { before: await listTree(separated.before, git_dir), after: await listTree(separated.after, git_dir) };
  const mixed = sides.product.filter(isMixed);
  const read = async (oid: string): Promise<string> => (await reader.read(oid)).content.toString('utf8');
  const has_other_settings = await Promise.all(
    mixed.map(async ({ path, before, after }) => {
      const rest = await read(after.oid);
      return mergeMixed(path, { rest, runner: await read(before.oid) }) !== rest;
    }),
  );
  /** The code of one side with the test side of the other. */
  const cross = async (code: 'before' | 'after', tests: 'before' | 'after'): Promise<string> => {
    const replaced = new Map(sides.tests.map(({ path, [tests]: side }) => [path, side.oid]));
    const merged = await Promise.all(
      mixed.map(async (each) => {
        const text = mergeMixed(each.path, { rest: await read(each[code].oid), runner: await read(each[tests].oid) });
        return [
          each.path,
          { path: each.path, mode: each[code].mode, oid: store.write('blob', Buffer.from(text)) },
        ] as const;
      }),
    );
    const settings = new Map(merged);
    const tree = buildTree(store, [
      ...listed[code].filter(({ path }) => !replaced.has(path)).map((file) => settings.get(file.path) ?? file),
      ...listed[tests].filter(({ path }) => replaced.has(path)),
    ]);
    store.flush();
    return tree;
  };
  const is_crossed = sides.tests.length > 0 || mixed.length > 0;
  const trees: Trees = {
    NN: separated.after,
    OO: separated.before,
    NO: is_crossed ? await cross('after', 'before') : separated.after,
    ON: is_crossed ? await cross('before', 'after') : separated.before,
  };
  // other settings can keep any test from running
  return { sides: { ...sides, is_shared: sides.is_shared || has_other_settings.includes(true) }, trees };
}

/** A tree with other contents of some files; null removes one. */
export async function editTree(
  tree: string,
  edits: ReadonlyMap<string, string | null>,
  { store, git_dir }: { readonly store: ObjectStore; readonly git_dir: string },
): Promise<string> {
  const listed = new Map<string, { path: string; mode: string; oid: string }>(
    (await listTree(tree, git_dir)).map((file) => [file.path, file]),
  );
  for (const [path, text] of edits)
    if (text === null) listed.delete(path);
    else {
      const { mode = MODES.file } = listed.get(path) ?? {};
      listed.set(path, { path, mode, oid: store.write('blob', Buffer.from(text)) });
    }
  const edited = buildTree(store, [...listed.values()]);
  store.flush();
  return edited;
}

async function readConfigs(trees: readonly string[], reader: ObjectReader) {
  const configs = new Map<string, string>();
  const texts: string[] = [];
  for (const tree of trees)
    for (const path of [
      ...RUNNER_CONFIGS,
      'Makefile',
      'noxfile.py',
      'Rakefile',
      '.rspec',
      'phpunit.xml',
      'phpunit.xml.dist',
    ]) {
      const found = await reader.read(`${tree}:${path}`).catch(() => undefined);
      if (found?.kind !== 'blob' || found.content.length > LARGEST_CONFIG) continue;
      const text = found.content.toString('utf8');
      configs.set(path, text);
      texts.push(path === 'package.json' ? listScripts(text) : text);
    }
  return { configs, texts };
}

const LARGEST_CONFIG = 1024 * 1024;

function listScripts(text: string): string {
  try {
    const { scripts = {}, jest, mocha, ava, nyc, c8, vitest } = JSON.parse(text);
    const called = Object.entries(scripts).filter(([name]) => /test|check|spec|cover/.test(name));
    return [...called.map(([, script]) => String(script)), JSON.stringify([jest, mocha, ava, nyc, c8, vitest])].join(
      '\n',
    );
  } catch {
    return '';
  }
}
