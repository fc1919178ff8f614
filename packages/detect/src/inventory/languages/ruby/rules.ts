import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import { type BodyRules, isConditional } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { rubyAssertion } from './assertions.ts';

const BRANCHES = {
  conditions: new Set([
    'if',
    'unless',
    'if_modifier',
    'unless_modifier',
    'case',
    'when',
    'conditional',
    'rescue',
    'else',
    'elsif',
  ]),
  functions: new Set(['method', 'do_block', 'block', 'class']),
};

/** Body rules for Ruby. */
export const RUBY_RULES: BodyRules = {
  assertions: (node) => {
    const found = rubyAssertion(node);
    return found === undefined ? [] : [found];
  },
  marker: skipCall,
  call: (node) => {
    if (node.type === 'call') return node.child('method')?.text;
    return node.type === 'identifier' && isStatementList(node.parent) ? node.text : undefined;
  },
  mock: (node) => {
    if (
      node.type !== 'call' ||
      !/^(?:double|instance_double|class_double|spy|instance_spy|object_double)$/.test(node.child('method')?.text ?? '')
    )
      return undefined;
    return node.child('arguments')?.namedChildren[0]?.text.slice(0, 200);
  },
  isStatement: ({ parent, type }) => isStatementList(parent) && !/^(?:rescue|ensure|else)$/.test(type),
  leaves: ({ type }) => type === 'return' || type === 'next',
  branch: (node) => {
    if (!/^(?:if|if_modifier|unless|unless_modifier)$/.test(node.type)) return undefined;
    const condition = node.child('condition')?.text;
    const holds = condition === 'true' ? true : condition === 'false' || condition === 'nil' ? false : undefined;
    if (holds === undefined) return undefined;
    const body = node.child('consequence') ?? node.child('body');
    return holds === node.type.startsWith('if')
      ? { never: node.child('alternative'), always: body }
      : { never: body, always: node.child('alternative') };
  },
  swallows: (node) => {
    const rescue = node.childOfType('rescue');
    if (node.type === 'rescue_modifier') return node.child('body');
    return rescue !== undefined && isDropping(rescue) ? node : undefined;
  },
};

const isStatementList = (node: SyntaxNode | null): boolean =>
  node !== null && /^(?:body_statement|block_body|then|begin)$/.test(node.type);

// a rescue without a class, of a base class or of the framework's error counts as catching failures
function isDropping(rescue: SyntaxNode): boolean {
  const caught = rescue.child('exceptions')?.text ?? '';
  if (caught !== '' && !/\b(?:Exception|StandardError|Assertion|ExpectationNotMetError)\b/.test(caught)) return false;
  const inside = [...rescue.walk()];
  return !inside.some(
    (part) =>
      rubyAssertion(part) !== undefined ||
      ((part.type === 'call' || part.type === 'identifier') && /^raise\b/.test(part.text)),
  );
}

/** `skip`, `pending`, `omit` in the body of a test. */
function skipCall(node: SyntaxNode): TestMarker | undefined {
  const isCall = node.type === 'call' && node.child('receiver') === undefined && node.child('block') === undefined;
  const name = isCall ? node.child('method')?.text : isStatement(node) ? node.text : undefined;
  if (name === undefined || !/^(?:skip|pending|omit|pend)$/.test(name)) return undefined;
  const conditional = isConditional(node, BRANCHES);
  return markerAt(node, name === 'pending' ? 'expected_failure' : 'skip', conditional);
}

const isStatement = (node: SyntaxNode): boolean =>
  node.type === 'identifier' &&
  (isStatementList(node.parent) || (node.role === 'body' && /_modifier$/.test(node.parent?.type ?? '')));
