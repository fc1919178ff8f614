import type { SyntaxNode } from '../../syntax-node.ts';
import { argumentsOf, dottedName, stringOf } from './expressions.ts';

const PATCH = /(?:^|\.)patch$/;
const PATCH_ATTRIBUTE = /(?:^|\.)(?:patch\.object|patch\.multiple|monkeypatch\.setattr|mocker\.spy)$/;

/** Names that calls such as `patch("a.b")` mock. */
export function readMocks(calls: readonly SyntaxNode[]): string[] {
  const targets = calls.flatMap((call) => {
    const name = dottedName(call.child('function')) ?? '';
    const [first, second] = argumentsOf(call).placed;
    if (PATCH.test(name)) return stringOf(first) ?? [];
    if (!PATCH_ATTRIBUTE.test(name) || first === undefined) return [];
    const attribute = stringOf(second);
    return attribute === null ? (stringOf(first) ?? []) : `${first.text}.${attribute}`;
  });
  return [...new Set(targets)];
}
