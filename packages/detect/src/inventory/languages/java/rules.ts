import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import { type BodyRules, constantBranch, isConditional } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { javaAssertion } from './assertions.ts';

const BRANCHES = {
  conditions: new Set([
    'if_statement',
    'switch_expression',
    'for_statement',
    'enhanced_for_statement',
    'while_statement',
    'catch_clause',
    'ternary_expression',
  ]),
  functions: new Set(['lambda_expression', 'method_declaration', 'class_body']),
};
// failures are errors, not exceptions, so `catch (Exception e)` does not catch them
const CATCHES_FAILURES = /\b(?:Throwable|Error|AssertionError|AssertionFailedError|ComparisonFailure)\b/;

/** Body rules for Java. */
export const JAVA_RULES: BodyRules = {
  assertions: (node) => {
    const found = javaAssertion(node);
    return found === undefined ? [] : [found];
  },
  marker: assumption,
  call: (node) => (node.type === 'method_invocation' ? node.child('name')?.text : undefined),
  mock: (node) => {
    if (
      node.type !== 'method_invocation' ||
      !/^(?:mock|spy|createMock|mockStatic|createNiceMock)$/.test(node.child('name')?.text ?? '')
    )
      return undefined;
    return node
      .child('arguments')
      ?.namedChildren[0]?.text.replace(/\.class$/, '')
      .slice(0, 200);
  },
  isStatement: ({ type }) => /_statement$|^local_variable_declaration$/.test(type),
  leaves: (node) =>
    node.type === 'return_statement' ||
    (node.type === 'expression_statement' && /^System\s*\.\s*exit\s*\(/.test(node.text)),
  branch: (node) =>
    node.type === 'if_statement' ? constantBranch(node, node.child('condition')?.namedChildren[0]?.text) : undefined,
  swallows: (node) => {
    if (node.type !== 'try_statement') return undefined;
    const catches = node.children.filter(({ type }) => type === 'catch_clause');
    return catches.some(isDropping) ? node.child('body') : undefined;
  },
};

function isDropping(clause: SyntaxNode): boolean {
  const body = clause.child('body');
  const type = clause.find('catch_type')[0]?.text ?? '';
  const isBroad = CATCHES_FAILURES.test(type) || (/\bException\b/.test(type) && !clausesFail(clause));
  if (!isBroad || body === undefined) return false;
  return ![...body.walk()].some((part) => part.type === 'throw_statement' || javaAssertion(part) !== undefined);
}

/** `try { act(); fail(); } catch (Exception e) {}` expects the exception and swallows nothing. */
const clausesFail = (clause: SyntaxNode): boolean =>
  clause.parent
    ?.child('body')
    ?.find('method_invocation')
    .some((call) => /^fail/.test(call.child('name')?.text ?? '')) ?? false;

/** `assumeTrue(…)` and exceptions that skip a test. */
function assumption(node: SyntaxNode): TestMarker | undefined {
  if (node.type === 'method_invocation') {
    const name = node.child('name')?.text ?? '';
    const owner = node.child('object')?.text ?? '';
    if (/^assum(?:e|ing)(?:[A-Z]\w*)?$/.test(name) && (owner === '' || /Assum(?:e|ption|ptions)$/.test(owner))) {
      const [first] = node.child('arguments')?.namedChildren ?? [];
      const never = first?.text === (/False|^assumeNot/.test(name) ? 'true' : 'false');
      return markerAt(node, 'skip', !never || isConditional(node, BRANCHES));
    }
    if (name === 'abort' && /Assumptions$/.test(owner)) return markerAt(node, 'skip', isConditional(node, BRANCHES));
  }
  if (
    node.type !== 'throw_statement' ||
    !/^throw\s+new\s+[\w.]*(?:SkipException|TestAbortedException|AssumptionViolatedException)\b/.test(node.text)
  )
    return undefined;
  return markerAt(node, 'skip', isConditional(node, BRANCHES));
}
