import { type ChangedFile, isSameTest } from '@assay/detect';
import type { FileInventory, Inventory, TestAssertion, TestLoss } from '@assay/schema';
import { matchTests, type PlacedTest, placeTests, strengthRank } from '@assay/scoring';

/** What a change did to the text of a test that its runner names. */
export interface Rewriting {
  readonly was: PlacedTest | undefined;
  readonly now: PlacedTest | undefined;
  /** Whether the text is still there, so that the test could run. */
  readonly is_written: boolean;
  /** Whether other tests expect everything that it did. */
  readonly is_replaced: boolean;
  /** Whether it is gone with code that it names, and the product got nothing new that could be this code. */
  readonly is_obsolete: boolean;
  /** Whether it is expected to fail now: it runs and passes. */
  readonly is_marked: boolean;
  /** Whether the text is the same, in a file that did not change. */
  readonly is_unchanged: boolean;
  /** Whether the new text has as many assertions, as strict ones, and all values of the old one. */
  readonly keeps_values: boolean;
  /** The first expectation that the new text does not have, with what stands in its place; undefined if it kept all. */
  readonly lost: Loss | undefined;
}

interface Loss {
  readonly before: string;
  readonly after: string | undefined;
  readonly line: number | undefined;
}

export interface Expectations {
  /** The test of a report, which may be in this file. */
  look(name: string, file: string | undefined): Rewriting;
}

// these say that an assertion is still written and no longer counts
const DISARMING: readonly TestLoss['aspect'][] = ['executed', 'able_to_fail', 'independent', 'runs'];
const REPLACED = ['same_statements', 'same_values', 'copied'];

interface Side {
  readonly files: readonly FileInventory[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Compares what tests expect before and after, by their text: assertions, and the values they are made of. */
export function readExpectations(
  inventory: Inventory,
  files: ReadonlyMap<string, ChangedFile> = new Map(),
): Expectations {
  const sideOf = (side: 'before' | 'after'): Side => ({
    files: inventory[side],
    texts: new Map([...files].map(([path, file]) => [path, file[side]?.toString('utf8') ?? ''])),
  });
  const [old, now] = [sideOf('before'), sideOf('after')];
  const [before, after] = [placeTests(old.files), placeTests(now.files)];
  const moved = new Map(matchTests(before, after).pairs.map((pair) => [pair.before, pair.after]));
  const disarmed = (inventory.losses ?? []).filter(
    ({ aspect, grade }) => grade !== 'note' && DISARMING.includes(aspect),
  );
  const shared = findLost(listHelpers(old), listHelpers(now)) ?? findLostValue(sharedText(old), sharedText(now));
  // such as the rows of a table above its test
  const keeps_shared =
    findLostValue(...([old, now].map(sharedText).map(withoutModules) as [string, string])) === undefined;
  const removed = listRemoved(files, [old, now]);
  const compare = (was: PlacedTest, is: PlacedTest): Loss | undefined => {
    const loss = disarmed.find(({ path, test }) => path === is.path && (test === null || test === is.test.name));
    if (loss !== undefined) return { before: loss.before ?? was.test.name, after: loss.after, line: loss.line };
    const [first] = was.test.assertions;
    const nothing = { before: first?.text ?? was.test.name, after: undefined, line: is.test.line };
    if (is.test.disarmed !== null && was.test.disarmed === null) return nothing;
    const own = findLost(was.test.assertions, is.test.assertions) ?? findLostValue(textOf(old, was), textOf(now, is));
    // unchanged text: something that tests share made it pass
    return own ?? shared ?? (was.test.body_digest === is.test.body_digest ? nothing : undefined);
  };
  return {
    look(name, file) {
      const was = findPlaced(before, name, file);
      const is = was === undefined ? findPlaced(after, name, file) : moved.get(was);
      const is_unchanged =
        file === undefined
          ? was === undefined && is === undefined && files.size > 0
          : ![...files.keys()].some((path) => isFile(path, file));
      const born = after.filter((each) => !before.some((one) => one.test.name === each.test.name));
      const is_replaced =
        was !== undefined &&
        ((inventory.accounted_tests ?? []).some(
          ({ path, test, by }) => path === was.path && test === was.test.name && REPLACED.includes(by),
        ) ||
          (is === undefined &&
            was.test.assertions.length > 0 &&
            findLost(
              was.test.assertions,
              born.flatMap(({ test }) => test.assertions),
            ) === undefined));
      const lost = was === undefined || is === undefined ? findLostIn(file, old, now) : compare(was, is);
      // in a file that did not change, something that tests share made it pass
      const silenced = { before: name, after: undefined, line: undefined };
      return {
        ...{ was, now: is, is_unchanged },
        is_marked: isMarked(is) && !isMarked(was),
        keeps_values: is_unchanged || (keeps_shared && keepsValues(readTest(old, was, file), readTest(now, is, file))),
        // a row of a table is not there because its test is
        is_written: is_unchanged || (was !== undefined && is?.test.name === was.test.name && isWhole(name, was)),
        is_replaced,
        is_obsolete:
          was !== undefined && is === undefined && namesOf(textOf(old, was)).some((each) => removed.has(each)),
        lost: is_unchanged ? silenced : lost,
      };
    },
  };
}

const isWhole = (name: string, { test }: PlacedTest): boolean =>
  name.endsWith(test.name.split(/ > |::|\./).at(-1) ?? '');

const isMarked = (placed: PlacedTest | undefined): boolean =>
  placed?.test.markers.some(({ kind }) => kind === 'expected_failure') ?? false;

const isFile = (path: string, file: string): boolean => path === file || path.endsWith(`/${file}`);

interface TestText {
  readonly assertions: readonly TestAssertion[];
  readonly text: string;
}

/** A test, or all tests of its file, if nothing tells which it is. */
function readTest(side: Side, placed: PlacedTest | undefined, file: string | undefined): TestText {
  if (placed !== undefined) return { assertions: placed.test.assertions, text: textOf(side, placed) };
  const isOwn = (path: string): boolean => file === undefined || isFile(path, file);
  return {
    assertions: side.files
      .filter(({ path }) => isOwn(path))
      .flatMap(({ tests, helpers }) => [...tests, ...helpers].flatMap(({ assertions }) => assertions)),
    text: [...side.texts].flatMap(([path, text]) => (isOwn(path) ? [text] : [])).join('\n'),
  };
}

/** What the tests of a file together lost. */
function findLostIn(file: string | undefined, old: Side, now: Side): Loss | undefined {
  const [was, is] = [readTest(old, undefined, file), readTest(now, undefined, file)];
  return findLost(was.assertions, is.assertions) ?? findLostValue(was.text, is.text);
}

/** Whether new tests are as many and as strict as old ones, with all their values, whatever they are compared with. */
function keepsValues(was: TestText, is: TestText): boolean {
  const ranks = ({ assertions }: TestText): number[] => assertions.map(strengthRank).toSorted((a, b) => b - a);
  const now = ranks(is);
  return (
    ranks(was).every((rank, index) => (now[index] ?? -1) >= rank) && findLostValue(was.text, is.text) === undefined
  );
}

const textOf = ({ texts }: Side, { path, test }: PlacedTest): string =>
  (texts.get(path) ?? '')
    .split('\n')
    .slice(test.line - 1, test.end_line)
    .join('\n');

/** The text of test files without their tests. */
const sharedText = ({ files, texts }: Side): string =>
  files
    .map(({ path, tests }) =>
      (texts.get(path) ?? '')
        .split('\n')
        .filter((_, index) => !tests.some(({ line, end_line }) => index >= line - 1 && index < end_line))
        .join('\n'),
    )
    .join('\n');

const listHelpers = ({ files }: Side): TestAssertion[] =>
  files.flatMap(({ helpers }) => helpers.flatMap(({ assertions }) => assertions));

/** A test whose name the runner reports, in the file that it names or, if it names none, anywhere. */
function findPlaced(placed: readonly PlacedTest[], name: string, file: string | undefined): PlacedTest | undefined {
  const last = (each: PlacedTest): string => each.test.name.split(/ > |::|\./).at(-1) ?? each.test.name;
  const inFile = placed.filter(({ path }) => file === undefined || isFile(path, file));
  const found = (inFile.length > 0 ? inFile : placed).filter((each) => isSameTest(name, last(each)));
  return found.find((each) => name.endsWith(each.test.name)) ?? found[0];
}

/** The first assertion that no new one replaces with the same expectation, as strictly. */
function findLost(before: readonly TestAssertion[], after: readonly TestAssertion[]): Loss | undefined {
  const open = [...after];
  for (const old of before.filter(({ strength }) => strength !== 'tautology')) {
    const index = open.findIndex((one) => isKept(old, one));
    if (index === -1) {
      const instead = after.find(({ subject }) => subject === old.subject) ?? open[0];
      return { before: old.text, after: instead?.text, line: instead?.line ?? old.line };
    }
    open.splice(index, 1);
  }
  return undefined;
}

function isKept(old: TestAssertion, now: TestAssertion): boolean {
  const is_as_strict =
    strengthRank(now) >= strengthRank(old) &&
    now.negated === old.negated &&
    (now.tolerance ?? 0) <= (old.tolerance ?? 0) &&
    // a subject that is waited for now; what is no longer waited for may never be checked
    [operatorOf(now), operatorOf(now).replace('await', '')].includes(operatorOf(old));
  // some assertions name the expected value first
  const expects = old.expected === now.expected || (old.expected !== null && old.expected === now.subject);
  return is_as_strict && (expects || (old.subject === now.expected && old.subject !== ''));
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll("'", '"');

/** What is left of an assertion without its two sides, such as `assert==` or `assert.equal(,)`. */
const operatorOf = ({ text, subject, expected }: TestAssertion): string =>
  [subject, expected ?? ''].reduce(
    (rest, side) => rest.replace(withoutSpaces(side), ''),
    withoutSpaces(text).replace(/;$/, ''),
  );

/** A text without the names of modules, which a change may move. */
const withoutModules = (text: string): string =>
  text.replaceAll(/(?:\bfrom|\bimport|\brequire(?:_relative)?)[\s(]*(["'`])[^"'`\n]*\1/g, '');

const namesOf = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];
const COMMENT = /\/\*[\s\S]*?\*\/|(?:\/\/|#).*/g;
const DEFINITION =
  /\b(?:def|func|function|fn|class|const|let|var|type|interface|struct|enum|module)\s+(?:\([^)]*\)\s*)?(?:self\.)?(\w+)/g;

/** What the product no longer defines; nothing if it has any new name, which may be the old code. */
function listRemoved(files: ReadonlyMap<string, ChangedFile>, sides: readonly Side[]): ReadonlySet<string> {
  const tests = new Set(sides.flatMap((side) => side.files.map(({ path }) => path)));
  const product = [...files].filter(([path]) => !tests.has(path)).map(([, file]) => file);
  const read = (side: 'before' | 'after'): string =>
    product.map((file) => file[side]?.toString('utf8').replaceAll(COMMENT, '') ?? '').join('\n');
  const [before, after] = [read('before'), read('after')];
  const [known, left] = [new Set(namesOf(before)), new Set(namesOf(after))];
  if ([...left].some((name) => !known.has(name))) return new Set();
  return new Set([...before.matchAll(DEFINITION)].flatMap(([, name = '']) => (left.has(name) ? [] : [name])));
}

// what a test prints if it fails
const MESSAGE = /\bt\.(?:Error|Fatal|Log|Skip)f?\((?:"(?:[^"\\\n]|\\.)*"|[^"()\n])*\)/g;
const VALUE =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|(?<![\w.])\d[\w.]*|\b(?:true|false|null|None|True|False|nil|undefined)\b/g;

/** The first value in the old text that the new one has less often: an input, an expectation or a row of a table. */
function findLostValue(before: string, after: string): Loss | undefined {
  const open = listValues(after);
  for (const value of listValues(before)) {
    const index = open.indexOf(value);
    if (index === -1) return { before: value, after: undefined, line: undefined };
    open.splice(index, 1);
  }
  return undefined;
}

// a call whose arguments are no calls; where it stands twice, it can move into a variable
const CALL = /[\w$.]+\([^()]*\)/g;

function withoutRepeatedCalls(text: string): string {
  const seen = new Set<string>();
  return text.replaceAll(CALL, (call) => (seen.size === seen.add(call).size ? '' : call));
}

const MOST_VALUES = 2000;
const listValues = (text: string): string[] =>
  (withoutRepeatedCalls(text.replaceAll(MESSAGE, '')).match(VALUE) ?? [])
    .slice(0, MOST_VALUES)
    .map((value) => value.replace(/^['`](.*)['`]$/s, '"$1"'));
