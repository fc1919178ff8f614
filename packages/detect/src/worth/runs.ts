import { basename } from 'node:path/posix';
import { platformsIn } from '@assay/scoring';
import type { Line } from '../inventory/outline.ts';
import { defineFamily, type Judged } from './family.ts';
import { guardKind } from './guard.ts';
import { createPhrases } from './phrases.ts';
import type { Scope } from './scope.ts';
import type { UnitChange } from './unit-change.ts';

/** Tests that are still written but that the runner no longer finds, builds or selects. */
export const runs = defineFamily({
  aspect: 'runs',
  judge: (change) => (change.test === null ? judgeShared(change) : judgeTest(change)),
});

/** Why a runner does not find a test; a language is an entry. */
interface Discovery {
  readonly files: RegExp;
  /** Folders that the runner does not enter. */
  readonly left_out?: RegExp;
  /** Whether other code includes such a file. */
  readonly isIncluded?: (path: string, scope: Scope) => boolean;
  /** Declarations that it does not take for a test: of the test itself or of what it is in. */
  readonly declaration?: RegExp;
  /** Whether it takes no tests from such groups. */
  readonly isRefused?: (guards: readonly string[]) => boolean;
  /** A statement that runs tests of another form. */
  readonly suite?: RegExp;
  /** A statement beside the test that takes it out. */
  readonly beside?: (test: string, scope: Scope) => Line | undefined;
}

const SYSTEMS = 'windows darwin linux freebsd netbsd openbsd solaris plan9 js wasip1 aix android ios'.split(' ');
const PROCESSORS = 'amd64 arm64 arm 386 wasm riscv64 s390x ppc64 ppc64le mips mipsle mips64 mips64le'.split(' ');

const NAME_OF_CLASS = /^class (\w+)/;

const DISCOVERY: readonly Discovery[] = [
  {
    files: /\.py$/,
    left_out: /(?:^|\/)(?:\.[^/]+|build|dist|node_modules|venv|CVS|_darcs|\{arch\}|[^/]+\.egg)\//,
    beside: (test, scope) => {
      const [name = '', group] = test.split(/\.|::/).toReversed();
      const isAround = ({ guards }: Line): boolean =>
        group === undefined ? guards.length === 0 : NAME_OF_CLASS.exec(guards.at(-1) ?? '')?.[1] === group;
      const disabling = ['__test__', '__init__']
        .flatMap((word) => scope.outsideWithName(word))
        .filter((line) => /^__test__=False$|^def __init__\(/.test(line.text) && isAround(line));
      const replacing = [group ?? name, name]
        .flatMap((word) => scope.outsideWithName(word))
        .filter(({ text }) => text.startsWith('del ') || (text.startsWith(`${name}=`) && !/=lambda/.test(text)));
      return [...disabling, ...replacing][0];
    },
  },
  {
    files: /\.go$/,
    // the name of a system or processor before _test.go is a build condition
    left_out: new RegExp(
      `(?:^|/)(?:_[^/]*|\\.[^/]+|testdata|vendor)/|_(?:${[...SYSTEMS, ...PROCESSORS].join('|')})_test\\.go$`,
    ),
    declaration: /^func ?\(|^func (?:Test\p{Ll}|Benchmark|Fuzz)/u,
    suite: /\bsuite\.Run\(/,
  },
  {
    files: /\.rs$/,
    // a folder without a main file is a module of another test
    left_out: /(?:^|\/)tests\/[^/]+\/(?!main\.rs$)[^/]+\.rs$/,
    isIncluded: (path, scope) => scope.has(new RegExp(`^(?:pub )?mod ${basename(path, '.rs')}$`)),
  },
  // the tests of an abstract class run in the classes that extend it
  {
    files: /\.java$/,
    declaration: /\bprivate\b.*…$|^(?:public )?abstract class\b/,
    suite: /\bclass \w+ extends \w+|\bEnclosed\b/,
    isRefused: (guards) =>
      guards
        .filter((head) => /\bclass \w/.test(head))
        .slice(1)
        .some((head) => !head.includes('@Nested')),
  },
];

function judgeTest(change: UnitChange): Judged[] {
  const { test, path, was, before, after, scope, old_scope } = change;
  const runner = DISCOVERY.find(({ files }) => files.test(path));
  const declared = after.find((line) => line.declares);
  if (declared === undefined || test === null) return [];
  const old = before.find((line) => line.declares);
  const condition = declared.guards.find(
    (head) => old !== undefined && !old.guards.includes(head) && guardKind(head, scope) === 'fixed_condition',
  );
  if (condition !== undefined) {
    const message = 'is there only in some environments now; remove the condition';
    return [{ grade: 'blocks', message, at: declared, before: old, after: { ...declared, text: condition } }];
  }
  if (runner === undefined) return judgeName(change, { declared, old });
  const isSuite = runner.suite !== undefined && scope.has(runner.suite);
  const isRefused = (line: Line | undefined): boolean =>
    !isSuite &&
    line !== undefined &&
    ([line.text, ...line.guards].some((head) => runner.declaration?.test(head) ?? false) ||
      (runner.isRefused?.(line.guards) ?? false));
  const isOutside = (place: string): boolean =>
    (runner.left_out?.test(place) ?? false) && !(runner.isIncluded?.(place, scope) ?? false);
  const lost =
    (isRefused(declared) && !isRefused(old)) ||
    (isOutside(path) && !isOutside(was?.path ?? path)) ||
    repeats(after, before);
  const beside = runner.beside?.(test, scope);
  // what was not found before is not lost
  const isFresh = beside !== undefined && runner.beside?.(was?.test ?? test, old_scope) === undefined;
  if (!lost && !isFresh) return [];
  return [
    {
      grade: 'blocks',
      message: 'is no longer found by the test runner; make it run again',
      at: declared,
      before: old,
      after: isFresh ? beside : declared,
    },
  ];
}

// by default, of the runners of JavaScript
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|build|coverage|cypress|fixtures|\.[^/]+)\//;

/** A runner that finds tests by the names of their files may not find those of another kind. */
function judgeName(
  { path, was }: UnitChange,
  { declared, old }: { readonly declared: Line; readonly old: Line | undefined },
): Judged[] {
  if (was === undefined) return [];
  const isLeftOut = LEFT_OUT.test(path) && !LEFT_OUT.test(was.path);
  if (!isLeftOut && kindOf(was.path) === kindOf(path)) return [];
  const message = isLeftOut
    ? 'is in a folder that runners leave out; move it or include the folder'
    : 'is in another kind of file now; make sure that the runner finds it';
  return [{ grade: 'review', message, at: declared, before: old, after: declared }];
}

const kindOf = (path: string): string | undefined => /\.(?:test|spec|cy|e2e)\.\w+$/.exec(path)?.[0];

// the second of two functions of one name replaces the first
const repeats = (after: readonly Line[], before: readonly Line[]): boolean => {
  const count = (lines: readonly Line[]): number =>
    lines.filter((line) => line.declares && /\bdef \w+\(/.test(line.text)).length;
  return count(after) > Math.max(1, count(before));
};

/** Conditions under which a whole file is built. */
function judgeShared({ path, before, gained, lost, product_gained, new_platforms, file }: UnitChange): Judged[] {
  const left_out = lost
    .filter(({ text }) =>
      (/(?:^|\/)tests\//.test(path) ? /^(?:pub )?mod \w+$/ : /^(?:pub )?mod \w*tests?\w*$/).test(text),
    )
    .map((line) => ({
      grade: 'review' as const,
      message: 'the module of tests is no longer part of the build; make sure that its tests are elsewhere',
      at: line,
      before: line,
    }));
  const known = new Set(file?.before.map(({ text }) => text));
  const old_conditions = new Set(
    before
      .map(({ text }) => text)
      .filter(isGoCondition)
      .map(termsOf),
  );
  const items = { before: listItems(file?.before ?? []), after: listItems(file?.after ?? []) };
  const was_conditional = new Set([...items.before].map(([{ text }, item]) => `${text}\n${item?.text}`));
  // a condition on something new takes nothing away
  const isOnKnown = (line: Line): boolean => {
    if (!items.after.has(line)) return true;
    const item = items.after.get(line);
    return item === undefined || (known.has(item.text) && !was_conditional.has(`${line.text}\n${item.text}`));
  };
  const conditions = (before.length === 0 ? [] : gained)
    .filter(isOnKnown)
    .filter(({ text }) => BUILD_CONDITION.test(text) && !(isGoCondition(text) && old_conditions.has(termsOf(text))))
    .map((line) => ({
      // in place of another one, or on the product too, it is for a person to compare
      grade:
        lost.some(({ text }) => BUILD_CONDITION.test(text)) ||
        product_gained.some(({ text }) => text === line.text) ||
        platformsIn(line.text).some((name) => new_platforms.has(name))
          ? ('review' as const)
          : ('blocks' as const),
      message: 'these tests are built only under a condition now; build them always',
      at: line,
      after: line,
    }));
  const hooks = gained
    .filter(({ text, guards }) => guards.length === 0 && isHook(text))
    .map((line) => ({
      grade: 'review' as const,
      message: 'the runner calls this by itself; make sure that all tests still run and can fail',
      at: line,
      after: line,
    }));
  return [...left_out, ...conditions, ...hooks];
}

/** The attributes of a Rust file, with what each is about. */
function listItems(lines: readonly Line[]): ReadonlyMap<Line, Line | undefined> {
  const items = new Map<Line, Line | undefined>();
  let item: Line | undefined;
  for (const line of lines.toReversed()) {
    if (line.text.startsWith('#[')) items.set(line, item);
    else item = line;
  }
  return items;
}

const BUILD_CONDITION = /^\/\/ ?(?:go:build|\+build)\b|^#!?\[cfg\((?!test\)\])/;

// Go has two spellings of one condition
const isGoCondition = (text: string): boolean => text.startsWith('//');
const termsOf = (text: string): string =>
  (text.replace(/go:build|\+build/, '').match(/!?[\w.]+/g) ?? []).sort().join(' ');

// functions that runners call without being told to
const isHook = createPhrases({
  python: ['load_tests', 'pytest_*', 'setUpModule', 'tearDownModule', 'setup_module', 'teardown_module'].flatMap(
    (name) => [`^def ${name}(`, `^async def ${name}(`],
  ),
  go: ['^func TestMain(', '^func init('],
});
