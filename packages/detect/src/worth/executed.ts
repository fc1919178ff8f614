import type { Line } from '../inventory/outline.ts';
import { defineFamily, type Judged } from './family.ts';
import { declaredName, type GuardKind, guardKind } from './guard.ts';
import { createPhrases } from './phrases.ts';
import { createScope } from './scope.ts';
import { asserts } from './statements.ts';
import type { Moved, UnitChange } from './unit-change.ts';

/** Statements that are still written but are reached less often: behind a condition, a closure, or a way out. */
export const executed = defineFamily({
  aspect: 'executed',
  judge: (change) => [
    ...judgeGuards(change),
    ...judgeExits(change),
    ...judgeExpected(change),
    ...judgeGenerators(change),
  ],
});

const SAYS: Readonly<Record<Exclude<GuardKind, 'neutral' | 'handler' | 'loop'>, string>> = {
  condition: 'is executed only under a condition now; make sure that the condition always holds',
  fixed_condition: 'is executed only in some environments now; remove the condition',
  closure: 'is in a function now; make sure that it is called and that its failure reaches the test',
  idle: 'is in a function that nothing calls; call it or undo the change',
};

// a helper that may assert
const CHECKS = /\b\w*(?:check|verif|validate|ensure|assert|expect|should|must|compare)\w*\(/i;

function judgeGuards(change: UnitChange): Judged[] {
  return change.moved.flatMap((moved) => {
    const added = addedGuards(moved);
    const kinds = added.map((guard, index) => {
      const kind = guardKind(guard, change.scope);
      // the product may call a method of a class that a test declares
      const isMethod = change.test === null || added.slice(0, index).some((outer) => OBJECT.test(outer));
      return kind === 'idle' && isMethod ? 'closure' : kind;
    });
    const worst = (['idle', 'fixed_condition', 'condition', 'closure'] as const).find((kind) => kinds.includes(kind));
    if (worst === undefined) return [];
    // a condition in place of another one is for a person to compare
    const isWorse =
      worst === 'idle' ||
      (worst === 'fixed_condition' &&
        moved.after.guards.length > moved.before.guards.length &&
        (asserts(moved.after) || CHECKS.test(moved.after.text)));
    const grade = isWorse ? ('blocks' as const) : ('review' as const);
    return [{ grade, message: SAYS[worst], at: moved.after, before: moved.before, after: guardLine(moved, added) }];
  });
}

/** Guards that were not there before. A head that was only edited is not one. */
export function addedGuards({ before, after }: Moved): readonly string[] {
  const known = [...before.guards];
  const added = after.guards.filter((guard) => {
    const at = known.indexOf(guard);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const names = new Set(known.map(declaredName));
  const closures = known.filter(isClosure);
  return added.filter((guard) => {
    if (names.has(declaredName(guard) ?? guard)) return false;
    // the function that an assertion calls is the same under another assertion
    return !isClosure(guard) || closures.pop() === undefined;
  });
}

const NO_SCOPE = createScope([]);
const isClosure = (guard: string): boolean => ['closure', 'idle'].includes(guardKind(guard, NO_SCOPE));

const OBJECT = /\bclass\b|\bimpl\b|\bnew \w|\bstruct\b|\bobject\b/;

const guardLine = ({ after }: Moved, added: readonly string[]): Line => ({
  ...after,
  text: `${added.at(-1)} ${after.text}`,
});

const LEAVES = /^(?:(?:if|unless)\b.*[)\s])?(?:return|continue|break)(?:$|[\s;(])/;

const ends = createPhrases({
  python: ['os._exit(', 'sys.exit('],
  javascript: ['process.exit(', 'this.skip('],
  go: ['os.Exit(', 'runtime.Goexit(', 'SkipNow('],
  java: ['System.exit(', 'Runtime.getRuntime().halt('],
  rust: ['process::exit('],
});

/** Ways out that were added before statements that were there before. */
function judgeExits({ test, gained, after, moved, before }: UnitChange): Judged[] {
  const known = new Set([...before.map(({ text }) => text), ...moved.map((pair) => pair.after.text)]);
  return gained.flatMap((line) => {
    // a helper may return, and a function inside a test leaves only itself
    const leaves =
      LEAVES.test(line.text) && (test !== null || !line.text.startsWith('return')) && !line.guards.some(isClosure);
    if (!leaves && !ends(line.text)) return [];
    const skipped = after.find((other) => other.line > line.line && known.has(other.text));
    if (test !== null && skipped === undefined) return [];
    return [
      {
        grade: 'review' as const,
        message: 'leaves before statements that were executed until now; make sure that they still are',
        at: line,
        before: skipped,
        after: line,
      },
    ];
  });
}

/** Assertions after a statement that is expected to fail, in the same block. */
function judgeExpected({ gained, moved, after }: UnitChange): Judged[] {
  const isNew = new Set(gained);
  const entered = moved.flatMap((pair) => (pair.after.guards.at(-1) === pair.before.guards.at(-1) ? [] : pair.after));
  return [...gained, ...entered].filter(asserts).flatMap((line) => {
    const first = findExpectedFailure(line, after);
    if (first === undefined) return [];
    const message =
      'an assertion follows a statement that is expected to fail, so it is not executed; move it out of the block';
    // an assertion may be what is expected to fail
    const isLost = !isNew.has(line) && !/Assertion/.test(line.guards.at(-1) ?? '');
    const grade = isLost ? ('blocks' as const) : ('review' as const);
    return [{ grade, message, at: line, before: first, after: line }];
  });
}

/** The statement before another one in a block that expects an error. */
export const findExpectedFailure = ({ line, guards }: Line, lines: readonly Line[]): Line | undefined =>
  EXPECTS_ERROR.test(guards.at(-1) ?? '')
    ? lines.find((other) => other.line < line && other.guards.at(-1) === guards.at(-1))
    : undefined;

const EXPECTS_ERROR =
  /^(?:async )?with (?:\w+\.)*(?:raises|assertRaises\w*)\(|^(?:await )?(?:\w+\.)?(?:throws|rejects|assertThrows\w*)\(|\.toThrow\w*\(/;

/** Functions that became generators, or new ones that assert: calling one executes nothing. */
function judgeGenerators({ before, after, gained }: UnitChange): Judged[] {
  const known = new Set(before.map(({ text }) => text));
  const asserting = new Set(after.filter(asserts).flatMap(({ guards }) => guards));
  return gained
    .filter(({ text, guards }) => {
      const around = guards.findLast((guard) => /\bdef \w+\(|\bfunction\b/.test(guard));
      if (around === undefined || MANAGED.test(around) || !/^(?:\w+=)?\(?yield\b/.test(text)) return false;
      return known.has(around) || asserting.has(around);
    })
    .map((line) => ({
      grade: 'review' as const,
      message: 'makes the function around it a generator, which executes nothing until its values are taken',
      at: line,
      after: line,
    }));
}

// what takes the values of a generator by itself
const MANAGED = /fixture|contextmanager|hookimpl|hookwrapper|gen_test|coroutine|inlineCallbacks/;
