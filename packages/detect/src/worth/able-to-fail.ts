import { addedGuards } from './executed.ts';
import { defineFamily } from './family.ts';
import { guardKind } from './guard.ts';
import { createPhrases } from './phrases.ts';
import { asserts } from './statements.ts';
import type { UnitChange } from './unit-change.ts';

/** Failures that no longer reach the runner: caught, collected, expected, or reported to nobody. */
export const ableToFail = defineFamily({
  aspect: 'able_to_fail',
  judge: (change) => [
    ...change.moved.flatMap((moved) => {
      const handler = addedGuards(moved).find((guard) => guardKind(guard, change.scope) === 'handler');
      if (handler === undefined) return [];
      return [
        {
          grade: asserts(moved.after) && isSwallowed(handler, change) ? ('blocks' as const) : ('review' as const),
          message: 'can fail without failing the test, because something around it handles failures',
          at: moved.after,
          before: moved.before,
          after: moved.after,
        },
      ];
    }),
    ...change.gained
      .filter(({ text }) => swallows(text))
      .map((line) => ({
        grade: 'review' as const,
        message: 'may keep a failure from the runner; make sure that a failing assertion still fails the test',
        at: line,
        after: line,
      })),
  ],
});

/** Whether a handler takes all failures and passes none on. A clean-up is none. */
const isSwallowed = (handler: string, { after }: UnitChange): boolean =>
  TAKES.test(handler) && !after.some(({ text, guards }) => guards.some(isPart(handler)) && PASSES_ON.test(text));

const isPart = (handler: string) => (guard: string) => guard.startsWith(`${handler}#`);
const TAKES = /\bcatch\b|\bexcept\b|\bsuppress\b|\bcatch_unwind\b/;
const PASSES_ON = /\b(?:throw|raise|fail|panic|reject|exit|abort)\b|\b[tb]\.(?:Error|Fatal|Fail)|\bassert|\bexpect/;

const swallows = createPhrases({
  python: [
    'except',
    'suppress(',
    'return_exceptions',
    'AssertionError',
    'failureException',
    'def __exit__',
    'addTypeEqualityFunc(',
    'exitstatus',
    ...['run', 'call', 'check_call', 'check_output', 'Popen'].map((name) => `subprocess.${name}(`),
  ],
  javascript: [
    'catch',
    'allSettled',
    'Promise.race',
    'assert.rejects(',
    'console.assert',
    '.todo',
    'todo:',
    // how values are compared and printed
    'expect.extend(',
    'addEqualityTesters(',
    'addSnapshotSerializer(',
    'exitCode',
    'process.on(',
    'spawn(',
    'spawnSync(',
  ],
  go: ['recover()', 'testing.T{', '&testing.T', 'struct{testing.TB', 'struct{*testing.T'],
  rust: ['catch_unwind', 'should_panic', 'set_hook', 'env::current_exe'],
  java: ['AssertionFailedError', 'exceptionally', 'setUncaughtExceptionHandler', 'Reporter'],
});
