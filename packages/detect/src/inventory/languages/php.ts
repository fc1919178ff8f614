import type { TestMarker } from '@assay/schema';
import { markerAt, oneLine } from '../facts.ts';
import { defineLanguage, type Reading } from '../language.ts';
import { readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import { readCall } from './php/assertions.ts';
import { PHP_RULES } from './php/rules.ts';
import { readFileScope, readRemainder, type Scope } from './scope.ts';

const TYPES = /^(?:class|trait|enum|interface)_declaration$/;
const FUNCTIONS = /^(?:method_declaration|function_definition)$/;

/** PHP: PHPUnit and Pest. */
export const php = defineLanguage({
  id: 'php',
  title: 'PHP',
  extensions: ['.php'],
  tree: { grammars: ['php'], read: ({ root }) => readFileScope(root, readScope) },
  words: {
    line_comments: ['//', '# '],
    block_comments: [{ open: '/*', close: '*/' }],
    strings: [
      { open: '"', close: '"', escapes: true, multiline: true },
      { open: "'", close: "'", escapes: true, multiline: true },
    ],
    blocks: 'braces',
    test: /\bfunction\s+(?<name>test\w*)\s*\(/,
    group: /\bclass\s+(?<name>\w+)/,
    assertion: /(?:->|::)(?:assert\w*|expectException\w*|fail)\s?\(|\bexpect\s?\(/,
    markers: [
      { kind: 'skip', pattern: /\bmarkTest(?:Skipped|Incomplete)\(|->(?:skip|todo)\(/ },
      { kind: 'focus', pattern: /->only\(/ },
    ],
  },
});

/** Reads the tests, groups and other code of a file, class or group. */
function readScope(container: SyntaxNode, reading: Reading, scope: Scope): void {
  const own = new Set<SyntaxNode>();
  let comment: SyntaxNode | undefined;
  for (const node of container.walk((part) => part.parent === null || !own.has(part.parent))) {
    if (node === container) continue;
    if (node.type === 'comment') comment = node;
    else if (readDeclaration(node, reading, { scope, comment })) {
      own.add(node);
      comment = undefined;
    } else if (/_statement$|^property_declaration$/.test(node.type)) comment = undefined;
  }
  readRemainder(container, reading, { rules: PHP_RULES, scope, own });
}

interface Place {
  readonly scope: Scope;
  /** The comment before it, which may contain annotations. */
  readonly comment: SyntaxNode | undefined;
}

function readDeclaration(node: SyntaxNode, reading: Reading, { scope, comment }: Place): boolean {
  if (TYPES.test(node.type)) {
    const body = node.child('body');
    const markers = [...scope.markers, ...markersOf(node, comment)];
    if (body !== undefined)
      readScope(body, reading, { names: [...scope.names, node.child('name')?.text ?? ''], markers });
    return true;
  }
  if (FUNCTIONS.test(node.type)) {
    readFunction(node, reading, { scope, comment });
    return true;
  }
  const closed = closureCall(node);
  if (closed === undefined) return false;
  const { word, title, body, markers, cases } = closed;
  const inner = { names: [...scope.names, title], markers: [...scope.markers, ...markers] };
  if (word === 'describe') readScope(body, reading, inner);
  else {
    const read = readBody(body, PHP_RULES);
    const place = { name: inner.names.join(' > '), line: node.line, end_line: node.endLine };
    reading.tests.push({ ...place, ...read, markers: [...inner.markers, ...read.markers], cases });
  }
  return true;
}

function readFunction(node: SyntaxNode, reading: Reading, { scope, comment }: Place): void {
  const title = node.child('name')?.text ?? '';
  const name = [...scope.names, title].join('.');
  const body = readBody(node.child('body') ?? node, PHP_RULES);
  const attributes = attributesOf(node);
  const isTest =
    node.type === 'method_declaration' &&
    scope.names.length > 0 &&
    (/^test/.test(title) ||
      attributes.some((attribute) => attribute.name === 'Test') ||
      /@test\b/.test(comment?.text ?? ''));
  const own = markersOf(node, comment);
  if (!isTest) {
    reading.markers.push(...body.markers);
    reading.helpers.push({ name, line: node.line, assertions: body.assertions, calls: body.calls });
    return;
  }
  const rows = attributes.filter((attribute) => /^TestWith(?:Json)?$/.test(attribute.name)).length;
  const place = { name, line: (node.child('name') ?? node).line, end_line: node.endLine };
  reading.tests.push({
    ...place,
    ...body,
    markers: [...scope.markers, ...own, ...body.markers],
    cases: Math.max(1, rows),
  });
}

interface Attribute {
  readonly node: SyntaxNode;
  readonly name: string;
}

const attributesOf = (node: SyntaxNode): Attribute[] =>
  (node.child('attributes')?.find('attribute') ?? []).map((attribute) => ({
    node: attribute,
    name: (attribute.namedChildren[0]?.text ?? '').replace(/^.*\\/s, ''),
  }));

function markersOf(node: SyntaxNode, comment: SyntaxNode | undefined): TestMarker[] {
  const markers = attributesOf(node).flatMap((attribute) => {
    if (/^(?:Skip|DoesNotPerformAssertions)$/.test(attribute.name)) return [markerAt(attribute.node, 'skip')];
    return /^Requires/.test(attribute.name) ? [markerAt(attribute.node, 'skip', true)] : [];
  });
  const text = comment?.text ?? '';
  if (comment !== undefined && /@doesNotPerformAssertions\b/.test(text)) markers.push(markerAt(comment, 'skip'));
  if (comment !== undefined && /@requires\b/.test(text)) markers.push(markerAt(comment, 'skip', true));
  return markers;
}

interface ClosureCall {
  readonly word: string;
  readonly title: string;
  readonly body: SyntaxNode;
  readonly markers: readonly TestMarker[];
  readonly cases: number;
}

/** `it('adds', function () { … })->skip()` of Pest. */
function closureCall(node: SyntaxNode): ClosureCall | undefined {
  const links: SyntaxNode[] = [];
  let first = node;
  while (first.type === 'member_call_expression') {
    links.push(first);
    const object = first.child('object');
    if (object === undefined) return undefined;
    first = object;
  }
  const call = first.type === 'function_call_expression' ? readCall(first) : undefined;
  if (call === undefined || !/^(?:it|test|describe|arch|todo)$/.test(call.name)) return undefined;
  const [title, closure] = call.args;
  // the body of an arrow function is an expression, so the whole function is read
  const body = closure?.type === 'arrow_function' ? closure : (closure?.child('body') ?? first);
  if (title?.type !== 'string' && title?.type !== 'encapsed_string') return undefined;
  const markers = call.name === 'todo' ? [markerAt(first, 'skip')] : [];
  let cases = 1;
  for (const link of links) {
    const { name = '', args = [] } = readCall(link) ?? {};
    const conditional = args.length > 0 && !/^(?:["']|true$)/.test(args[0]?.text ?? '');
    if (/^(?:skip|todo|skipOn\w+)$/.test(name)) markers.push(markerAt(link, 'skip', conditional || /On/.test(name)));
    else if (name === 'only') markers.push(markerAt(link, 'focus'));
    else if (name === 'fails') markers.push(markerAt(link, 'expected_failure'));
    else if (name === 'with' && args[0]?.type === 'array_creation_expression')
      cases = Math.max(1, args[0].namedChildren.length);
  }
  return { word: call.name, title: oneLine(title.text.slice(1, -1)), body, markers, cases };
}
