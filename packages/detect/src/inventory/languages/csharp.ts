import type { TestAssertion, TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import { assertionAt, compact, markerAt } from '../facts.ts';
import { defineLanguage, type ParsedSource, type Reading } from '../language.ts';
import { readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import { CSHARP_RULES } from './csharp/rules.ts';

const TYPES = /^(?:class|record|struct|interface)_declaration$/;
const NAMESPACES = /^(?:file_scoped_)?namespace_declaration$/;
const CODE = /^(?:method|constructor|field|property|local_function|operator|destructor)_(?:declaration|statement)$/;
const TEST =
  /^(?:Fact|Theory|Test|TestMethod|DataTestMethod|TestCase|TestCaseSource|\w+(?:Fact|Theory)|\w*TestMethod)$/;
const ROW = /^(?:InlineData|TestCase|DataRow|Arguments)$/;

/** C#: xUnit, NUnit, MSTest and TUnit, with FluentAssertions, Shouldly, Moq and NSubstitute. */
export const csharp = defineLanguage({
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs'],
  tree: { grammars: ['c-sharp'], read: readCSharp },
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/' }],
    strings: [
      { open: '"""', close: '"""', escapes: false, multiline: true },
      { open: '@"', close: '"', escapes: false, multiline: true },
      { open: '"', close: '"', escapes: true, multiline: false },
      { open: "'", close: "'", escapes: true, multiline: false },
    ],
    blocks: 'braces',
    test: /\[\s*(?:Fact|Theory|Test|TestMethod|TestCase)\b[^;{}]{0,500}?\s(?<name>\w+)\s*\(/,
    group: /\bclass\s+(?<name>\w+)/,
    assertion: /\bAssert\.(?!Skip|Ignore|Inconclusive|Pass)\w+|\.Should\w*\(|\.(?:Verify|Received)\w*\(/,
    markers: [
      {
        kind: 'skip',
        pattern: /\bSkip\s*=|\[\s*(?:Ignore|Explicit|Skip)\b|\bAssert\.(?:Skip\w*|Ignore|Inconclusive)\(/,
      },
    ],
  },
});

function readCSharp({ root }: ParsedSource): Reading {
  const reading: Reading = { tests: [], helpers: [], markers: [] };
  readMembers(root, reading, { names: [], markers: [] });
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

interface Scope {
  readonly names: readonly string[];
  readonly markers: readonly TestMarker[];
}

function readMembers(container: SyntaxNode, reading: Reading, scope: Scope): void {
  for (const node of container.namedChildren) {
    if (NAMESPACES.test(node.type) || node.type === 'declaration_list') readMembers(node, reading, scope);
    else if (TYPES.test(node.type)) readType(node, reading, scope);
    else if (CODE.test(node.type)) readMember(node, reading, scope);
  }
}

function readType(node: SyntaxNode, reading: Reading, scope: Scope): void {
  const body = node.child('body');
  const own = markersOf(attributesOf(node));
  const found = reading.tests.length;
  if (body !== undefined) {
    readMembers(body, reading, {
      names: [...scope.names, node.child('name')?.text ?? ''],
      markers: [...scope.markers, ...own],
    });
  }
  if (reading.tests.length === found) reading.markers.push(...own);
}

function readMember(node: SyntaxNode, reading: Reading, scope: Scope): void {
  const attributes = attributesOf(node);
  const name = [...scope.names, node.child('name')?.text ?? 'initializer'].join('.');
  const body = readBody(node.child('body') ?? node, CSHARP_RULES);
  const own = markersOf(attributes);
  if (node.type !== 'method_declaration' || !attributes.some((attribute) => TEST.test(attribute.name))) {
    reading.markers.push(...own, ...body.markers);
    reading.helpers.push({ name, line: node.line, assertions: body.assertions, calls: body.calls });
    return;
  }
  reading.tests.push({
    name,
    line: (node.child('name') ?? node).line,
    end_line: node.endLine,
    ...body,
    assertions: [...attributes.flatMap(declaredResult), ...body.assertions],
    markers: [...scope.markers, ...own, ...body.markers],
    cases: Math.max(1, attributes.filter((attribute) => ROW.test(attribute.name)).length),
  });
}

interface Attribute {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

const attributesOf = (node: SyntaxNode): Attribute[] =>
  node.children
    .filter(({ type }) => type === 'attribute_list')
    .flatMap((list) => list.namedChildren)
    .filter(({ type }) => type === 'attribute')
    .map((attribute) => ({
      node: attribute,
      name: (attribute.child('name')?.text ?? '').replace(/^.*\./s, '').replace(/Attribute$/, ''),
      args: attribute.childOfType('attribute_argument_list')?.namedChildren ?? [],
    }));

/** `Skip = "why"` of an attribute; a value of null is not a skip. */
function settingOf({ args }: Attribute, names: RegExp): SyntaxNode | undefined {
  const pairs = args
    .map(({ namedChildren }) => namedChildren[0])
    .filter((pair) => pair?.type === 'assignment_expression');
  return pairs.find((pair) => names.test(pair?.child('left')?.text ?? ''))?.child('right');
}

function markersOf(attributes: readonly Attribute[]): TestMarker[] {
  return attributes.flatMap((attribute) => {
    if (/^(?:Ignore|Explicit|Skip)$/.test(attribute.name)) return [markerAt(attribute.node, 'skip')];
    if (/^(?:Platform|SkipOn\w*|ConditionalFact|ConditionalTheory|RunOn\w*)$/.test(attribute.name))
      return [markerAt(attribute.node, 'skip', true)];
    const setting = settingOf(attribute, /^(?:Skip|Ignore|IgnoreReason|Explicit)$/);
    if (setting === undefined || /^(?:null|false|"")$/.test(setting.text)) return [];
    const conditional = settingOf(attribute, /^Skip(?:When|Unless)$/) !== undefined;
    return [markerAt(attribute.node, 'skip', conditional)];
  });
}

/** `[TestCase(1, ExpectedResult = 2)]` and `[ExpectedException(…)]` assert without a call. */
function declaredResult(attribute: Attribute): TestAssertion[] {
  const result = settingOf(attribute, /^ExpectedResult$/);
  if (result !== undefined) {
    const given = attribute.args
      .filter(({ namedChildren }) => namedChildren[0]?.type !== 'assignment_expression')
      .map(compact);
    return [
      assertionAt(attribute.node, {
        subject: `result(${given.join(',')})`,
        expected: compact(result),
        strength: 'exact',
      }),
    ];
  }
  if (attribute.name !== 'ExpectedException') return [];
  return [
    assertionAt(attribute.node, {
      subject: 'throws',
      expected: attribute.args.map(compact).join(','),
      strength: 'type',
    }),
  ];
}
