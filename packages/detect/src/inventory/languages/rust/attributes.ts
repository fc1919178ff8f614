import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { lastName } from './assertions.ts';

/** An attribute such as `#[cfg(test)]`, in the tree or in macro tokens. */
export interface Attribute {
  readonly node: SyntaxNode;
  readonly name: string;
  /** The source text after the name. */
  readonly rest: string;
}

const TEST = /^(?:test|rstest|quickcheck|parameterized|proptest|\w+_test|test_(?:case|matrix|log|with\w*)|apply)$/;
const CASE = /^(?:case|test_case|case_\d+)$/;

/** Reads an `attribute_item`, or the brackets of one in macro tokens. */
export function readAttribute(node: SyntaxNode): Attribute {
  const inner = node.text
    .replace(/^#?!?\s*\[/, '')
    .replace(/\]$/, '')
    .trim();
  const path = /^[\w:\s]*/.exec(inner)?.[0] ?? '';
  return { node, name: lastName(path.trim()), rest: inner.slice(path.length).trim() };
}

/** Whether an attribute marks a test, also a conditional one. */
export function isTestAttribute({ name, rest }: Attribute): boolean {
  return TEST.test(name) || (name === 'cfg_attr' && /,\s*(?:\w+::)*test\s*\)$/.test(rest));
}

/** Whether an attribute marks code that is only built for tests. */
export const isTestOnly = ({ name, rest }: Attribute): boolean =>
  name === 'cfg' && /\btest\b/.test(rest.replace(/"[^"]*"/g, '').replace(/\bnot\s*\(\s*test\s*\)/g, ''));

/** The number of data rows; each is a case. */
export const countCases = (attributes: readonly Attribute[]): number =>
  Math.max(1, attributes.filter(({ name }) => CASE.test(name)).length);

/** The marker of an attribute, if any. */
export function attributeMarker({ node, name, rest }: Attribute): TestMarker | undefined {
  if (name === 'ignore') return markerAt(node, 'skip');
  if (name === 'should_panic') return markerAt(node, 'expected_failure');
  if (name === 'cfg_attr' && /,\s*ignore\b/.test(rest)) return markerAt(node, 'skip', true);
  if (name === 'cfg_attr' && /,\s*should_panic\b/.test(rest)) return markerAt(node, 'expected_failure', true);
  const isNever =
    name === 'cfg' &&
    /^\(\s*(?:any\s*\(\s*\)|not\s*\(\s*all\s*\(\s*\)\s*\)|FALSE|false|never|not\s*\(\s*test\s*\))\s*\)$/.test(rest);
  return isNever ? markerAt(node, 'skip') : undefined;
}
