import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import type { BrokenTest, Edit, TestBreaker } from '../broken-test.ts';

/** Methods of Minitest and examples of RSpec. */
export const breakRuby: TestBreaker = (root) => [
  ...root.find('method').flatMap(breakMethod),
  ...root.find('call').flatMap(breakExample),
];

function breakMethod(node: SyntaxNode): BrokenTest[] {
  const name = node.child('name')?.text ?? '';
  return /^test_/.test(name) ? breakBlock(name, node) : [];
}

function breakExample(call: SyntaxNode): BrokenTest[] {
  const block = call.childOfType('do_block');
  const title = call.child('arguments')?.namedChildren[0]?.text;
  if (block === undefined || title === undefined) return [];
  if (!/^(?:it|specify|example|test)$/.test(call.child('method')?.text ?? '')) return [];
  return breakBlock(title.replace(/^(['"])(.*)\1$/, '$2'), block);
}

// one that rescues or ensures already is left as it is
function breakBlock(name: string, node: SyntaxNode): BrokenTest[] {
  if (!node.text.endsWith('end') || node.find('rescue', 'ensure').length > 0) return [];
  const at = node.end - 'end'.length;
  const edit: Edit = { start: at, end: at, text: '\nensure\nraise "control"\n' };
  return [{ name, edits: [edit] }];
}
