import type { TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import { defineLanguage, type ParsedSource, type Reading } from '../language.ts';
import { type BodyRules, readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import {
  type Attribute,
  attributeMarker,
  countCases,
  isTestAttribute,
  isTestOnly,
  readAttribute,
} from './rust/attributes.ts';
import { rustRules } from './rust/rules.ts';

const HOLDS_TESTS =
  /#\s?\[\s?(?:cfg\s?\([^\]]{0,200}\btest\b|(?:\w{1,60}::){0,4}(?:\w{1,60}_)?test\b|rstest|quickcheck)|\bproptest!/;

/** Rust: the built-in harness, tokio, rstest, test-case, proptest, quickcheck, insta. */
export const rust = defineLanguage({
  id: 'rust',
  title: 'Rust',
  extensions: ['.rs'],
  tree: { grammars: ['rust'], read: readRust },
  holdsTests: (text) => HOLDS_TESTS.test(text),
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/', nested: true }],
    strings: [
      { open: 'r###"', close: '"###', escapes: false, multiline: true },
      { open: 'r##"', close: '"##', escapes: false, multiline: true },
      { open: 'r#"', close: '"#', escapes: false, multiline: true },
      { open: 'r"', close: '"', escapes: false, multiline: true },
      { open: '"', close: '"', escapes: true, multiline: true },
    ],
    blocks: 'braces',
    test: /#\[(?:\w{1,60}::){0,4}(?:test|rstest)\b[^\]]{0,200}\]\s{0,200}(?:#\[[^\]]{0,200}\]\s{0,200}){0,10}(?:pub\s+)?(?:async\s+)?fn\s+(?<name>\w+)/,
    group: /\bmod\s+(?<name>\w+)\s*\{/,
    assertion: /\b(?:(?:debug_|prop_)?assert\w*|panic)!\s?[([{]/,
    markers: [
      { kind: 'skip', pattern: /#\[ignore\b|#\[cfg_attr\([^\]]{0,200},\s*ignore\b/ },
      { kind: 'expected_failure', pattern: /#\[should_panic\b/ },
    ],
  },
});

function readRust({ root, is_test_file, path }: ParsedSource): Reading {
  const defined = new Set(root.find('function_item').map((node) => node.child('name')?.text ?? ''));
  const testMacros = new Set(
    root
      .find('macro_definition')
      .filter(makesTests)
      .map((node) => node.child('name')?.text ?? ''),
  );
  const reading: Reading = { tests: [], helpers: [], markers: [] };
  const file = { rules: rustRules(defined), reading, testMacros };
  const isAllTests = is_test_file || /(?:^|[/_])tests?\.rs$/.test(path) || hasOpenTest(root);
  readItems(root, file, { names: [], markers: [], is_test: isAllTests });
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

interface RustFile {
  readonly rules: BodyRules;
  /** Macros of the file that define a test with each call. */
  readonly testMacros: ReadonlySet<string>;
  readonly reading: Reading;
}

/** The modules and markers around an item, and whether it is test-only. */
interface Scope {
  readonly names: readonly string[];
  readonly markers: readonly TestMarker[];
  readonly is_test: boolean;
}

const makesTests = (macro: SyntaxNode): boolean => /#\s*\[\s*(?:\w+::)*test\s*[\](]/.test(macro.text);

/** Whether a test is outside any module and nothing is public: then another file includes this one for tests. */
function hasOpenTest({ children }: SyntaxNode): boolean {
  return (
    children.some((node) => node.type === 'attribute_item' && isTestAttribute(readAttribute(node))) &&
    children.every((node) => node.childOfType('visibility_modifier') === undefined)
  );
}

function readItems(container: SyntaxNode, file: RustFile, outer: Scope): void {
  let attributes: Attribute[] = [];
  const inner = container.children.filter(({ type }) => type === 'inner_attribute_item').map(readAttribute);
  const scope = {
    ...outer,
    is_test: outer.is_test || inner.some(isTestOnly),
    markers: [...outer.markers, ...markersOf(inner)],
  };
  for (const node of container.children) {
    if (node.type === 'attribute_item') attributes.push(readAttribute(node));
    else if (node.named && !node.type.endsWith('comment')) {
      readItem(node, file, { scope, attributes });
      attributes = [];
    }
  }
}

interface ItemPlace {
  readonly scope: Scope;
  readonly attributes: readonly Attribute[];
}

function readItem(node: SyntaxNode, file: RustFile, { scope, attributes }: ItemPlace): void {
  const name = node.child('name')?.text ?? node.child('type')?.text ?? '';
  const isTest = scope.is_test || attributes.some(isTestOnly);
  const markers = [...scope.markers, ...markersOf(attributes)];
  const body = node.child('body');
  if (/^(?:mod|impl|trait)_item$/.test(node.type)) {
    if (body !== undefined) readItems(body, file, { names: [...scope.names, name], markers, is_test: isTest });
  } else if (node.type === 'function_item') {
    readFunction({ node, name, attributes, body: body ?? node }, file, { ...scope, is_test: isTest });
  } else if (isMacro(node)) readMacro(node, file, { ...scope, is_test: isTest });
  else if (isTest) readHelper(node, name || 'the file', { file, scope });
}

const isMacro = (node: SyntaxNode): boolean =>
  node.type === 'macro_invocation' ||
  (node.type === 'expression_statement' && node.namedChildren[0]?.type === 'macro_invocation');

interface RustFunction {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly body: SyntaxNode;
}

function readFunction({ node, name, attributes, body }: RustFunction, file: RustFile, scope: Scope): void {
  const qualified = [...scope.names, name].join('::');
  if (attributes.some(isTestAttribute)) {
    const read = readBody(body, file.rules);
    const markers = [...scope.markers, ...markersOf(attributes), ...read.markers];
    const place = { name: qualified, line: node.line, end_line: body.endLine };
    file.reading.tests.push({ ...place, ...read, markers, cases: countCases(attributes) });
  } else if (scope.is_test) readHelper(body, qualified, { file, scope });
}

/** Functions in a macro such as `proptest!` are tests if they have the attribute; others that assert are helpers. */
function readMacro(node: SyntaxNode, file: RustFile, scope: Scope): void {
  const call = node.type === 'macro_invocation' ? node : (node.namedChildren[0] ?? node);
  const tokens = call.childOfType('token_tree');
  const name = call.child('macro')?.text ?? '';
  if (tokens !== undefined && file.testMacros.has(name)) {
    const title = tokens.childOfType('identifier')?.text ?? name;
    const place = { node: call, name: title, attributes: [{ node: call, name: 'test', rest: '' }], body: call };
    readFunction(place, file, scope);
    return;
  }
  const functions = tokens === undefined ? [] : looseFunctions(tokens, name);
  for (const found of functions) readFunction(found, file, scope);
  if (!scope.is_test) return;
  const bodies = new Set(functions.map(({ body }) => body));
  readHelper(node, [...scope.names, `${name}!`].join('::'), { file, scope, enter: (part) => !bodies.has(part) });
}

interface HelperPlace {
  readonly file: RustFile;
  readonly scope: Scope;
  readonly enter?: (node: SyntaxNode) => boolean;
}

function readHelper(node: SyntaxNode, name: string, { file, enter }: HelperPlace): void {
  const { assertions, calls } = readBody(node, file.rules, enter);
  file.reading.helpers.push({ name, line: node.line, assertions, calls });
}

const markersOf = (attributes: readonly Attribute[]): TestMarker[] =>
  attributes.map(attributeMarker).filter((marker) => marker !== undefined);

/** A function in macro tokens, which have no tree. */
interface LooseFunction {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly body: SyntaxNode;
}

/** The functions in the tokens of a macro. In `quickcheck!`, and a macro of the project around it, they are tests without an attribute. */
function looseFunctions({ children }: SyntaxNode, macro: string): LooseFunction[] {
  const found: LooseFunction[] = [];
  let attributes: Attribute[] = [];
  let started: { node: SyntaxNode; name: string } | undefined;
  children.forEach((token, index) => {
    const before = children[index - 1];
    if (token.type === 'token_tree' && before?.text === '#') attributes.push(readAttribute(token));
    else if (token.type === 'identifier' && before?.text === 'fn') started = { node: before, name: token.text };
    else if (token.type === 'token_tree' && token.text.startsWith('{')) {
      const all = /^quickcheck(?:_\w+)?$/.test(macro)
        ? [...attributes, { node: token, name: 'quickcheck', rest: '' }]
        : attributes;
      if (started !== undefined) found.push({ ...started, attributes: all, body: token });
      started = undefined;
      attributes = [];
    }
  });
  return found;
}
