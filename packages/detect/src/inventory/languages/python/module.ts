import type { FileInventory, TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { codeDigest } from '../../facts.ts';
import type { Reading } from '../../language.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { readAssertion } from './assertions.ts';
import { countCases } from './cases.ts';
import { findDisarm } from './dead-code.ts';
import { constantTruth, dottedName, lastName } from './expressions.ts';
import { type MarkerContext, readMarks, readSkips } from './markers.ts';
import { readMocks } from './mocks.ts';
import { listDecorators, readNames } from './names.ts';

const SETUP = /^(?:setUp|setUpClass|asyncSetUp|setUpTestData|setup|setup_method|setup_class|setUpModule|setup_module)$/;
const COLLECTED_CLASS = /^_?Test|Tests?$|TestCase|TestSuite|Mixin|Base$/;

/** The context of a definition. */
interface Scope {
  readonly names: readonly string[];
  /** Markers of the module and of enclosing classes. */
  readonly markers: readonly TestMarker[];
  readonly mocks: readonly string[];
  /** Whether the runner collects tests here. */
  readonly collected: boolean;
  readonly dead: boolean;
}

interface Module {
  readonly context: MarkerContext;
  readonly tests: TestCase[];
  readonly helpers: FileInventory['helpers'];
  /** Markers found so far that may belong to no test. */
  readonly markers: TestMarker[];
}

/** Reads the tests of a Python module. */
export function readModule(root: SyntaxNode): Reading {
  const names = readNames(root);
  const module: Module = { context: { names, skippers: new Map() }, tests: [], helpers: [], markers: [] };
  const found = { ...module, context: { names, skippers: findSkippers(root, module.context) } };
  readScope(root, { names: [], markers: [], mocks: [], collected: true, dead: false }, found);
  const taken = new Set(found.tests.flatMap(({ markers }) => markers.map(keyOf)));
  const markers = found.markers.filter((marker) => !taken.has(keyOf(marker)));
  return { tests: found.tests, helpers: found.helpers, markers };
}

const keyOf = ({ line, kind, text }: TestMarker): string => `${line} ${kind} ${text}`;

/** Functions of the module that skip when used as decorators. */
function findSkippers(root: SyntaxNode, context: MarkerContext): Map<string, TestMarker['kind']> {
  const decorators = root.find('decorator').flatMap(({ namedChildren: [used] }) => used ?? []);
  const used = new Set(decorators.map((node) => dottedName(node.type === 'call' ? node.child('function') : node)));
  const skippers = new Map<string, TestMarker['kind']>();
  for (const definition of root.find('function_definition')) {
    const name = definition.child('name')?.text ?? '';
    const [first] = used.has(name) ? skipsOf(definition, context) : [];
    if (first !== undefined) skippers.set(name, first.kind);
  }
  return skippers;
}

function skipsOf(definition: SyntaxNode, context: MarkerContext): TestMarker[] {
  const body = definition.child('body');
  if (body === undefined) return [];
  const skips = readSkips(body.walk(), context);
  const returned = body.find('return_statement').flatMap(({ namedChildren: [value] }) => value ?? []);
  const marks = readMarks(
    returned.flatMap((value) => [value, ...value.find('call', 'attribute')]),
    context,
  );
  return skips.length > 0 ? skips : marks;
}

function readScope(block: SyntaxNode, scope: Scope, module: Module): void {
  const { statements, definitions } = splitStatements(block);
  const own = [...readScopeMarkers(statements, module), ...readSetupMarkers(definitions, module)];
  const inner = { ...scope, markers: [...scope.markers, ...own] };
  module.markers.push(...own);
  const loose = statements.flatMap((statement) => assertionsOf(statement, module));
  if (loose[0] !== undefined) module.helpers.push({ name: '<module>', line: loose[0].line, assertions: loose });
  for (const { node, decorators, dead } of definitions) {
    const place = dead ? { ...inner, dead } : inner;
    if (node.type === 'class_definition') readClass({ node, decorators }, place, module);
    else readFunction({ node, decorators }, place, module);
  }
}

interface Definition {
  readonly node: SyntaxNode;
  readonly decorators: readonly SyntaxNode[];
}

/** The statements and definitions of a module or class, including those under an `if` or `try`. */
function splitStatements(block: SyntaxNode, dead = false) {
  const statements: SyntaxNode[] = [];
  const definitions: (Definition & { dead: boolean })[] = [];
  for (const node of block.namedChildren) {
    if (node.type === 'decorated_definition') {
      const definition = node.child('definition');
      if (definition) definitions.push({ node: definition, decorators: listDecorators(node), dead });
    } else if (node.type === 'function_definition' || node.type === 'class_definition') {
      definitions.push({ node, decorators: [], dead });
    } else if (/^(?:if|try|with|for|while)_statement$|_clause$|^(?:block|ERROR)$/.test(node.type)) {
      const condition = node.child('condition');
      const off = dead || (condition !== undefined && constantTruth(condition) === false);
      const inner = splitStatements(node, off);
      // not spread, because a module may have more than the argument limit of a call
      for (const statement of inner.statements) statements.push(statement);
      for (const definition of inner.definitions) definitions.push(definition);
    } else statements.push(node);
  }
  return { statements, definitions };
}

function readScopeMarkers(statements: readonly SyntaxNode[], { context }: Module): TestMarker[] {
  return statements.flatMap((statement) => {
    const assignment = statement.childOfType('assignment', 'augmented_assignment');
    const name = assignment?.child('left')?.text;
    const value = assignment?.child('right');
    if (name === 'pytestmark' && value)
      return readMarks(value.type === 'list' ? value.namedChildren : [value], context);
    const off = name === '__test__' && value?.type === 'false';
    const ignored =
      /^collect_ignore(?:_glob)?$/.test(name ?? '') && value !== undefined && constantTruth(value) !== false;
    if (off || ignored)
      return [{ line: statement.line, kind: 'skip' as const, text: statement.text.slice(0, 200), conditional: false }];
    // an assignment of a marker to a name does not mark anything
    return readSkips(
      statement.walk((node) => !(node === assignment && isMarkName(node))),
      context,
    );
  });
}

// data rows with marks are not an alias of a mark
const isMarkName = (assignment: SyntaxNode): boolean => {
  const value = assignment.child('right');
  return value !== undefined && !/^(?:list|tuple|dictionary|set)$/.test(value.type) && /\bmark\b/.test(value.text);
};

function readSetupMarkers(definitions: readonly Definition[], { context }: Module): TestMarker[] {
  return definitions.flatMap(({ node, decorators }) => {
    const automatic = decorators.some(({ text }) => /fixture\b.*autouse\s*=\s*True/s.test(text));
    const setup = automatic || SETUP.test(node.child('name')?.text ?? '');
    return setup && node.type === 'function_definition' ? readSkips(node.walk(), context) : [];
  });
}

function readClass({ node, decorators }: Definition, scope: Scope, module: Module): void {
  const name = node.child('name')?.text ?? '';
  const bases = node
    .child('superclasses')
    ?.namedChildren.filter(({ type, text }) => type !== 'keyword_argument' && text !== 'object');
  const markers = readMarks(decorators, module.context);
  module.markers.push(...markers);
  const inner: Scope = {
    names: [...scope.names, name],
    markers: [...scope.markers, ...markers],
    mocks: [...scope.mocks, ...readMocks(callsOf(decorators))],
    collected: COLLECTED_CLASS.test(name) || (bases ?? []).length > 0,
    dead: scope.dead,
  };
  const body = node.child('body');
  if (body) readScope(body, inner, module);
}

function readFunction(definition: Definition, scope: Scope, module: Module): void {
  const { node, decorators } = definition;
  const name = node.child('name')?.text ?? '';
  const fixture = decorators.some((decorator) => /(?:^|\.)fixture\b|^(?:static|class)?property\b/.test(decorator.text));
  if (scope.collected && !fixture && (name.startsWith('test') || name === 'runTest')) {
    module.tests.push(readTest(definition, scope, module));
    return;
  }
  const assertions = reachedAssertions(node, module);
  if (assertions.length > 0) module.helpers.push({ name, line: node.line, assertions });
  const skips = SETUP.test(name) || module.context.skippers.has(name) ? [] : readSkips(node.walk(), module.context);
  // a mark on a function that is not a test was usually on a test before
  module.markers.push(...skips, ...readMarks(decorators, module.context));
}

function readTest({ node, decorators }: Definition, scope: Scope, module: Module): TestCase {
  const body = bodyOf(node);
  const found = [...node.walk()].flatMap((part) => {
    const assertion = readAssertion(part, module.context.names);
    return assertion ? [{ assertion, disarm: findDisarm(part, node) }] : [];
  });
  const live = found.filter(({ disarm }) => disarm === null);
  const calls = callsOf([node]);
  const own = [...readMarks(decorators, module.context), ...readSkips(node.walk(), module.context)];
  return {
    name: [...scope.names, node.child('name')?.text ?? ''].join('.'),
    line: node.line,
    end_line: node.endLine,
    // assertions that cannot fail are dropped, unless all are: then `disarmed` has the reason
    assertions: (live.length > 0 ? live : found).map(({ assertion }) => assertion),
    markers: [...scope.markers, ...own],
    calls: namesOf(node, calls),
    cases: countCases(decorators, parametersOf(node), module.context.names),
    statements: body.reduce((count, statement) => count + countStatements(statement), 0),
    disarmed: scope.dead ? 'constant_condition' : live.length > 0 ? null : (found[0]?.disarm ?? null),
    body_digest: codeDigest(body),
    mocks: [...new Set([...scope.mocks, ...readMocks([...callsOf(decorators), ...calls])])],
  };
}

/** The statements of a function without its docstring. */
function bodyOf(definition: SyntaxNode): readonly SyntaxNode[] {
  const statements = definition.child('body')?.namedChildren ?? [];
  return statements[0]?.namedChildren[0]?.type === 'string' ? statements.slice(1) : statements;
}

const countStatements = (statement: SyntaxNode): number =>
  [...statement.walk()].filter((node) => node.parent?.type === 'block' && node.named && node.type !== 'pass_statement')
    .length;

const callsOf = (nodes: readonly SyntaxNode[]): SyntaxNode[] =>
  nodes.flatMap((node) => [...node.walk()].filter(({ type }) => type === 'call'));

// a fixture is called through a parameter with its name
function namesOf(definition: SyntaxNode, calls: readonly SyntaxNode[]): string[] {
  const called = calls.map((call) => lastName(dottedName(call.child('function')) ?? ''));
  return [...new Set([...called, ...parametersOf(definition)])].filter((name) => /^\w+$/.test(name) && name !== 'self');
}

const parametersOf = (definition: SyntaxNode): readonly string[] =>
  definition.child('parameters')?.namedChildren.map(({ text }) => /^\w+/.exec(text)?.[0] ?? '') ?? [];

function assertionsOf(node: SyntaxNode, { context }: Module): TestAssertion[] {
  return [...node.walk()].flatMap((part) => readAssertion(part, context.names) ?? []);
}

/** The assertions of a helper without those that are never reached. */
function reachedAssertions(node: SyntaxNode, { context }: Module): TestAssertion[] {
  return [...node.walk()].flatMap((part) => {
    const assertion = readAssertion(part, context.names);
    return assertion === undefined || DEAD.has(findDisarm(part, node)) ? [] : [assertion];
  });
}

const DEAD: ReadonlySet<TestCase['disarmed']> = new Set(['early_return', 'constant_condition']);
