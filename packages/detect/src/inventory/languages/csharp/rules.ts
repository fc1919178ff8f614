import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import { type BodyRules, constantBranch, isConditional } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { atMostOne, CURLY_CONDITIONS, swallowedBy } from '../curly-rules.ts';
import { csharpAssertion, readCall } from './assertions.ts';

const BRANCHES = {
  conditions: CURLY_CONDITIONS,
  functions: new Set(['lambda_expression', 'method_declaration', 'local_function_statement', 'declaration_list']),
};

/** Body rules for C#. */
export const CSHARP_RULES: BodyRules = {
  assertions: atMostOne(csharpAssertion),
  marker: skipCall,
  call: (node) => (node.type === 'invocation_expression' ? readCall(node).name : undefined),
  mock: (node) => {
    const made = node.type === 'object_creation_expression' || node.type === 'invocation_expression';
    return made ? /^(?:new\s+Mock|Substitute\.For|A\.Fake)<([\w.]+)/.exec(node.text.slice(0, 200))?.[1] : undefined;
  },
  isStatement: ({ type }) => /_statement$|^arrow_expression_clause$/.test(type),
  leaves: (node) =>
    node.type === 'return_statement' ||
    (node.type === 'expression_statement' && /^Environment\.Exit\(/.test(node.text)),
  branch: (node) => (node.type === 'if_statement' ? constantBranch(node, node.child('condition')?.text) : undefined),
  swallows: swallowedBy({ isBroad: catchesFailures, read: csharpAssertion }),
};

function catchesFailures(clause: SyntaxNode): boolean {
  const declared = clause.childOfType('catch_declaration');
  const isBroad =
    declared === undefined ||
    /^\(\s*(?:System\.)?(?:Exception|\w*Assert\w*Exception|XunitException)\b/.test(declared.text);
  return isBroad && clause.childOfType('catch_filter_clause') === undefined;
}

/** `Assert.Skip(…)`, `Skip.If(…)`, `Assume.That(…)`. */
function skipCall(node: SyntaxNode): TestMarker | undefined {
  if (node.type !== 'invocation_expression') return undefined;
  const { owner, name } = readCall(node);
  const place = `${owner?.text ?? ''}.${name}`;
  if (/(?:^|\.)(?:Assert\.(?:SkipWhen|SkipUnless)|Skip\.(?:If|IfNot|When|Unless)|Assume\.That)$/.test(place))
    return markerAt(node, 'skip', true);
  if (!/(?:^|\.)(?:Assert\.(?:Skip|Ignore|Inconclusive|Pass)|Skip\.Test)$/.test(place)) return undefined;
  return markerAt(node, 'skip', isConditional(node, BRANCHES));
}
