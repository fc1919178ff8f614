import { addedGuards } from './executed.ts';
import { defineFamily } from './family.ts';
import { guardKind } from './guard.ts';

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
      .filter(({ text }) => SWALLOWS.test(text))
      .map((line) => ({
        grade: 'review' as const,
        message: 'may keep a failure from the runner; make sure that a failing assertion still fails the test',
        at: line,
        after: line,
      })),
  ],
});

const SWALLOWS =
  /\ballSettled\b|\breturn_exceptions\b|\.catch\(|\bcatch_unwind\b|\brecover\(\)|\bsuppress\(|\bexceptionally\b|\bAssertionError\b|\bAssertionFailedError\b|\bshould_panic\b|\bassert\.rejects\(|\btodo\b|\bconsole\.assert\b|\bunhandledRejection\b|\buncaughtException\b|\bexitCode\b|\bexitstatus\b|\bexcept\b|\bcatch\b|\bdef __exit__\b|\bsetUncaughtExceptionHandler\b|\btesting\.T\{|&testing\.T\b|\btesting\.TB\b|\bReporter\b|\bfailureException\b|\bset_hook\b|\bprocess\.on\(|\bspawn(?:Sync)?\(|\bsubprocess\b|\bCommand::new\(\s*(?:std::)?env::current_exe|\bRace\b|\bPromise\.race\b/;
