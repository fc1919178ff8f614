import type { z } from 'zod';

type Issues = readonly z.core.$ZodIssue[];

/**
 * The alternatives of a union that the value may be meant for. If they differ in their `type`, the one whose type
 * fits, or else the first.
 */
export function closeAlternatives({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issues[] {
  const close = errors.filter(
    (issues) => !issues.some(({ path, code }) => path.length === 0 && code.startsWith('invalid_')),
  );
  if (close.length === 0) return expectSame(errors) ? errors.slice(0, 1) : [];
  const fitting = close.filter((issues) => !issues.some(({ path }) => path.length === 1 && path[0] === 'type'));
  return fitting.length === 0 ? close.slice(0, 1) : fitting;
}

const expectSame = ([first, ...others]: readonly Issues[]): boolean =>
  [first, ...others].every((issues) => {
    const [one, two] = [issues?.[0], first?.[0]];
    return one?.code === 'invalid_type' && two?.code === 'invalid_type' && one.expected === two.expected;
  });
