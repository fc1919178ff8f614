import type { TestAssertion, TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import { assertionAt, compact } from '../facts.ts';
import { defineLanguage, type ParsedSource, type Reading } from '../language.ts';
import { readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';
import {
  type Annotation,
  annotationMarker,
  findElement,
  isTestAnnotation,
  listAnnotations,
} from './java/annotations.ts';
import { countCases } from './java/cases.ts';
import { JAVA_RULES } from './java/rules.ts';

const TYPES = new Set(['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration']);
const CODE =
  /^(?:method_declaration|constructor_declaration|static_initializer|field_declaration|block|compact_constructor_declaration|enum_constant)$/;

/** Java: JUnit 3 to 5, TestNG, with AssertJ, Hamcrest, Truth and Mockito. */
export const java = defineLanguage({
  id: 'java',
  title: 'Java',
  extensions: ['.java'],
  tree: { grammars: ['java'], read: readJava },
  words: {
    line_comments: ['//'],
    block_comments: [{ open: '/*', close: '*/' }],
    strings: [
      { open: '"""', close: '"""', escapes: true, multiline: true },
      { open: '"', close: '"', escapes: true, multiline: false },
      { open: "'", close: "'", escapes: true, multiline: false },
    ],
    blocks: 'braces',
    test: /@\w{0,60}Test\b[^;{}]{0,500}?\bvoid\s+(?<name>\w+)\s*\(/,
    group: /\bclass\s+(?<name>\w+)/,
    assertion: /\b(?:assert\w*|verify\w*|fail|expectThrows)\s?\(/,
    markers: [{ kind: 'skip', pattern: /@(?:Disabled|Ignore)\w*\b|\bassum(?:e\w*|ing\w*)\(|\benabled\s*=\s*false\b/ }],
  },
});

function readJava({ root }: ParsedSource): Reading {
  const reading: Reading = { tests: [], helpers: [], markers: [] };
  // in a file with annotated tests, names do not count
  const isMarked = root.find('method_declaration').some((method) => listAnnotations(method).some(isTestAnnotation));
  const file: JavaFile = { reading, isMarked };
  for (const node of root.children) if (TYPES.has(node.type)) readType(node, file, { names: [], markers: [] });
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

interface JavaFile {
  readonly reading: Reading;
  readonly isMarked: boolean;
}

interface Scope {
  readonly names: readonly string[];
  readonly markers: readonly TestMarker[];
}

function readType(node: SyntaxNode, file: JavaFile, outer: Scope): void {
  const annotations = listAnnotations(node);
  const own = markersOf(annotations);
  const scope = {
    names: [...outer.names, node.child('name')?.text ?? ''],
    markers: [...outer.markers, ...own],
  };
  const body = node.child('body');
  const members = (body?.namedChildren ?? []).flatMap((part) =>
    part.type === 'enum_body_declarations' ? part.namedChildren : [part],
  );
  const found = file.reading.tests.length;
  for (const member of members) {
    if (TYPES.has(member.type)) readType(member, file, scope);
    else if (CODE.test(member.type)) readMember(member, file, { scope, owner: node });
  }
  // no test in this class; subclasses may have some
  if (file.reading.tests.length === found) file.reading.markers.push(...own);
}

interface MemberPlace {
  readonly scope: Scope;
  readonly owner: SyntaxNode;
}

function readMember(node: SyntaxNode, { reading, isMarked }: JavaFile, { scope, owner }: MemberPlace): void {
  const annotations = listAnnotations(node);
  const name = [...scope.names, node.child('name')?.text ?? 'initializer'].join('.');
  const code = node.child('body') ?? node;
  const body = readBody(code, JAVA_RULES);
  const own = markersOf(annotations);
  if (!isTest(node, annotations, { owner, isMarked })) {
    reading.markers.push(...own, ...body.markers);
    // callers of an overridden method also call the override
    const inherited = annotations.some((annotation) => annotation.name === 'Override') ? [leafOf(name)] : [];
    const calls = [...body.calls, ...inherited];
    reading.helpers.push({ name, line: node.line, assertions: body.assertions, calls });
    return;
  }
  const place = { name, line: (node.child('name') ?? node).line, end_line: node.endLine };
  reading.tests.push({
    ...place,
    ...body,
    assertions: [...expectedExceptions(annotations), ...body.assertions],
    markers: [...scope.markers, ...own, ...body.markers],
    cases: countCases(node, { annotations, owner }),
  });
}

const leafOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

interface TestPlace {
  readonly owner: SyntaxNode;
  readonly isMarked: boolean;
}

function isTest(node: SyntaxNode, annotations: readonly Annotation[], { owner, isMarked }: TestPlace): boolean {
  if (node.type !== 'method_declaration') return false;
  if (annotations.some(isTestAnnotation)) return true;
  const modifiers = node.childOfType('modifiers')?.text ?? '';
  const isPublic = /\bpublic\b/.test(modifiers) && !/\bstatic\b/.test(modifiers) && node.child('type')?.text === 'void';
  // TestNG: all public methods of an annotated class
  if (listAnnotations(owner).some(({ name }) => name === 'Test'))
    return isPublic && annotations.every(({ name }) => name === 'Override');
  const isNamed = /^test/.test(node.child('name')?.text ?? '') && node.child('parameters')?.namedChildren.length === 0;
  return isPublic && isNamed && !isMarked && owner.child('superclass') !== undefined;
}

/** `@Test(expected = X.class)` is an assertion on the method. */
function expectedExceptions(annotations: readonly Annotation[]): TestAssertion[] {
  return annotations.flatMap((annotation) => {
    const expected = findElement(annotation, 'expected') ?? findElement(annotation, 'expectedExceptions');
    if (expected === undefined || !isTestAnnotation(annotation)) return [];
    return [assertionAt(annotation.node, { subject: 'throws', expected: compact(expected), strength: 'type' })];
  });
}

const markersOf = (annotations: readonly Annotation[]): TestMarker[] =>
  annotations.map(annotationMarker).filter((marker) => marker !== undefined);
