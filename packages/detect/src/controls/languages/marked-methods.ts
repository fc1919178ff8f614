import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import { type BrokenTest, surround, type TestBreaker } from '../broken-test.ts';

interface MarkedMethods {
  readonly method: string;
  /** Whether a method is a test, by its name and the text before that. */
  readonly isTest: (name: string, head: string) => boolean;
  readonly fails: readonly [string, string];
}

/** Tests that are methods with a mark: in an annotation, an attribute, or their name. */
const breakMethods =
  ({ method, isTest, fails }: MarkedMethods): TestBreaker =>
  (root) =>
    root.find(method).flatMap((node): BrokenTest[] => {
      const [name, body] = [node.child('name'), node.child('body')];
      if (name === undefined || body === undefined || !body.text.startsWith('{')) return [];
      return isTest(name.text, headOf(node, name)) ? [{ name: name.text, edits: surround(body, fails) }] : [];
    });

const headOf = (node: SyntaxNode, name: SyntaxNode): string => node.text.slice(0, name.start - node.start);

export const breakJava = breakMethods({
  method: 'method_declaration',
  isTest: (_, head) => /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b(?!\s*\([^)]*expected)/.test(head),
  fails: ['try {', '} finally { if (true) throw new IllegalStateException(); }'],
});

export const breakCSharp = breakMethods({
  method: 'method_declaration',
  isTest: (_, head) => /\[\s*(?:Fact|Theory|Test|TestCase|TestMethod)\b/.test(head),
  fails: ['try {', '} finally { throw new System.InvalidOperationException(); }'],
});

export const breakPhp = breakMethods({
  method: 'method_declaration',
  isTest: (name, head) => /^test/i.test(name) || /#\[\s*Test\b|@test\b/.test(head),
  fails: ['try {', '} finally { throw new \\LogicException(); }'],
});
