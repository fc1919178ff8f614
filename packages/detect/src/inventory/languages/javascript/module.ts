import type { FileInventory, TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { codeDigest, markerAt, oneLine } from '../../facts.ts';
import type { Reading } from '../../language.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { readAssertion } from './assertions.ts';
import { countLoops } from './cases.ts';
import { findDisarm } from './dead-code.ts';
import { type Declaration, readDeclaration } from './declarations.ts';
import { dottedName, findChain, isFunction, lastName, listArguments, stringLiteral } from './expressions.ts';
import { readSkip } from './markers.ts';
import { type Names, readNames } from './names.ts';

/** The content of a test, a group or the module, without nested tests and groups. */
interface Region {
  readonly declaration: Declaration | null;
  readonly around: readonly Region[];
  readonly assertions: { readonly node: SyntaxNode; readonly assertion: TestAssertion }[];
  readonly markers: TestMarker[];
  readonly mocks: Set<string>;
  readonly calls: Set<string>;
}

/** Reads the tests of a JavaScript or TypeScript module. */
export function readModule(root: SyntaxNode): Reading {
  const names = readNames(root);
  const regions: Region[] = [];
  readRegion(root, createRegion(null, []), { names, regions });
  const tests = regions.filter(({ declaration }) => declaration?.flavor.declares === 'test');
  const others = regions.filter((region) => !tests.includes(region));
  const helpers = others.flatMap(({ assertions }) =>
    assertions.map((found) => ({ ...found, owner: ownerOf(found.node) })),
  );
  const taken = new Set(tests.flatMap((test) => [test, ...test.around]));
  return {
    tests: tests.map((region) => createTest(region, names)),
    helpers: groupHelpers(helpers),
    markers: others.filter((region) => !taken.has(region)).flatMap((region) => [...marksOf(region), ...region.markers]),
  };
}

interface Found {
  readonly names: Names;
  readonly regions: Region[];
}

const createRegion = (declaration: Declaration | null, around: readonly Region[]): Region => ({
  declaration,
  around,
  assertions: [],
  markers: [],
  mocks: new Set(),
  calls: new Set(),
});

function readRegion(top: SyntaxNode, region: Region, found: Found): void {
  found.regions.push(region);
  const inner = new Map<SyntaxNode, Declaration>();
  const declared = region.declaration;
  for (const node of top.walk(({ parent }) => parent === null || !inner.has(parent))) {
    const assertion = readAssertion(node, found.names);
    if (assertion !== undefined) region.assertions.push({ node, assertion });
    if (node.type !== 'call_expression') continue;
    const declaration = node === top && declared !== null ? undefined : readDeclaration(node, found.names);
    if (declaration !== undefined) {
      inner.set(node, declaration);
      continue;
    }
    if (declared !== null && isCalleeOf(node, top)) continue;
    readCall(node, region);
  }
  const around = [...region.around, region];
  for (const [call, declaration] of inner) readRegion(call, createRegion(declaration, around), found);
}

// `it.each(rows)` in `it.each(rows)('name', test)` is not a call of the test
const isCalleeOf = (node: SyntaxNode, call: SyntaxNode): boolean => {
  const callee = call.child('function');
  return node === call || (callee !== undefined && node.start >= callee.start && node.end <= callee.end);
};

function readCall(call: SyntaxNode, region: Region): void {
  const skip = readSkip(call);
  if (skip !== undefined && !isInHelper(call, region)) region.markers.push(skip);
  const mock = readMock(call);
  if (mock !== undefined) region.mocks.add(mock);
  const name = lastName(dottedName(call.child('function')) ?? '');
  if (/^[\w$]+$/.test(name)) region.calls.add(name);
}

// a local function that skips its caller does not mark the group around it
const isInHelper = (call: SyntaxNode, { declaration }: Region): boolean =>
  declaration?.flavor.declares !== 'test' && call.ancestor('function_declaration', 'method_definition') !== undefined;

function createTest(region: Region, names: Names): TestCase {
  const declaration = region.declaration as Declaration;
  const { call, name, body } = declaration;
  const within = body ?? call;
  const found = region.assertions.map(({ node, assertion }) => ({ assertion, disarm: findDisarm(node, within) }));
  const live = found.filter(({ disarm }) => disarm === null);
  const groups = region.around.flatMap((outer) => outer.declaration ?? []);
  const dead = findDisarm(call, outermost(call));
  return {
    name: [...groups.map((group) => group.name), name].join(' > '),
    line: call.line,
    end_line: call.endLine,
    // assertions that cannot fail are dropped, unless all are: then `disarmed` has the reason
    assertions: (live.length > 0 ? live : found).map(({ assertion }) => assertion),
    markers: [...region.around, region].flatMap((outer) => [...marksOf(outer), ...outer.markers]),
    calls: [...region.calls],
    cases:
      groups.reduce((cases, { flavor }) => cases * flavor.cases, declaration.flavor.cases) * countLoops(call, names),
    statements: countStatements(body),
    disarmed: dead ?? (live.length > 0 ? null : (found[0]?.disarm ?? null)),
    body_digest: codeDigest(statementsOf(body)),
    mocks: [...new Set([...region.around, region].flatMap(({ mocks }) => [...mocks]))],
  };
}

const outermost = (node: SyntaxNode): SyntaxNode => [...node.ancestors()].at(-1) ?? node;

function marksOf({ declaration }: Region): TestMarker[] {
  if (declaration === null) return [];
  const { call, marks, body } = declaration;
  const text = oneLine(call.text.slice(0, (body?.start ?? call.end) - call.start).replace(/[,\s]+$/, ''));
  return marks.map(({ kind, conditional }) => ({ ...markerAt(call, kind, conditional), text }));
}

const statementsOf = (body: SyntaxNode | undefined): readonly SyntaxNode[] => {
  const block = body && isFunction(body) ? body.child('body') : body;
  return block?.type === 'statement_block' ? block.namedChildren : block ? [block] : [];
};

function countStatements(body: SyntaxNode | undefined): number {
  const block = body && isFunction(body) ? body.child('body') : body;
  if (block === undefined) return 0;
  if (block.type !== 'statement_block') return 1;
  return [...block.walk()].filter(
    (node) => node.named && node.parent?.type === 'statement_block' && !/comment/.test(node.type),
  ).length;
}

/** The name of the function or hook around an assertion outside tests. */
function ownerOf(node: SyntaxNode): { name: string; line: number } {
  for (const above of node.ancestors()) {
    if (!isFunction(above)) continue;
    const named =
      above.child('name') ??
      (/declarator|definition|pair|assignment/.test(above.parent?.type ?? '') ? above.parent?.children[0] : undefined);
    if (named !== undefined) return { name: named.text, line: above.line };
    const hook = above.parent?.parent?.child('function')?.text ?? '';
    if (/^(?:before|after|on|setup|teardown)\w*$/i.test(hook)) return { name: hook, line: above.line };
  }
  return { name: '<module>', line: 1 };
}

type Owned = { readonly assertion: TestAssertion; readonly owner: { readonly name: string; readonly line: number } };

function groupHelpers(found: readonly Owned[]): FileInventory['helpers'] {
  const helpers = new Map<string, FileInventory['helpers'][number]>();
  for (const { assertion, owner } of found) {
    const key = `${owner.name}:${owner.line}`;
    const helper = helpers.get(key) ?? { ...owner, assertions: [] };
    helper.assertions.push(assertion);
    helpers.set(key, helper);
  }
  return [...helpers.values()];
}

const MODULE = /^(?:jest|vi|mock)\.(?:mock|doMock|unstable_mockModule|module|setMock)$|^td\.replace(?:Esm)?$/;
const SPY = /(?:^|\.)spyOn$/;
const STUB = /(?:^|\.)(?:stub|replace|method|replaceProperty)$/;

/** The name that a call such as `vi.mock('./x')` mocks. */
function readMock(call: SyntaxNode): string | undefined {
  const name = dottedName(call.child('function')) ?? '';
  const [first, second] = listArguments(call);
  if (first === undefined) return undefined;
  if (MODULE.test(name)) return stringLiteral(first) ?? stringLiteral(listArguments(first)[0]) ?? undefined;
  const attribute = stringLiteral(second);
  if (attribute === null) return undefined;
  // a spy alone calls the original
  const replaces = SPY.test(name) && /\.(?:mock\w+|and)\b/.test(findChain(call).text.slice(call.text.length));
  const stubs = STUB.test(name) && /^(?:sinon|sandbox|mock|jest|t\.mock|td)\b/.test(name);
  return replaces || stubs ? `${first.text}.${attribute}` : undefined;
}
