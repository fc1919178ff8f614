import { addedGuards } from './executed.ts';
import { defineFamily } from './family.ts';
import { guardKind } from './guard.ts';
import { createPhrases } from './phrases.ts';

/** Failures that no longer reach the runner: caught, collected, expected, or reported to nobody. */
export const ableToFail = defineFamily({
  aspect: 'able_to_fail',
  judge: (change) => [
    ...change.moved
      .filter((moved) => addedGuards(moved).some((guard) => guardKind(guard, change.scope) === 'handler'))
      .map((moved) => ({
        grade: 'review' as const,
        message: 'can fail without failing the test, because something around it handles failures',
        at: moved.after,
        before: moved.before,
        after: moved.after,
      })),
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
