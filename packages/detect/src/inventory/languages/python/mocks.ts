import type { SyntaxNode } from '../../syntax-node.ts';
import { dottedName, readArguments, stringLiteral } from './expressions.ts';

const PATCH = /(?:^|\.)patch$/;
const PATCH_ATTRIBUTE = /(?:^|\.)(?:patch\.object|patch\.multiple|monkeypatch\.setattr|mocker\.spy)$/;

/** Names that calls such as `patch("a.b")` mock. */
export function readMocks(calls: readonly SyntaxNode[]): string[] {
  const targets = calls.flatMap((call) => {
    const name = dottedName(call.child('function')) ?? '';
    const [first, second] = readArguments(call).placed;
    if (PATCH.test(name)) return stringLiteral(first) ?? [];
    if (!PATCH_ATTRIBUTE.test(name) || first === undefined) return [];
    const attribute = stringLiteral(second);
    return attribute === null ? (stringLiteral(first) ?? []) : `${first.text}.${attribute}`;
  });
  return [...new Set(targets)];
}
