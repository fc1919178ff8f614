import type { TestMarker } from '@assay/schema';
import type { SyntaxNode } from '../../syntax-node.ts';
import { countRows } from './cases.ts';
import { bare, constantTruth, isFunction, listArguments } from './expressions.ts';
import type { Names } from './names.ts';

export type Mark = Pick<TestMarker, 'kind' | 'conditional'>;

/** What a function such as `it.skip` declares. */
export interface Flavor {
  readonly declares: 'test' | 'group';
  readonly marks: readonly Mark[];
  readonly cases: number;
  /** Recognized by name only: without a function argument it declares nothing. */
  readonly guessed?: boolean;
}

const SKIP: Mark = { kind: 'skip', conditional: false };
const FOCUS: Mark = { kind: 'focus', conditional: false };

const plain = (declares: Flavor['declares'], ...marks: readonly Mark[]): Flavor => ({ declares, marks, cases: 1 });

const FLAVORS: ReadonlyMap<string, Flavor> = new Map([
  ...['it', 'test', 'specify'].map((name) => [name, plain('test')] as const),
  ...['describe', 'context', 'suite'].map((name) => [name, plain('group')] as const),
  ...['xit', 'xtest', 'xspecify'].map((name) => [name, plain('test', SKIP)] as const),
  ...['xdescribe', 'xcontext', 'xsuite'].map((name) => [name, plain('group', SKIP)] as const),
  ...['fit', 'ftest'].map((name) => [name, plain('test', FOCUS)] as const),
  ...['fdescribe', 'fcontext', 'fsuite'].map((name) => [name, plain('group', FOCUS)] as const),
]);

const MODIFIERS: ReadonlyMap<string, Mark | null> = new Map([
  ['skip', SKIP],
  ['todo', SKIP],
  ['fixme', SKIP],
  ['only', FOCUS],
  ...['failing', 'fails', 'fail'].map((name) => [name, { kind: 'expected_failure', conditional: false }] as const),
  ...['concurrent', 'sequential', 'serial', 'parallel', 'extend', 'shuffle', 'each', 'for', 'cb', 'default'].map(
    (name) => [name, null] as const,
  ),
] satisfies readonly (readonly [string, Mark | null])[]);

// a longer chain of aliases is a cycle
const MOST_ALIASES = 12;

/** What a callee declares when called with a name and a function; undefined if it declares no test. */
export function findFlavor(given: SyntaxNode, names: Names, depth = 0): Flavor | undefined {
  const node = bare(given);
  if (depth > MOST_ALIASES) return undefined;
  switch (node.type) {
    case 'identifier':
      return flavorOfName(node.text, names, depth);
    case 'member_expression':
      return flavorOfMember(node, names, depth);
    case 'call_expression':
      return flavorOfCall(node, names, depth);
    case 'ternary_expression':
      return flavorOfEither([node.child('consequence'), node.child('alternative')], names, depth);
    case 'binary_expression':
      return flavorOfEither([node.child('left'), node.child('right')], names, depth);
    default:
      return undefined;
  }
}

function flavorOfName(name: string, names: Names, depth: number): Flavor | undefined {
  const value = names.valueOf(name);
  // a local function called `test` declares nothing, unless it forwards to a test function
  if (value !== undefined && isFunction(value)) return flavorOfWrapper(value, names, depth);
  const aliased = value && findFlavor(value, names, depth + 1);
  if (aliased !== undefined) return aliased;
  const imported = names.importOf(name);
  const known = FLAVORS.get(name) ?? FLAVORS.get(imported?.name ?? '');
  if (known !== undefined) return known;
  const whole = imported?.name === 'default' && /^(?:ava|tape|tap|node:test|test)$/.test(imported.module);
  if (whole) return plain('test');
  // `testIf` and similar from another file, whose body is not available
  const kin = imported?.module.startsWith('.') ? /^(it|test|describe)[A-Z_]/.exec(name)?.[1] : undefined;
  const guess = FLAVORS.get(kin ?? '');
  return guess && { ...guess, guessed: true };
}

function flavorOfMember(member: SyntaxNode, names: Names, depth: number): Flavor | undefined {
  const object = member.child('object');
  const name = member.child('property')?.text ?? '';
  const flavor = object && findFlavor(object, names, depth + 1);
  if (flavor === undefined)
    return isHolder(object, names) || isGlobal(object, name, names) ? FLAVORS.get(name) : undefined;
  if (name === 'describe' || name === 'suite') return { ...flavor, declares: 'group' };
  if (name === 'test' || name === 'it') return { ...flavor, declares: 'test' };
  const mark = MODIFIERS.get(name);
  if (mark === undefined) return /^(?:skipIf|runIf)$/.test(name) ? flavor : undefined;
  return mark === null ? flavor : { ...flavor, marks: [...flavor.marks, mark] };
}

// `QUnit.test`, `Deno.test`, `t.test` and similar; the caller excludes `/x/.test(y)`, which has no name and no function
const isHolder = (object: SyntaxNode | undefined, names: Names): boolean =>
  object?.type === 'identifier' &&
  (/^(?:\w?t|tap|QUnit|Deno|jest|vitest|mocha|ctx)$/.test(object.text) || isNamespace(object, names));

const isNamespace = (object: SyntaxNode, names: Names): boolean =>
  /^(?:\*|default)$/.test(names.importOf(object.text)?.name ?? '');

// globals of the runner need no import; other names are ambiguous without one
const isGlobal = (object: SyntaxNode | undefined, name: string, names: Names): boolean =>
  /^[fx]?(?:it|describe)$/.test(name) && object?.type === 'identifier' && names.valueOf(object.text) === undefined;

function flavorOfCall(call: SyntaxNode, names: Names, depth: number): Flavor | undefined {
  const callee = bare(call.child('function') ?? call);
  // uvu: `const Cart = suite('cart')`, then `Cart('adds up', …)`
  if (callee.type === 'identifier' && names.importOf(callee.text)?.module === 'uvu') return plain('test');
  const flavor = findFlavor(callee, names, depth + 1);
  const modifier = callee.type === 'member_expression' ? callee.child('property')?.text : undefined;
  if (flavor === undefined) return undefined;
  const condition = listArguments(call)[0];
  if (modifier === 'skipIf') return { ...flavor, marks: [...flavor.marks, ...markWhen(condition, true)] };
  if (modifier === 'runIf') return { ...flavor, marks: [...flavor.marks, ...markWhen(condition, false)] };
  if (modifier === 'each' || modifier === 'for') return { ...flavor, cases: flavor.cases * countRows(call, names) };
  if (modifier === 'extend') return flavor;
  // a local `itIf(condition)`
  return callee.type === 'identifier' && names.valueOf(callee.text) ? flavor : undefined;
}

/** A conditional skip: none if it never skips, unconditional if it always does. */
function markWhen(condition: SyntaxNode | undefined, skipsWhen: boolean): Mark[] {
  const truth = condition && constantTruth(condition);
  if (truth === undefined) return [{ kind: 'skip', conditional: true }];
  return truth === skipsWhen ? [SKIP] : [];
}

function flavorOfEither(sides: readonly (SyntaxNode | undefined)[], names: Names, depth: number): Flavor | undefined {
  const flavors = sides.map((side) => side && findFlavor(side, names, depth + 1));
  const first = flavors.find((flavor) => flavor !== undefined);
  if (first === undefined) return undefined;
  const marks = flavors.flatMap((flavor) => flavor?.marks ?? []).map((mark) => ({ ...mark, conditional: true }));
  return { ...first, marks };
}

/** A local function that returns `it` or `it.skip`, or forwards its arguments to one of them. */
function flavorOfWrapper(definition: SyntaxNode, names: Names, depth: number): Flavor | undefined {
  const body = definition.child('body');
  if (body === undefined) return undefined;
  const parameters = parameterNames(definition);
  const returned =
    body.type === 'statement_block' ? body.find('return_statement').map(({ namedChildren: [value] }) => value) : [body];
  const handedOn = [...body.walk()].flatMap((node) =>
    node.type === 'call_expression' && handsOn(node, parameters) ? [node.child('function')] : [],
  );
  const flavor = flavorOfEither([...returned, ...handedOn], names, depth + 1);
  return flavor;
}

const handsOn = (call: SyntaxNode, parameters: readonly string[]): boolean =>
  listArguments(call).some((argument) => argument.type === 'identifier' && parameters.includes(argument.text)) &&
  !listArguments(call).some(isFunction);

/** The parameter names of a function; for destructured ones, the names of the parts. */
export function parameterNames(definition: SyntaxNode): string[] {
  const single = definition.child('parameter');
  if (single !== undefined) return [single.text];
  const list = definition.child('parameters');
  return (list?.namedChildren ?? []).flatMap((parameter) => {
    const pattern = parameter.child('pattern') ?? parameter.child('left') ?? parameter;
    if (pattern.type === 'identifier') return [pattern.text];
    return pattern.find('identifier', 'shorthand_property_identifier_pattern').map(({ text }) => text);
  });
}
