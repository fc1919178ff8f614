import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import type { BrokenTest, TestBreaker } from '../broken-test.ts';

/** Test functions and the functions of their subtests. */
export const breakGo: TestBreaker = (root) =>
  root.find('function_declaration', 'func_literal').flatMap((node): BrokenTest[] => {
    const body = node.child('body');
    const test = nameOfTest(node);
    if (body === undefined || test === undefined) return [];
    const declared = node.type === 'function_declaration' ? node : node.ancestor('function_declaration');
    const name = declared?.child('name')?.text ?? '';
    if (!/^(?:Test|Fuzz)(?:[^a-z]|$)/.test(name)) return [];
    const at = body.start + 1;
    return [{ name, edits: [{ start: at, end: at, text: `\ndefer ${test}.Fail()\n` }] }];
  });

/** The name of a parameter such as `t *testing.T`. */
function nameOfTest(node: SyntaxNode): string | undefined {
  const [first] = node.child('parameters')?.namedChildren ?? [];
  const name = first?.child('name')?.text;
  return /^\*testing\.[TF]$/.test(first?.child('type')?.text ?? '') && name !== '_' ? name : undefined;
}
