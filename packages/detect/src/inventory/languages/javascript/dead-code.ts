import type { TestCase } from '@assay/schema';
import type { SyntaxNode } from '../../syntax-node.ts';
import { createDisarmFinder, createLeavingCheck, LEAVING } from '../dead-code.ts';
import { bare, constantTruth, dottedName, isFunction, listArguments } from './expressions.ts';

type Reason = TestCase['disarmed'];

const SILENT = /^(?:console|log|logger)\.\w+$/;

/** Why an assertion can never fail its function; null if it can. */
export const findDisarm = createDisarmFinder({
  block: 'statement_block',
  identifiers: ['identifier', 'shorthand_property_identifier'],
  leaves: createLeavingCheck({ call: 'call_expression', exits: /^process\.exit$/, dottedName, constantTruth }),
  disarms: disarmedBy,
  isNamed: (inner, within) => isFunction(within) && inner.type === 'function_declaration',
});

function disarmedBy(parent: SyntaxNode, child: SyntaxNode): Reason {
  switch (parent.type) {
    case 'if_statement':
    case 'while_statement':
    case 'for_statement':
    case 'ternary_expression':
      return isNeverEntered(parent, child) ? 'constant_condition' : null;
    case 'binary_expression':
      return isShortCut(parent, child) ? 'constant_condition' : null;
    case 'for_in_statement':
      return child.role === 'body' && isEmpty(parent.child('right')) ? 'constant_condition' : null;
    case 'try_statement':
      return child.role === 'body' && isSilentHandler(parent.child('handler')) ? 'swallowed_failure' : null;
    case 'call_expression':
      return child.role === 'function' && isSwallowedPromise(parent) ? 'swallowed_failure' : null;
    default:
      return null;
  }
}

function isNeverEntered(branch: SyntaxNode, child: SyntaxNode): boolean {
  const condition = branch.child('condition');
  const truth = condition && constantTruth(condition);
  if (child.role === 'alternative') return truth === true;
  return child !== condition && child.role !== 'initializer' && truth === false;
}

// `false && expect(x)`
function isShortCut(node: SyntaxNode, child: SyntaxNode): boolean {
  const left = node.child('left');
  if (left === undefined || child === left) return false;
  const operator = node.child('operator')?.type;
  return (operator === '&&' && constantTruth(left) === false) || (operator === '||' && constantTruth(left) === true);
}

const isEmpty = (node: SyntaxNode | undefined): boolean => node?.type === 'array' && node.namedChildren.length === 0;

// a handler that stores the error or asserts on it swallows nothing
const isSilentHandler = (handler: SyntaxNode | undefined): boolean =>
  handler?.child('body')?.namedChildren.every(isSilent) ?? false;

function isSilent(statement: SyntaxNode): boolean {
  if (statement.type === 'return_statement')
    return statement.namedChildren.every((value) => value.namedChildren.length === 0);
  if (statement.type === 'empty_statement' || LEAVING.has(statement.type)) return true;
  const value = statement.type === 'expression_statement' ? statement.namedChildren[0] : undefined;
  return value?.type === 'call_expression' && SILENT.test(dottedName(value.child('function')) ?? '');
}

// `check().then(() => expect(x)).catch(() => {})`
function isSwallowedPromise(call: SyntaxNode): boolean {
  if (!/\.catch$/.test(dottedName(call.child('function')) ?? '')) return false;
  const handler = listArguments(call)[0];
  const body = handler && isFunction(handler) ? handler.child('body') : undefined;
  if (body === undefined) return false;
  if (body.type === 'statement_block') return body.namedChildren.every(isSilent);
  return /^(?:undefined|null|false|true)$/.test(bare(body).type);
}
