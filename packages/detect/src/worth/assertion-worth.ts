import type { TestAssertion, TestCase } from '@assay/schema';
import type { Line } from '../inventory/outline.ts';
import { findExpectedFailure } from './executed.ts';
import { type GuardKind, guardKind } from './guard.ts';
import type { Scope } from './scope.ts';

/** What an assertion is worth: whether it is executed and can fail its test, what it is about, and what it accepts. */
export interface AssertionWorth {
  readonly assertion: TestAssertion;
  /** What is around it, outermost first. It is executed on every path if nothing is. */
  readonly guards: readonly { readonly kind: GuardKind; readonly text: string }[];
  /** The statement before it that is expected to fail, so that it is never reached; null if there is none. */
  readonly after_expected: string | null;
  /** Why its failure does not reach the runner; null if it does. */
  readonly swallowed: string | null;
  /** The statements before it that make the values it compares. */
  readonly rests_on: readonly Line[];
  /** Whether it expects something that the subject did not compute. */
  readonly independent: boolean;
}

/** Reads what the assertions of a test are worth, from the statements of the test and of all tests. */
export function readWorth(
  test: TestCase,
  { lines, scope }: { readonly lines: readonly Line[]; readonly scope: Scope },
): AssertionWorth[] {
  return test.assertions.map((assertion) => {
    const own = lines.findLast(({ line }) => line <= assertion.line);
    const guards = (own?.guards ?? []).map((text) => ({ kind: guardKind(text, scope), text }));
    const handler = guards.find(({ kind }) => kind === 'handler');
    const sources = {
      subject: sourcesOf(assertion.subject, lines),
      expected: sourcesOf(assertion.expected ?? '', lines),
    };
    const isShared = sources.expected.some((line) => sources.subject.includes(line));
    return {
      assertion,
      guards,
      after_expected: (own && findExpectedFailure(own, lines)?.text) ?? null,
      swallowed: test.disarmed ?? handler?.text ?? null,
      rests_on: lines.filter((line) => sources.subject.includes(line) || sources.expected.includes(line)),
      independent: assertion.strength !== 'tautology' && !isShared,
    };
  });
}

/** The assignments that a value comes from, directly and through others. */
function sourcesOf(code: string, lines: readonly Line[]): readonly Line[] {
  const found = new Set<Line>();
  let names = new Set(code.match(NAME) ?? []);
  while (names.size > 0) {
    const next = lines.filter((line) => !found.has(line) && names.has(ASSIGNED.exec(line.text)?.[1] ?? ''));
    for (const line of next) found.add(line);
    names = new Set(next.flatMap(({ text }) => text.slice(text.indexOf('=')).match(NAME) ?? []));
  }
  return [...found];
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const ASSIGNED = /^(?:const |let mut |let |var |final |auto |if )?([\p{L}_$][\p{L}\p{N}_$]*)[^=(]*:?=(?!=)/u;
