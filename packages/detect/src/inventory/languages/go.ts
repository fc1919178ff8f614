import type { TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import { assertionAt, markerAt, oneLine } from '../facts.ts';
import { defineLanguage, type ParsedSource, type Reading } from '../language.ts';
import { type BodyRules, constantBranch, isConditional, readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import { goAssertion } from './go/assertions.ts';
import { goCases } from './go/cases.ts';
import { type GoNames, readGoNames } from './go/names.ts';
import { findSpecs } from './go/specs.ts';

const BRANCHES = {
  conditions: new Set(['if_statement', 'for_statement', 'expression_case', 'default_case', 'type_case']),
  functions: new Set(['func_literal', 'function_declaration', 'method_declaration']),
};
// build constraints that are never met
const NEVER_BUILT = /^\/\/\s*(?:go:build|\+build)\s+(?:ignore|never|none|disabled|skip)\s*$/;

/** Go: the testing package, testify, gomega and ginkgo, quicktest, gocheck, goconvey, is. */
export const go = defineLanguage({
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  tree: { grammars: ['go'], read: readGo },
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/' }],
    strings: [
      { open: '`', close: '`', escapes: false, multiline: true },
      { open: '"', close: '"', escapes: true, multiline: false },
      { open: "'", close: "'", escapes: true, multiline: false },
    ],
    blocks: 'braces',
    test: /^func\s+(?:\([^)]*\)\s*)?(?<name>(?:Test|Benchmark|Fuzz)(?:[^a-z\s(]\w*)?)\s?\(/,
    group: /(?!)/,
    assertion: /\b(?:(?:t|tb|b)\.(?:Error|Fatal|Fail)\w*|(?:assert|require)\.[A-Z]\w*|Expect)\s?\(/,
    markers: [{ kind: 'skip', pattern: /\b(?:t|tb|b)\.Skip(?:Now|f)?\(/ }],
  },
});

function readGo({ root }: ParsedSource): Reading {
  const names = readGoNames(root);
  const rules = goRules(names);
  const reading: Reading = { tests: [], helpers: [], markers: fileMarkers(root) };
  for (const node of root.children) {
    if (node.type === 'function_declaration' || node.type === 'method_declaration')
      readFunction(node, { names, rules, reading });
    else if (node.named) readDeclaration(node, { names, rules, reading });
  }
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

interface GoFile {
  readonly names: GoNames;
  readonly rules: BodyRules;
  readonly reading: Reading;
}

function readFunction(node: SyntaxNode, file: GoFile): void {
  const block = node.child('body');
  if (block === undefined) return;
  const name = functionName(node);
  if (!isTest(node, file.names)) {
    readDeclaration(node, file, name);
    return;
  }
  const body = readBody(block, file.rules);
  const output = exampleOutput(block);
  file.reading.tests.push({
    name,
    line: node.line,
    end_line: node.endLine,
    ...body,
    assertions: output === undefined ? body.assertions : [...body.assertions, output],
    cases: goCases(block),
  });
}

/** Reads code outside tests: specs in it are tests, other assertions make it a helper. */
function readDeclaration(node: SyntaxNode, { names, rules, reading }: GoFile, name = 'the file'): void {
  const specs = names.has_ginkgo || names.has_convey ? findSpecs(node) : [];
  const places = new Set(specs.map(({ call }) => call));
  for (const { call, name: title, markers, cases } of specs) {
    const body = readBody(call, rules, (part) => !places.has(part));
    const test: TestCase = { name: title, line: call.line, end_line: call.endLine, ...body, cases };
    reading.tests.push({ ...test, markers: [...markers, ...body.markers] });
  }
  const rest = readBody(node, rules, (part) => !places.has(part));
  reading.markers.push(...rest.markers);
  if (name !== 'the file' || rest.assertions.length > 0) {
    reading.helpers.push({ name, line: node.line, assertions: rest.assertions, calls: rest.calls });
  }
}

function functionName(node: SyntaxNode): string {
  const name = node.child('name')?.text ?? '';
  const [receiver] = node.child('receiver')?.namedChildren ?? [];
  const type = receiver?.child('type')?.text.replace(/^\*/, '').replace(/\[.*$/, '');
  return type === undefined ? name : `${type}.${name}`;
}

function isTest(node: SyntaxNode, names: GoNames): boolean {
  const name = node.child('name')?.text ?? '';
  const parameters = node.child('parameters')?.namedChildren ?? [];
  const [first] = parameters;
  const type = first?.child('type')?.text ?? '';
  if (/^Example(?:[^a-z]|$)/.test(name))
    return parameters.length === 0 && exampleOutput(node.child('body')) !== undefined;
  if (!/^(?:Test|Benchmark|Fuzz)(?:[^a-z]|$)/.test(name) || parameters.length > 1) return false;
  if (node.type === 'method_declaration' && first === undefined) return name.startsWith('Test');
  return first !== undefined && !/\.M$/.test(type) && (/(?:^|\.)[TBFC]$|TB$/.test(type) || names.isTesting(first));
}

/** The expected output of an example, which `go test` compares with the printed one. */
function exampleOutput(body: SyntaxNode | undefined): TestAssertion | undefined {
  const comments = (body?.children ?? []).flatMap((child) => (child.type === 'comment' ? [child] : child.children));
  const start = comments.findLastIndex(
    ({ type, text }) => type === 'comment' && /^\/[/*]\s*(?:Unordered\s+)?output:/i.test(text),
  );
  const [first] = start === -1 ? [] : [comments[start]];
  if (first === undefined) return undefined;
  const expected = comments
    .slice(start)
    .map(({ text }) => text.replace(/^\/\/\s?/, ''))
    .join('\n');
  return assertionAt(first, { subject: 'output', expected: oneLine(expected), strength: 'exact' });
}

function fileMarkers(root: SyntaxNode): TestMarker[] {
  const head = root.children.slice(
    0,
    Math.max(
      0,
      root.children.findIndex(({ type }) => type === 'package_clause'),
    ),
  );
  return head
    .filter(({ type, text }) => type === 'comment' && NEVER_BUILT.test(text.trimEnd()))
    .map((node) => markerAt(node, 'skip'));
}

function goRules(names: GoNames): BodyRules {
  return {
    assertions: (node) => {
      const found = node.type === 'call_expression' ? goAssertion(node, names) : undefined;
      return found === undefined ? [] : [found];
    },
    marker: (node) => (node.type === 'call_expression' ? skipMarker(node, names) : undefined),
    call: (node) => (node.type === 'call_expression' ? calleeName(node) : undefined),
    mock: (node) => (node.type === 'call_expression' ? mocked(node) : undefined),
    isStatement: ({ type }) => STATEMENT.test(type),
    leaves: (node) =>
      node.type === 'return_statement' ||
      (node.type === 'expression_statement' && /^(?:os\.Exit|runtime\.Goexit)\(/.test(node.text)),
    branch: (node) => (node.type === 'if_statement' ? constantBranch(node, node.child('condition')?.text) : undefined),
    swallows: (node) =>
      isDroppedPanic(node)
        ? (node.ancestor('function_declaration', 'method_declaration')?.child('body') ?? undefined)
        : undefined,
  };
}

const STATEMENT = /_(?:statement|declaration)$/;

function skipMarker(call: SyntaxNode, names: GoNames): TestMarker | undefined {
  const callee = call.child('function');
  if (callee?.type === 'identifier') {
    return names.has_ginkgo && callee.text === 'Skip'
      ? markerAt(call, 'skip', isConditional(call, BRANCHES))
      : undefined;
  }
  const operand = callee?.child('operand');
  if (operand === undefined || !/^Skip(?:Now|f)?$/.test(callee?.child('field')?.text ?? '')) return undefined;
  if (!names.isTesting(operand) && !names.isAsserter(operand) && operand.text !== 'ginkgo') return undefined;
  return markerAt(call, 'skip', isConditional(call, BRANCHES));
}

function calleeName(call: SyntaxNode): string | undefined {
  const callee = call.child('function');
  if (callee?.type === 'identifier') return callee.text;
  return callee?.type === 'selector_expression' ? callee.child('field')?.text : undefined;
}

/** `NewMockStore(ctrl)` mocks a `Store`. */
function mocked(call: SyntaxNode): string | undefined {
  return /(?:^|\.)NewMock(\w+)$/.exec(call.child('function')?.text ?? '')?.[1];
}

/** `defer func() { recover() }()`: a panic ends the test early without a failure. */
function isDroppedPanic(node: SyntaxNode): boolean {
  if (node.type !== 'defer_statement') return false;
  const block = node.namedChildren[0]?.child('function')?.child('body');
  const statements =
    block?.namedChildren.flatMap((child) => (child.type === 'statement_list' ? child.namedChildren : [child])) ?? [];
  return statements.length === 1 && /^(?:_\s*=\s*)?recover\(\)$/.test(statements[0]?.text ?? '');
}
