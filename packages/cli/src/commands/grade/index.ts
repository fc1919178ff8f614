import { writeFile } from 'node:fs/promises';
import { describeJudging, type GradedFile, openJudge, readScoring } from '@assay/harness';
import {
  type AxisResult,
  type GradedTranscript,
  type ModelPrices,
  PROBLEMS,
  type ReportedRun,
  type RunResult,
} from '@assay/schema';
import { sumSessions, VERIFICATION_WORDS } from '@assay/scoring';
import type { Run } from '../../command.ts';
import { cacheFolder, createHost, wantsColor } from '../../config.ts';
import type { Failure } from '../../failure.ts';
import { type Graded, gradeFiles } from '../../grade-files.ts';
import { findStoredRuns } from '../../grade-kept-runs.ts';
import { readOwnPrices } from '../../imported-prices.ts';
import { pushAfter } from '../../push/push-after.ts';
import { drawGrade, drawGrades, SORTS } from '../../reports/grades.ts';
import { buildReport } from '../../reports/html.ts';
import { requireWritable } from '../../reports/require-writable.ts';
import { writeRunReport } from '../../reports/run-report.ts';
import { drawRuns, runsExitCode } from '../../reports/runs.ts';
import { drawTotals } from '../../reports/session-totals.ts';
import { escapeControls, printProblem, writeOut } from '../../terminal/output.ts';
import { createCount, createProgress } from '../../terminal/progress.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { watchSessions } from '../../watch-sessions.ts';
import { findFiles, requireFiles } from './find-files.ts';
import { HELP, type Options, readOptions } from './options.ts';

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  return await grade(readOptions(args), signal);
};

async function grade(options: Options, signal: AbortSignal): Promise<number> {
  const runs = await findStoredRuns(options.paths);
  if (runs !== null) return await showRuns(runs, { ...options, signal });
  if (options.watch) return await watch(options, signal);
  const files = await requireFiles(options);
  // checked first, so that a mistyped path does not waste the work
  await requireWritable(options.html);
  const [prices, scoring] = [await readOwnPrices(process.cwd()), await readScoring(process.cwd())];
  const asking = await openAsking({ ...options, prices, sessions: files.length }, signal);
  const progress = createProgress('grading', files.length);
  const judging = createCount('judging', 'interactions');
  const results = await gradeFiles(
    files.map(({ path }) => path),
    {
      reveal: options.reveal,
      prices,
      scoring,
      withDetails: options.html !== undefined || files.length === 1,
      cache: options.cached ? cacheFolder() : null,
      onProgress: tellProgress(progress.advance),
      ...(asking === undefined ? {} : { asking: { ...asking, onProgress: judging.advance } }),
    },
  );
  progress.done();
  judging.done();
  const { graded, skipped, failed, others } = sortOut(results, options);
  reportOthers(others);
  if (options.html !== undefined) await writeFile(options.html, await buildReport(graded.flatMap(withDetails)));
  for (const one of failed) printFailure(one);
  await present(graded, skipped, options);
  if (options.push) await pushSessions(graded, signal);
  // a requested file that could not be graded outweighs all scores
  if (graded.length === 0 || failed.length > 0) return 2;
  return isBelow(
    graded.map(({ grade: { axis } }) => ({ axis })),
    options.minScore,
  )
    ? 1
    : 0;
}

/** Shows stored runs with their result, which also decides the exit code. */
async function showRuns(
  runs: readonly RunResult[],
  { html, json, minScore, push, signal }: Options & { readonly signal: AbortSignal },
): Promise<number> {
  await requireWritable(html);
  if (html !== undefined) await writeRunReport(html, runs);
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(json ? `${JSON.stringify({ runs, skipped: [] })}\n` : drawRuns(runs, style));
  if (html !== undefined && !json) await writeOut(`\nThe report is in ${escapeControls(html)}\n`);
  const pushed = runs.map(({ folder, run_id }) => ({ kind: 'run', folder, run_id }) as const);
  if (push) await pushAfter(pushed, signal);
  return Math.max(runsExitCode(runs), isBelow(runs, minScore) ? 1 : 0);
}

const pushSessions = (graded: readonly GradedFile[], signal: AbortSignal): Promise<void> =>
  pushAfter(
    graded.map(({ grade: { source } }) => ({ kind: 'session', path: source }) as const),
    signal,
  );

const isBelow = (graded: readonly { axis: AxisResult | null }[], least: number | undefined): boolean =>
  least !== undefined && graded.some(({ axis }) => axis?.score == null || axis.score < least);

// sessions belong to no project, so the cache is shared by the whole machine
async function openAsking(
  { judge: spec, prices, sessions }: Options & { prices: ModelPrices; sessions: number },
  signal: AbortSignal,
) {
  const host = createHost();
  const opened = await openJudge(spec, { host, root: cacheFolder(), base: process.cwd(), prices });
  if (spec.use !== 'heuristic') process.stderr.write(`${describeJudging(opened, sessions)}\n`);
  const { judge } = opened;
  return judge === null ? undefined : { judge, host, signal };
}

const withDetails = ({ grade: one, details }: GradedFile): ReportedRun[] =>
  details === undefined ? [] : [{ grade: one, ...details }];

/** A file that was looked at and not graded. */
interface Skipped {
  readonly path: string;
  readonly reason: string;
  /** The names of both fields in earlier versions. */
  readonly source: string;
  readonly error: Failure;
}

function sortOut(results: readonly Graded[], { paths, sort, project, agent }: Options) {
  const isWanted = ({ grade: one }: GradedFile): boolean =>
    (project === undefined || (one.project ?? '').includes(project)) && (agent === undefined || one.agent === agent);
  const graded = results
    .flatMap((result) => ('graded' in result && isWanted(result.graded) ? [result.graded] : []))
    .toSorted((a, b) => SORTS[sort](a.grade, b.grade));
  const failures = results.flatMap((result) => ('failure' in result ? [result] : []));
  // other files in a folder are expected; a named file must be a transcript
  const isOther = ({ path, failure }: (typeof failures)[number]): boolean =>
    !paths.includes(path) && failure.code === 'unknown_transcript';
  return {
    graded,
    skipped: failures.map(
      ({ path, failure }): Skipped => ({ path, reason: failure.message, source: path, error: failure }),
    ),
    failed: failures.filter((one) => !isOther(one)),
    others: failures.filter(isOther).map(({ path }) => path),
  };
}

// most messages name the file already
function printFailure({ path, failure }: { readonly path: string; readonly failure: Failure }): void {
  const message = failure.message.includes(path) ? failure.message : `${path}: ${failure.message}`;
  printProblem(message, PROBLEMS[failure.code].help);
}

/** Names files of a folder that are not transcripts, so that no file is left out silently. */
function reportOthers(others: readonly string[]): void {
  if (others.length === 0) return;
  const named = others.slice(0, 3).map(escapeControls).join(', ');
  const more = others.length > 3 ? ', … (--json lists all)' : '';
  process.stderr.write(
    `${others.length} ${others.length === 1 ? 'file is not a transcript' : 'files are not transcripts'}: ${named}${more}\n`,
  );
}

async function present(
  graded: readonly GradedFile[],
  skipped: readonly Skipped[],
  { json, html, sort }: Options,
): Promise<void> {
  const grades = graded.map(({ grade: one }) => one);
  if (json) {
    await writeOut(`${JSON.stringify({ runs: grades, totals: sumSessions(grades), skipped })}\n`);
    return;
  }
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  const [only] = graded;
  if (graded.length === 1 && only !== undefined) await writeOut(drawGrade(only.grade, style));
  else if (grades.length > 1)
    await writeOut(`${drawGrades(grades, sort, style)}\n${drawTotals(sumSessions(grades), style)}`);
  if (html !== undefined && grades.length > 0) await writeOut(`\nThe report is in ${escapeControls(html)}\n`);
}

/** Counts states while files are graded, so that the first of them shows something. */
function tellProgress(advance: (done: number, note: string) => void): (done: number, last: Graded) => void {
  const counts = new Map<GradedTranscript['verification'], number>();
  return (done, last) => {
    if ('graded' in last) {
      const { verification } = last.graded.grade;
      counts.set(verification, (counts.get(verification) ?? 0) + 1);
    }
    advance(done, [...counts].map(([state, count]) => `${count} ${VERIFICATION_WORDS[state].word}`).join(', '));
  };
}

// long enough for the pauses of a model
const QUIET_MS = 60_000;
const POLL_MS = 5_000;

/** Prints a session when it ends, until interrupted. */
async function watch(options: Options, signal: AbortSignal): Promise<number> {
  const [prices, scoring] = [await readOwnPrices(process.cwd()), await readScoring(process.cwd())];
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  process.stderr.write('watching for sessions that end; interrupt to stop\n');
  await watchSessions({
    find: () => findFiles({ ...options, limit: Number.POSITIVE_INFINITY }),
    onEnd: async (path) => {
      const results = await gradeFiles([path], { reveal: options.reveal, prices, scoring, cache: null });
      const { graded, failed } = sortOut(results, options);
      for (const one of failed) printFailure(one);
      for (const { grade: ended } of graded)
        await writeOut(options.json ? `${JSON.stringify(ended)}\n` : `${drawGrade(ended, style)}\n`);
      if (options.push) await pushSessions(graded, signal);
    },
    signal,
    now: Date.now,
    quiet_ms: QUIET_MS,
    poll_ms: POLL_MS,
  });
  return 0;
}
