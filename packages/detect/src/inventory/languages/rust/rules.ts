import { type Claim, comparisonClaim } from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import { type BodyRules, constantBranch } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { isAsserting, lastName, looseCalls, macroAssertion, macrosAt } from './assertions.ts';

/** Body rules for Rust; functions and macros defined in the file are read at their definition. */
export function rustRules(defined: ReadonlySet<string>): BodyRules {
  const loose = new Set<SyntaxNode>();
  return {
    assertions: (node) => {
      const macros = macrosAt(node).filter(({ name }) => isAsserting(name));
      const call = node.type === 'call_expression' ? callAssertion(node, defined) : undefined;
      return [...macros.map(macroAssertion), ...(call === undefined ? [] : [assertionAt(node, call)])];
    },
    marker: () => undefined,
    call: (node) => {
      if (node.type === 'call_expression') return calleeName(node);
      if (node.type === 'macro_invocation') return macrosAt(node)[0]?.name;
      // macro tokens are collected at once and looked up one by one
      for (const word of looseCalls(node)) loose.add(word);
      return loose.has(node) ? node.text : undefined;
    },
    mock: (node) =>
      node.type === 'call_expression'
        ? /^Mock(\w+)::(?:new|default)$/.exec(node.child('function')?.text ?? '')?.[1]
        : undefined,
    isStatement: ({ parent }) => parent?.type === 'block',
    leaves: (node) => node.type === 'expression_statement' && leavesTest(node.namedChildren[0]),
    branch: (node) => (node.type === 'if_expression' ? constantBranch(node, node.child('condition')?.text) : undefined),
    swallows: droppedPanic,
  };
}

function leavesTest(expression: SyntaxNode | undefined): boolean {
  if (expression?.type === 'return_expression') return true;
  return (
    expression?.type === 'call_expression' && /(?:^|::)process::exit$/.test(expression.child('function')?.text ?? '')
  );
}

function calleeName(call: SyntaxNode): string | undefined {
  const callee = call.child('function');
  if (callee?.type === 'field_expression') return callee.child('field')?.text;
  return callee === undefined ? undefined : lastName(callee.text.replace(/::<.*$/s, ''));
}

/** `expected.assert_eq(&got)`, `command.assert()`, and imported helpers with an asserting name. */
function callAssertion(call: SyntaxNode, defined: ReadonlySet<string>): Claim | undefined {
  const name = calleeName(call) ?? '';
  if (!/^assert(?:_\w+)?$/.test(name) || defined.has(name)) return undefined;
  const callee = call.child('function');
  const receiver = callee?.type === 'field_expression' ? callee.child('value') : undefined;
  const [one, two] = (call.child('arguments')?.namedChildren ?? []).map(compact);
  // `assert_send::<Queue>()` is checked at compile time
  if (receiver === undefined && one === undefined) return undefined;
  if (receiver !== undefined && name === 'assert_eq' && one !== undefined) {
    return { subject: one, expected: compact(receiver), strength: 'exact' };
  }
  if (receiver !== undefined) return { subject: compact(receiver), expected: one ?? null, strength: 'structure' };
  if (one !== undefined && two !== undefined && /_(?:eq|ne)\b/.test(name)) {
    return comparisonClaim({ left: one, right: two }, name.endsWith('_ne') ? '!=' : '==');
  }
  return { subject: one ?? name, expected: two ?? null, strength: 'structure' };
}

/** `let _ = catch_unwind(…)`: failures in it are swallowed. */
function droppedPanic(node: SyntaxNode): SyntaxNode | undefined {
  const value =
    node.type === 'let_declaration'
      ? node.child('value')
      : node.type === 'expression_statement'
        ? node.namedChildren[0]
        : undefined;
  if (value?.type !== 'call_expression' || calleeName(value) !== 'catch_unwind') return undefined;
  const name = node.type === 'let_declaration' ? (node.child('pattern')?.text ?? '') : '_';
  return name.startsWith('_') ? value : undefined;
}
