import { posix } from 'node:path';
import type { TestCase } from '@assay/schema';
import { parseSource } from '../inventory/find-tree.ts';
import type { SyntaxNode } from '../inventory/syntax-node.ts';
import { applyEdits, type Edit } from './broken-test.ts';
import { type PlacedAssertion, placeAssertions } from './place-assertions.ts';

/** What a test compares with a value. */
interface AskedAssertion {
  readonly test: TestCase;
  readonly line: number;
  readonly subject: string;
  readonly expected: string;
}

/** A program that asks the product what tests ask it, without their runner. */
export interface QuestionProgram {
  readonly language: 'python' | 'javascript';
  readonly asked: readonly AskedAssertion[];
  /**
   * Its text: in the folder of the test with the names of its tests, or without either. It prints the word `same` or
   * `differs` after the token and the number of the assertion, as far as it can answer.
   */
  write(options: { readonly token: string; readonly is_disguised: boolean }): string;
}

interface Part {
  readonly test: TestCase;
  /** The statements of the test, and those it can see, from outside to inside. */
  readonly body: SyntaxNode;
  readonly edits: readonly Edit[];
}

interface Words {
  /** A call that compares what the subject is with what is expected. */
  readonly ask: (index: number, sides: { subject: string; expected: string }) => string;
  readonly truth: (subject: string, value: boolean) => { subject: string; expected: string };
  readonly nothing: string;
  readonly statement: RegExp;
  readonly findBody: (root: SyntaxNode, test: TestCase) => SyntaxNode | undefined;
}

/** Writes what some tests of a file ask the product; undefined if that is nothing, or for another language. */
export async function writeQuestions(
  { path, text }: { readonly path: string; readonly text: string },
  tests: readonly TestCase[],
): Promise<QuestionProgram | undefined> {
  const tree = await parseSource(path, text);
  if (tree === undefined) return undefined;
  const { root } = tree;
  const language = tree.language === 'python' ? 'python' : 'javascript';
  if (!['python', 'javascript', 'typescript', 'tsx'].includes(tree.language)) return undefined;
  const words = language === 'python' ? PYTHON : JAVASCRIPT;
  const asked: AskedAssertion[] = [];
  const parts = tests.flatMap((test): Part[] => {
    const body = test.mocks.length > 0 ? undefined : words.findBody(root, test);
    if (body === undefined) return [];
    const edits = placeAssertions(root, test).flatMap((placed): Edit[] => {
      const { node } = placed;
      const sides = findSides(placed, words);
      const statement = [node, ...node.ancestors()].find((each) => each === body || words.statement.test(each.type));
      if (statement === undefined || statement.start < body.start) return [];
      if (sides === undefined) return [{ start: statement.start, end: statement.end, text: words.nothing }];
      asked.push({ test, line: node.line, ...sides });
      return [{ start: statement.start, end: statement.end, text: words.ask(asked.length - 1, sides) }];
    });
    return [{ test, body, edits: withoutInner(edits) }];
  });
  if (asked.length === 0) return undefined;
  const write = language === 'python' ? writePython : writeJavaScript;
  return { language, asked, write: (options) => write({ path, text, root, tests, parts }, options) };
}

/** What to ask, and what the answer must be; undefined if the assertion is neither an equality nor a truth. */
function findSides({ assertion, subject, compared }: PlacedAssertion, { truth }: Words) {
  if (compared !== undefined) return { subject: compared.subject.text, expected: compared.expected.text };
  const is_truth = assertion.strength === 'truthy' && assertion.expected === null;
  return subject && is_truth ? truth(subject.text, !assertion.negated) : undefined;
}

// a statement with two assertions is replaced once
const withoutInner = (edits: readonly Edit[]): Edit[] =>
  edits.filter(({ start, end }, index) => !edits.slice(0, index).some((one) => start < one.end && end > one.start));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
  readonly tests: readonly TestCase[];
  readonly parts: readonly Part[];
}

type WriteOptions = Parameters<QuestionProgram['write']>[0];

/** The text of a node after those edits that are inside. */
function textOf({ start, end, text }: SyntaxNode, edits: readonly Edit[] = []): string {
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
  return applyEdits(
    text,
    inside.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

const JAVASCRIPT: Words = {
  ask: (index, { subject, expected }) => `ask(${index}, await (${subject}), ${expected});`,
  truth: (subject, value) => ({ subject: `Boolean(${subject})`, expected: String(value) }),
  nothing: ';',
  statement: /^expression_statement$/,
  findBody: (root, { line, end_line }) =>
    root
      .find('call_expression')
      .filter((call) => call.line === line && call.endLine === end_line)
      .flatMap((call) => call.child('arguments')?.namedChildren ?? [])
      .filter(({ type }) => /^(?:arrow_function|function_expression)$/.test(type))
      .at(-1)
      ?.child('body'),
};

const RUNNERS =
  /["'](?:vitest|jest|mocha|chai|ava|tap|tape|uvu|sinon|bun:test|node:test|test|@jest\/.*|@vitest\/.*|uvu\/.*)["']/;
const DECLARATION = /^(?:lexical|variable|function|class|generator_function|enum|type_alias|interface)_declaration$/;

function writeJavaScript({ path, root, parts }: Source, { token, is_disguised }: WriteOptions): string {
  const folder = posix.dirname(path);
  const relative = [...root.walk()].filter(
    ({ type, text, parent }) =>
      type === 'string' &&
      /^.\.\.?\//.test(text) &&
      (parent?.type === 'import_statement' || /^(?:require|import)\(/.test(parent?.parent?.text ?? '')),
  );
  // a program without a file is in the folder at the top
  const moved = is_disguised
    ? []
    : relative.map(({ start, end, text }) => ({
        ...{ start, end },
        text: JSON.stringify(`./${posix.join(folder, text.slice(1, -1))}`),
      }));
  const declared = (block: SyntaxNode): string[] =>
    block.namedChildren
      .filter(({ type, text }) => DECLARATION.test(type) && !(/\brequire\(/.test(text) && RUNNERS.test(text)))
      .map((node) => textOf(node, moved));
  const imports = root.namedChildren.filter(
    ({ type, children }) => type === 'import_statement' && !children.some(({ text }) => RUNNERS.test(text)),
  );
  // what prepares each test is part of it
  const prepared = (block: SyntaxNode): string[] =>
    block.namedChildren.flatMap((statement) => {
      const call = statement.namedChildren[0];
      const [prepare] = call?.child('arguments')?.namedChildren ?? [];
      const is_before = /^before(?:Each|All)?$/.test(call?.child('function')?.text ?? '');
      return is_before && prepare !== undefined ? [`await (${textOf(prepare, moved)})();`] : [];
    });
  const asked = parts.map(({ body, edits }) => {
    const scopes = [...body.ancestors()].filter(({ type }) => type === 'statement_block').toReversed();
    const statements = textOf(body, [
      ...edits,
      ...moved.filter((each) => !edits.some((one) => each.start < one.end && each.end > one.start)),
    ]);
    return `await (async () => {\n${[root, ...scopes].flatMap((block) => [...(block === root ? [] : declared(block)), ...prepared(block)]).join('\n')}\n${statements}\n})().catch(() => undefined);`;
  });
  return `${imports.map((node) => textOf(node, moved)).join('\n')}
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { writeSync } from 'node:fs';
const require = createRequire(\`\${process.cwd()}/${folder}/part.js\`);
const ask = (index, found, wanted) =>
  writeSync(1, \`\\n${token} \${index} \${isDeepStrictEqual(found, wanted) || found == wanted ? 'same' : 'differs'}\\n\`);
${[...declared(root), ...asked].join('\n')}
process.exit(0);
`;
}

const PYTHON: Words = {
  ask: (index, { subject, expected }) => `ask(${index}, (${subject}), (${expected}))`,
  truth: (subject, value) => ({ subject: `bool(${subject})`, expected: value ? 'True' : 'False' }),
  nothing: 'pass',
  statement: /^(?:expression_statement|assert_statement)$/,
  findBody(root, { name, line, end_line }) {
    const last = name.split('.').at(-1);
    const found = root
      .find('function_definition')
      .find((node) => node.line >= line && node.endLine === end_line && node.child('name')?.text === last);
    const body = found?.child('body');
    // a coroutine needs its runner
    return body === undefined || body.line === found?.line || found?.text.startsWith('async') ? undefined : body;
  },
};

const PYTHON_RUNNERS = /^(?:from|import)\s+_?(?:pytest|unittest|nose|mock|hypothesis|doctest)\b/;
const PYTHON_DECLARATION =
  /^(?:import_statement|import_from_statement|function_definition|class_definition|expression_statement)$/;

const PYTHON_DISGUISE = `import sys, unittest
try:
    import pytest, _pytest
except ImportError:
    pass
`;

function writePython({ text, root, tests, parts }: Source, { token, is_disguised }: WriteOptions): string {
  const lines = text.split('\n');
  const isTest = (node: SyntaxNode): boolean =>
    /^(?:function|class)_definition$/.test(node.type) &&
    tests.some(({ end_line }) => end_line >= node.line && end_line <= node.endLine);
  const kept = root.namedChildren.filter(
    (node) => PYTHON_DECLARATION.test(node.type) && !isTest(node) && !PYTHON_RUNNERS.test(node.text),
  );
  // one that names the runner must not keep the others from running
  const attempt = (statement: string): string =>
    `try:\n${statement.replaceAll(/^/gm, ' ')}\nexcept BaseException:\n    pass\n`;
  const asked = parts.map(({ test, body, edits }, index) => {
    const indentOf = ({ line }: SyntaxNode): string => /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
    const name = is_disguised ? test.name.split('.').at(-1) : `part_${index}`;
    const methods = body.ancestor('class_definition')?.child('body')?.namedChildren ?? [];
    const own = methods.filter((node) => node.type === 'function_definition' && !isTest(node));
    // with the indentation of the test, because a text may have several lines
    const indent = indentOf(body);
    const outer = own[0] === undefined ? (/^\s+/.exec(indent.slice(1))?.[0] ?? ' ') : indentOf(own[0]);
    return `class Part${index}(Part):
${own.map((node) => `${outer}${node.text}\n`).join('')}${outer}def ${name}(self):
${indent}${textOf(body, edits)}

${attempt(`part = Part${index}()\npart.setUp()\npart.${name}()`)}`;
  });
  return `${is_disguised ? PYTHON_DISGUISE : ''}def ask(index, found, wanted):
    print(f"\\n${token} {index} {'same' if found == wanted else 'differs'}", flush=True)

class Part:
    def setUp(self):
        pass
    def subTest(self, *_, **__):
        from contextlib import nullcontext
        return nullcontext()

${kept.map((node) => attempt(node.text)).join('')}
${asked.join('\n')}`;
}
