import type { TestMarker } from '@assay/schema';
import { markerAt, oneLine } from '../facts.ts';
import { defineLanguage, type Reading } from '../language.ts';
import { readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import { RUBY_RULES } from './ruby/rules.ts';
import { readFileScope, readRemainder, type Scope } from './scope.ts';

const GROUP = /^[xf]?(?:describe|context|feature)$|^(?:shared_examples(?:_for)?|shared_context|RSpec)$/;
const EXAMPLE = /^[xf]?(?:it|specify|example|scenario|its)$|^(?:pending|skip|focus|test|should|xtest)$/;

/** Ruby: RSpec, both styles of Minitest, test-unit. */
export const ruby = defineLanguage({
  id: 'ruby',
  title: 'Ruby',
  extensions: ['.rb'],
  tree: { grammars: ['ruby'], read: ({ root }) => readFileScope(root, readScope) },
  words: {
    line_comments: ['#'],
    block_comments: [{ open: '\n=begin', close: '\n=end' }],
    strings: [
      { open: '"', close: '"', escapes: true, multiline: true },
      { open: "'", close: "'", escapes: true, multiline: true },
    ],
    blocks: 'indent',
    test: /^\s*(?:def\s+(?<name>test_\w+)|[xf]?(?:it|specify|test)\b)/,
    group: /^\s*(?:class\s+(?<name>\w+)|(?:RSpec\.)?[xf]?(?:describe|context)\b)/,
    assertion: /\bexpect\s?[({]|\bis_expected\b|\b(?:assert|refute)(?:_\w+)?\b|\.(?:must|wont)_\w+|\.should\b/,
    markers: [
      { kind: 'skip', pattern: /\bx(?:it|describe|context|specify)\b|^\s*(?:skip|pending|omit)\b|\b(?:skip|pending):/ },
      { kind: 'focus', pattern: /\bf(?:it|describe|context|specify)\b|\bfocus:|:focus\b/ },
    ],
  },
});

/** Reads the tests, groups and other code of a file, class or group. */
function readScope(container: SyntaxNode, reading: Reading, scope: Scope): void {
  const own = new Set<SyntaxNode>();
  for (const node of container.walk((part) => part.parent === null || !own.has(part.parent))) {
    if (node === container) continue;
    if (readDeclaration(node, reading, scope)) own.add(node);
  }
  readRemainder(container, reading, { rules: RUBY_RULES, scope, own });
}

/** Reads a test, group or method; returns whether the node was one. */
function readDeclaration(node: SyntaxNode, reading: Reading, scope: Scope): boolean {
  const body = node.child('body');
  if (/^(?:class|module)$/.test(node.type) && body !== undefined) {
    readScope(body, reading, { ...scope, names: [...scope.names, node.child('name')?.text ?? ''] });
    return true;
  }
  if (/^(?:singleton_)?method$/.test(node.type)) {
    readMethod(node, reading, scope);
    return true;
  }
  if (node.type !== 'call') return false;
  const word = node.child('method')?.text ?? '';
  const receiver = node.child('receiver')?.text;
  const block = node.child('block');
  const first = node.child('arguments')?.namedChildren[0];
  if (receiver !== undefined && receiver !== 'RSpec' && receiver !== 'Minitest') return false;
  if (GROUP.test(word) && block !== undefined) {
    readScope(block, reading, {
      names: [...scope.names, titleOf(node)],
      markers: [...scope.markers, ...markersOf(node, word)],
    });
    return true;
  }
  // `skip 'why'` in a body is not an example; `it 'sentence'` without a block is a pending one
  const isExample =
    EXAMPLE.test(word) &&
    (block !== undefined || (/^[xf]?(?:it|specify|example)$/.test(word) && first?.type === 'string'));
  if (!isExample) return false;
  const text = block ?? node;
  const read = readBody(text, RUBY_RULES);
  const place = { name: [...scope.names, titleOf(node)].join(' > '), line: node.line, end_line: node.endLine };
  const own = block === undefined ? [markerAt(node, 'skip')] : markersOf(node, word);
  reading.tests.push({ ...place, ...read, markers: [...scope.markers, ...own, ...read.markers], cases: 1 });
  return true;
}

function readMethod(node: SyntaxNode, reading: Reading, scope: Scope): void {
  const title = node.child('name')?.text ?? '';
  const name = [...scope.names, title].join('.');
  const body = readBody(node.child('body') ?? node, RUBY_RULES);
  if (/^test_/.test(title) && scope.names.length > 0) {
    const markers = [...scope.markers, ...body.markers];
    const empty = node.child('body') === undefined ? { statements: 0, calls: [] } : {};
    reading.tests.push({ name, line: node.line, end_line: node.endLine, ...body, ...empty, markers, cases: 1 });
    return;
  }
  reading.markers.push(...body.markers);
  reading.helpers.push({ name, line: node.line, assertions: body.assertions, calls: body.calls });
}

function titleOf(call: SyntaxNode): string {
  const [first] = call.child('arguments')?.namedChildren ?? [];
  if (first === undefined || first.type === 'pair') return oneLine(call.child('block')?.text ?? '');
  return oneLine(first.type === 'string' ? first.text.slice(1, -1) : first.text);
}

function markersOf(call: SyntaxNode, word: string): TestMarker[] {
  const markers: TestMarker[] = [];
  if (/^x/.test(word) || word === 'skip') markers.push(markerAt(call, 'skip'));
  else if (word === 'pending') markers.push(markerAt(call, 'expected_failure'));
  else if (/^f(?!eature)/.test(word)) markers.push(markerAt(call, 'focus'));
  for (const argument of (call.child('arguments')?.namedChildren ?? []).slice(1)) {
    const key =
      argument.type === 'pair' ? argument.child('key')?.text.replace(/^:/, '') : argument.text.replace(/^:/, '');
    if (argument.type !== 'pair' && argument.type !== 'simple_symbol') continue;
    const value = argument.child('value')?.text;
    if (value === 'false' || value === 'nil') continue;
    const conditional = value !== undefined && !/^(?:true|["'])/.test(value);
    if (key === 'skip') markers.push(markerAt(argument, 'skip', conditional));
    else if (key === 'pending') markers.push(markerAt(argument, 'expected_failure', conditional));
    else if (key === 'focus') markers.push(markerAt(argument, 'focus', conditional));
  }
  return markers;
}
