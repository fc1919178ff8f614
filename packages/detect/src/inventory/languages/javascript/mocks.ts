import type { SyntaxNode } from '../../syntax-node.ts';
import { dottedName, findChain, listArguments, stringLiteral } from './expressions.ts';

const MODULE = /^(?:jest|vi|mock)\.(?:mock|doMock|unstable_mockModule|module|setMock)$|^td\.replace(?:Esm)?$/;
const SPY = /(?:^|\.)spyOn$/;
const STUB = /(?:^|\.)(?:stub|replace|method|replaceProperty)$/;

/** The name that a call such as `vi.mock('./x')` mocks. */
export function readMock(call: SyntaxNode): string | undefined {
  const name = dottedName(call.child('function')) ?? '';
  const [first, second] = listArguments(call);
  if (first === undefined) return undefined;
  if (MODULE.test(name)) return stringLiteral(first) ?? stringLiteral(listArguments(first)[0]) ?? undefined;
  const attribute = stringLiteral(second);
  if (attribute === null) return undefined;
  // a spy alone calls the original
  const replaces = SPY.test(name) && /\.(?:mock\w+|and)\b/.test(findChain(call).text.slice(call.text.length));
  const stubs = STUB.test(name) && /^(?:sinon|sandbox|mock|jest|t\.mock|td)\b/.test(name);
  return replaces || stubs ? `${first.text}.${attribute}` : undefined;
}
