import type { SyntaxNode } from '../../syntax-node.ts';
import { type Attribute, readAttribute } from './attributes.ts';

/** A function among the tokens of a macro, which have no tree. */
export interface LooseFunction {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly body: SyntaxNode;
}

/** The functions written in the tokens of a macro. Those of `quickcheck!` are tests without saying so. */
export function looseFunctions({ children }: SyntaxNode, macro: string): LooseFunction[] {
  const found: LooseFunction[] = [];
  let attributes: Attribute[] = [];
  let started: { node: SyntaxNode; name: string } | undefined;
  children.forEach((token, index) => {
    const before = children[index - 1];
    if (token.type === 'token_tree' && before?.text === '#') attributes.push(readAttribute(token));
    else if (token.type === 'identifier' && before?.text === 'fn') started = { node: before, name: token.text };
    else if (token.type === 'token_tree' && token.text.startsWith('{')) {
      const all = macro === 'quickcheck' ? [...attributes, { node: token, name: 'quickcheck', rest: '' }] : attributes;
      if (started !== undefined) found.push({ ...started, attributes: all, body: token });
      started = undefined;
      attributes = [];
    }
  });
  return found;
}
