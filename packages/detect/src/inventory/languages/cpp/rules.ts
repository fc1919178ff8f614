import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import { type BodyRules, isConditional } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { cppAssertion } from './assertions.ts';

const BRANCHES = {
  conditions: new Set([
    'if_statement',
    'switch_statement',
    'for_statement',
    'for_range_loop',
    'while_statement',
    'catch_clause',
    'preproc_if',
    'preproc_ifdef',
  ]),
  functions: new Set(['lambda_expression', 'function_definition']),
};

/** Body rules for C and C++. */
export const CPP_RULES: BodyRules = {
  assertions: (node) => {
    const found = cppAssertion(node);
    return found === undefined ? [] : [found];
  },
  marker: skipCall,
  call: (node) =>
    node.type === 'call_expression'
      ? node
          .child('function')
          ?.text.replace(/^.*(?:::|\.|->)/s, '')
          .slice(0, 200)
      : undefined,
  isStatement: ({ type }) => (/_statement$/.test(type) && type !== 'compound_statement') || type === 'declaration',
  leaves: (node) =>
    node.type === 'return_statement' ||
    (node.type === 'expression_statement' && /^(?:std::)?_?exit\s*\(/.test(node.text)),
  branch: (node) => {
    if (node.type === 'preproc_if' && node.child('condition')?.text === '0')
      return { never: withoutElse(node), always: undefined };
    if (node.type !== 'if_statement') return undefined;
    const condition = node.child('condition')?.namedChildren[0]?.text;
    if (condition === 'false' || condition === '0')
      return { never: node.child('consequence'), always: node.child('alternative') };
    if (condition === 'true' || condition === '1')
      return { never: node.child('alternative'), always: node.child('consequence') };
    return undefined;
  },
  swallows: (node) => {
    if (node.type !== 'try_statement') return undefined;
    return node.children.some((clause) => clause.type === 'catch_clause' && isDropping(clause))
      ? node.child('body')
      : undefined;
  },
};

// with an `#else`, the other half is code
const withoutElse = (node: SyntaxNode): SyntaxNode | undefined =>
  node.child('alternative') === undefined ? node : undefined;

function isDropping(clause: SyntaxNode): boolean {
  if (!/\.\.\.|std::exception\b/.test(clause.child('parameters')?.text ?? '')) return false;
  const body = clause.child('body');
  return ![...(body?.walk() ?? [])].some((part) => /^throw_/.test(part.type) || cppAssertion(part) !== undefined);
}

function skipCall(node: SyntaxNode): TestMarker | undefined {
  if (node.type !== 'call_expression') return undefined;
  if (!/^(?:GTEST_SKIP_?|SKIP|CATCH_SKIP|GTEST_SKIP)$/.test(node.child('function')?.text ?? '')) return undefined;
  return markerAt(node, 'skip', isConditional(node, BRANCHES));
}
