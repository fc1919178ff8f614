import type { SyntaxNode } from '../../syntax-node.ts';
import { type Attribute, readAttribute } from './attributes.ts';

/** A function in macro tokens, which have no tree. */
export interface LooseFunction {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly body: SyntaxNode;
}

/** The functions in the tokens of a macro. In `quickcheck!`, and a macro of the project around it, they are tests without an attribute. */
export function looseFunctions({ children }: SyntaxNode, macro: string): LooseFunction[] {
  const found: LooseFunction[] = [];
  let attributes: Attribute[] = [];
  let started: { node: SyntaxNode; name: string } | undefined;
  children.forEach((token, index) => {
    const before = children[index - 1];
    if (token.type === 'token_tree' && before?.text === '#') attributes.push(readAttribute(token));
    else if (token.type === 'identifier' && before?.text === 'fn') started = { node: before, name: token.text };
    else if (token.type === 'token_tree' && token.text.startsWith('{')) {
      const all = /^quickcheck(?:_\w+)?$/.test(macro)
        ? [...attributes, { node: token, name: 'quickcheck', rest: '' }]
        : attributes;
      if (started !== undefined) found.push({ ...started, attributes: all, body: token });
      started = undefined;
      attributes = [];
    }
  });
  return found;
}
