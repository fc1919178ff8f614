import type { TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import { markerAt, oneLine } from '../facts.ts';
import { defineLanguage, type ParsedSource, type Reading } from '../language.ts';
import { readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import { CPP_RULES } from './cpp/rules.ts';

const GTEST = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|FRIEND_TEST)$/;
const NAMED =
  /^(?:DOCTEST_)?(?:TEST_CASE|SCENARIO|TEST_CASE_METHOD|TEMPLATE_TEST_CASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|TEST)$/;

/** C and C++: GoogleTest, Catch2, doctest, Boost.Test. */
export const cpp = defineLanguage({
  id: 'cpp',
  title: 'C and C++',
  extensions: ['.cc', '.cpp', '.cxx', '.c++', '.c', '.h', '.hh', '.hpp', '.hxx'],
  tree: { grammars: ['cpp'], read: readCpp },
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/' }],
    strings: [
      { open: '"', close: '"', escapes: true, multiline: false },
      { open: "'", close: "'", escapes: true, multiline: false },
    ],
    blocks: 'braces',
    test: /^\s*(?:TEST(?:_F|_P|_CASE)?|TYPED_TEST|SCENARIO)\s*\((?<name>[^)]*)\)/,
    group: /\bnamespace\s+(?<name>\w+)/,
    assertion: /\b(?:EXPECT|ASSERT|CHECK|REQUIRE)(?:_[A-Z0-9_]+)?\s?\(|\b(?:FAIL|ADD_FAILURE)\s?\(/,
    markers: [{ kind: 'skip', pattern: /\bGTEST_SKIP\b|\bDISABLED_\w+|\bdoctest::skip\b|\[\.[^\]]*\]/ }],
  },
});

function readCpp({ root }: ParsedSource): Reading {
  const reading: Reading = { tests: [], helpers: [], markers: [] };
  const own = new Set<SyntaxNode>();
  const blocks = new Map<SyntaxNode, SyntaxNode>();
  for (const node of root.walk((part) => !isTakenOut(part) && !own.has(part) && !isIn(own, part.parent))) {
    noteBlocks(node, blocks);
    const head = headOf(node, blocks.get(node));
    if (head !== undefined) {
      own.add(head.body);
      if (head.body !== node) own.add(node);
      addTest(node, head, reading);
    } else if (node.type === 'function_definition') {
      own.add(node);
      addHelper(node, reading);
    }
  }
  const rest = readBody(root, CPP_RULES, (part) => !isTakenOut(part) && !own.has(part));
  reading.markers.push(...rest.markers);
  if (rest.assertions.length > 0)
    reading.helpers.push({ name: 'the file', line: 1, assertions: rest.assertions, calls: rest.calls });
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

const isIn = (nodes: ReadonlySet<SyntaxNode>, node: SyntaxNode | null): boolean => node !== null && nodes.has(node);

/** Whether a node is between `#if 0` and its `#else` or `#endif`. */
const isTakenOut = ({ parent, role }: SyntaxNode): boolean =>
  parent?.type === 'preproc_if' && role !== 'alternative' && parent.child('condition')?.text === '0';

/** Records the blocks that directly follow a statement, in one pass to stay linear. */
function noteBlocks(node: SyntaxNode, blocks: Map<SyntaxNode, SyntaxNode>): void {
  let before: SyntaxNode | undefined;
  for (const child of node.namedChildren) {
    if (child.type === 'compound_statement' && before?.type === 'expression_statement') blocks.set(before, child);
    before = child;
  }
}

interface TestHead {
  readonly name: string;
  readonly body: SyntaxNode;
  readonly markers: readonly TestMarker[];
}

/** The head of a test: a macro with a block, which the grammar parses as a function, or as a call and a block. */
function headOf(node: SyntaxNode, block: SyntaxNode | undefined): TestHead | undefined {
  if (node.type === 'function_definition') {
    const declarator = node.child('declarator');
    const word = declarator?.child('declarator')?.text ?? '';
    const body = node.child('body');
    if (body === undefined || (!GTEST.test(word) && !NAMED.test(word))) return undefined;
    const parts = declarator?.child('parameters')?.namedChildren ?? [];
    return { name: parts.map(({ text }) => oneLine(text)).join('.'), body, markers: nameMarkers(node, parts) };
  }
  if (node.type !== 'expression_statement') return undefined;
  const call = node.namedChildren[0];
  const word = call?.type === 'call_expression' ? (call.child('function')?.text ?? '') : '';
  if (!NAMED.test(word) && !GTEST.test(word)) return undefined;
  const parts = call?.child('arguments')?.namedChildren ?? [];
  if (block === undefined || call === undefined) return undefined;
  return {
    name: parts
      .slice(0, 2)
      .map(titleOf)
      .filter((part) => !part.startsWith('['))
      .join('.'),
    body: block,
    markers: [...nameMarkers(node, parts), ...tagMarkers(call)],
  };
}

const titleOf = ({ text }: SyntaxNode): string => oneLine(/^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text);

const nameMarkers = (node: SyntaxNode, parts: readonly SyntaxNode[]): TestMarker[] =>
  parts.some(({ text }) => text.startsWith('DISABLED_')) ? [markerAt(node.children[0] ?? node, 'skip')] : [];

/** Markers from Catch2 tags and doctest decorators. */
function tagMarkers(call: SyntaxNode): TestMarker[] {
  const text = call.child('arguments')?.text ?? '';
  const markers: TestMarker[] = [];
  if (/"[^"]*\[(?:\.[^\]]*|!hide)\]/.test(text) || /\bdoctest::skip\((?!\s*false)/.test(text))
    markers.push(markerAt(call, 'skip'));
  if (/\[!(?:shouldfail|mayfail)\]|\bdoctest::(?:should_fail|may_fail|expected_failures)\b/.test(text))
    markers.push(markerAt(call, 'expected_failure'));
  return markers;
}

function addTest(node: SyntaxNode, { name, body, markers }: TestHead, reading: Reading): void {
  const read = readBody(body, CPP_RULES);
  reading.tests.push({
    name,
    line: node.line,
    end_line: body.endLine,
    ...read,
    markers: [...markers, ...read.markers],
    cases: 1,
  });
}

function addHelper(node: SyntaxNode, reading: Reading): void {
  const declarator = node.child('declarator');
  const inner = declarator?.type === 'function_declarator' ? declarator : declarator?.find('function_declarator')[0];
  const name = (inner ?? declarator)?.child('declarator')?.text ?? 'function';
  const { assertions, markers, calls } = readBody(node, CPP_RULES);
  reading.markers.push(...markers);
  reading.helpers.push({ name: oneLine(name), line: node.line, assertions, calls });
}
