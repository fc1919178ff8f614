import type { TestCase } from '@assay/schema';
import type { SyntaxNode } from '../../syntax-node.ts';
import { createDisarmFinder, createLeavingCheck } from '../dead-code.ts';
import { constantTruth, dottedName } from './expressions.ts';

type Reason = TestCase['disarmed'];

const BROAD = /\b(?:Exception|BaseException|AssertionError)\b/;
const SILENT = new Set(['pass_statement', 'continue_statement', 'break_statement', 'return_statement']);
const TALK = /^(?:print|(?:\w+\.)*(?:log|logger|logging|warnings|traceback)\.\w+)$/;

/** Why an assertion can never fail its function; null if it can. */
export const findDisarm = createDisarmFinder({
  block: 'block',
  identifiers: ['identifier'],
  leaves: createLeavingCheck({
    call: 'call',
    exits: /^(?:sys\.exit|os\._exit|exit|quit|pytest\.exit)$/,
    dottedName,
    constantTruth,
  }),
  disarms: disarmedBy,
  isNamed: (inner, within) =>
    inner.type === 'function_definition' &&
    inner.parent?.type !== 'decorated_definition' &&
    inner.ancestor('class_definition', 'function_definition') === within,
});

function disarmedBy(parent: SyntaxNode, child: SyntaxNode): Reason {
  switch (parent.type) {
    case 'if_statement':
    case 'elif_clause':
    case 'while_statement':
      return isNeverEntered(parent, child) ? 'constant_condition' : null;
    case 'for_statement':
      return child.role === 'body' && isEmptyLoop(parent) ? 'constant_condition' : null;
    case 'try_statement':
      return child.role === 'body' && isSwallowed(parent) ? 'swallowed_failure' : null;
    case 'with_statement':
      return child.role === 'body' && isSuppressed(parent) ? 'swallowed_failure' : null;
    default:
      return null;
  }
}

function isNeverEntered(branch: SyntaxNode, child: SyntaxNode): boolean {
  const condition = branch.child('condition');
  const truth = condition && constantTruth(condition);
  if (child.role === 'alternative') return truth === true && branch.type !== 'while_statement';
  return child !== condition && truth === false;
}

function isEmptyLoop(loop: SyntaxNode): boolean {
  const over = loop.child('right');
  return over !== undefined && (constantTruth(over) === false || /^range\(\s*0\s*\)$/.test(over.text));
}

function isSwallowed(statement: SyntaxNode): boolean {
  return statement.children.some((clause) => {
    if (clause.type !== 'except_clause' && clause.type !== 'except_group_clause') return false;
    const caught = clause.child('value');
    const broad = caught === undefined || BROAD.test(caught.text);
    return broad && (clause.childOfType('block')?.namedChildren.every(isSilent) ?? true);
  });
}

// a handler that stores the error or fails itself swallows nothing
function isSilent(statement: SyntaxNode): boolean {
  if (SILENT.has(statement.type)) return true;
  const value = statement.type === 'expression_statement' ? statement.namedChildren[0] : undefined;
  if (value?.type === 'ellipsis' || value?.type === 'string') return true;
  return value?.type === 'call' && TALK.test(dottedName(value.child('function')) ?? '');
}

function isSuppressed(statement: SyntaxNode): boolean {
  const managers = statement.childOfType('with_clause')?.find('call') ?? [];
  return managers.some(
    (call) =>
      /(?:^|\.)suppress$/.test(dottedName(call.child('function')) ?? '') &&
      BROAD.test(call.child('arguments')?.text ?? ''),
  );
}
