import { AssayError, type TestReport } from '@assay/schema';
import { findBroken, runsNoOthers } from '../../test-commands/broken-tests.ts';
import type { PassingCommand } from '../../test-commands/choose-command.ts';
import type { CopyRun, TestCopy } from '../../test-commands/test-copy.ts';
import { nextBug } from './next-bug.ts';
import { plantAll } from './plant-bugs.ts';
import type { BugCandidate } from './planted-bug.ts';

const WANTED_BUGS = 3;
const MOST_TRIED = 40;
const LEAST_PATIENCE_MS = 20_000;
// a bug that makes tests this much slower is taken for an endless loop
const SLOWER = 5;

export interface FindBugsOptions {
  readonly copy: TestCopy;
  readonly files: ReadonlyMap<string, string>;
  readonly candidates: readonly BugCandidate[];
  readonly original: PassingCommand;
  /** After this time, fewer bugs will do. */
  readonly budget_ms: number;
  /** Whether hidden questions may be possible for the function. */
  readonly canAsk: (bug: BugCandidate) => boolean;
  /** Whether the answers of the function show the bug. */
  readonly showsInAnswers: (bug: BugCandidate) => Promise<boolean>;
  readonly onFound: (bug: BugCandidate) => void;
}

/** A bug that the tests notice. */
export interface NoticedBug extends BugCandidate {
  /** The tests that it breaks, by name; empty if the report has no names. */
  readonly tests: readonly string[];
}

export interface FoundBugs {
  readonly bugs: readonly NoticedBug[];
  /** Whether each test of the copy with bugs also runs in the original, by name. */
  readonly same_tests: boolean;
}

/** Finds bugs that the tests notice, one at a time and then together. */
export async function findBugs(options: FindBugsOptions): Promise<FoundBugs> {
  const { candidates, original, budget_ms, canAsk, showsInAnswers, onFound } = options;
  const tried: BugCandidate[] = [];
  const found: NoticedBug[] = [];
  // noticed by the tests, but by no question
  const spare: NoticedBug[] = [];
  let spent_ms = 0;
  while (
    found.length < WANTED_BUGS &&
    tried.length < MOST_TRIED &&
    (spent_ms < budget_ms || found.length + spare.length === 0)
  ) {
    const bug = nextBug({ candidates, tried, found: [...found, ...spare], canAsk });
    if (bug === undefined) break;
    tried.push(bug);
    const ran = await runWith([bug], options);
    spent_ms += ran.duration_ms;
    const tests = readNoticed(ran, original.report);
    if (tests === undefined) continue;
    const isAsked = canAsk(bug) && (await showsInAnswers(bug));
    (isAsked ? found : spare).push({ ...bug, tests });
    // where nothing can be asked, no better bug follows
    if (!canAsk(bug) && found.length + spare.length >= WANTED_BUGS) break;
  }
  const chosen = [...found, ...spare].slice(0, WANTED_BUGS);
  for (const bug of chosen) onFound(bug);
  if (chosen.length === 0)
    throw new AssayError(
      'invalid_input',
      `the tests noticed none of ${tried.length} bugs planted in ${options.files.size} source files; write a scenario by hand (see docs/scenarios.md)`,
    );
  return confirm(chosen, options);
}

async function runWith(bugs: readonly BugCandidate[], options: FindBugsOptions): Promise<CopyRun> {
  const { copy, files, original } = options;
  const timeout_ms = Math.max(LEAST_PATIENCE_MS, SLOWER * original.duration_ms);
  return copy.withFiles(plantAll(files, bugs), () => copy.run(original.command, { timeout_ms }));
}

/** The tests that noticed, by name; undefined if none did, or if nothing could be run. */
function readNoticed({ exit_code, report }: CopyRun, original: TestReport | null): string[] | undefined {
  if (exit_code === null || exit_code === 0) return undefined;
  if (original === null) return [];
  // code that does not compile has no report, and points to the bug
  const broken = report === null ? [] : findBroken(original, report);
  return broken.length === 0 ? undefined : broken;
}

/** Keeps the bugs whose tests also fail when all are planted: those of a flaky test may not. */
async function confirm(found: readonly NoticedBug[], options: FindBugsOptions): Promise<FoundBugs> {
  const { report } = options.original;
  const together = await runWith(found, options);
  if (report === null) return { bugs: found, same_tests: true };
  // one bug alone has a report
  if (together.report === null) return { bugs: found.slice(0, 1), same_tests: false };
  const broken = new Set(findBroken(report, together.report));
  const bugs = found
    .map((bug) => ({ ...bug, tests: bug.tests.filter((name) => broken.has(name)) }))
    .filter(({ tests }) => tests.length > 0);
  return { bugs: bugs.length === 0 ? found.slice(0, 1) : bugs, same_tests: runsNoOthers(report, together.report) };
}
