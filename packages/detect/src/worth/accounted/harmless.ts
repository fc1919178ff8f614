import { isImport, type Line } from '../../inventory/outline.ts';
import { addedGuards } from '../executed.ts';
import { guardKind } from '../guard.ts';
import type { Scope } from '../scope.ts';
import { asserts, namesIn } from '../statements.ts';
import type { UnitChange } from '../unit-change.ts';
import { callsIn } from './calls.ts';

/* What a test may lose without checking less. */

/** Whether what is gone only imports, or only reports an error that fails the test by itself. */
export const losesNothing = ({ lost, moved }: Pick<UnitChange, 'lost' | 'moved'>): boolean =>
  moved.every((pair) => addedGuards(pair).length === 0) &&
  lost.every((line) => isImport(line) || HANDLER.test(line.text) || isReport(line));

const HANDLER = /^try(?:\(.*\))?…/;
const isReport = ({ text, guards }: Line): boolean =>
  /^(?:\w+\.)?fail\(/.test(text) && guards.some((guard) => HANDLER.test(guard) && /#\d+$/.test(guard));

/** Whether each function or class of which statements are gone speaks of something that left the product. */
export const isAboutRemovedCode = ({ lost }: UnitChange, removed: ReadonlySet<string>): boolean =>
  [
    ...Map.groupBy(
      lost.filter((line) => !isImport(line)),
      ({ guards, text }) => guards[0] ?? text,
    ).values(),
  ].every((group) => group.some(({ text }) => namesIn(text).some((name) => removed.has(name))));

/** Whether checks in a loop became one of a whole value. */
export const isWhole = (checks: readonly Line[], own: readonly Line[], scope: Scope): boolean =>
  checks.some(({ guards }) => guards.some((guard) => guardKind(guard, scope) === 'loop')) &&
  own.some((line) => asserts(line) && WHOLE.test(line.text));
// a literal with several parts
const WHOLE = /[[{(](?:[^[\]{}()]*\d[^[\]{}()]*,|\(|\{)[^;]*[\])}]/;

/** Whether all checks that are gone ask only for errors of calls that prepare the test. A helper that gets `t` may check. */
export function losesOnlySetUp(lost: readonly Line[], before: readonly Line[]): boolean {
  const checks = lost.filter((line) => asserts(line) || /\(t\b/.test(line.text));
  return checks.length > 0 && checks.every((line) => isAboutSetUp(line, before));
}

/** Whether a check asks only for the error of a call that prepares the test, such as of a temporary file. */
function isAboutSetUp(line: Line, before: readonly Line[]): boolean {
  if (!NO_ERROR.test(line.text)) return false;
  const call = before[before.findIndex((other) => other.line === line.line) - 1];
  return call !== undefined && PREPARES.test(call.text) && sameGuards(call, line);
}

const sameGuards = (a: Line, b: Line): boolean => a.guards.join('\n') === b.guards.join('\n');
const NO_ERROR = /^(?:require|assert)\.(?:NoError|Nil)\((?:t, ?)?err\b/;
const PREPARES =
  /\berr:?=(?:os|ioutil|filepath|net|exec|http)\.(?:Create|CreateTemp|TempFile|TempDir|MkdirTemp|Mkdir|MkdirAll|Abs|Getwd|Open|WriteFile|Listen|NewRequest)\(/;

/** Creates a check whether an assertion stands twice in a row. One that calls something may differ the second time. */
export const isRepeatedIn =
  (before: readonly Line[]) =>
  (line: Line): boolean => {
    const at = before.findIndex((other) => other.line === line.line);
    return (
      asserts(line) &&
      callsIn([line]).length === 0 &&
      [before[at - 1], before[at + 1]].some(
        (other) => other !== undefined && other.text === line.text && sameGuards(other, line),
      )
    );
  };
