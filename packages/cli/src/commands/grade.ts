import { stat, writeFile } from 'node:fs/promises';
import { describeJudging, type GradedFile, openJudge, readScoring } from '@assay/harness';
import {
  AssayError,
  type AxisResult,
  type JudgeSpec,
  type ModelPrices,
  PROBLEMS,
  type ReportedRun,
  type RunResult,
} from '@assay/schema';
import { type FoundFile, findSessions, findTranscripts } from '@assay/transcripts';
import type { Run } from '../command.ts';
import { cacheFolder, createHost, homeFolder, wantsColor } from '../config.ts';
import type { Failure } from '../failure.ts';
import { type Graded, gradeFiles } from '../grade-files.ts';
import { findStoredRuns } from '../grade-kept-runs.ts';
import { readOwnPrices } from '../imported-prices.ts';
import { drawGrade, drawGrades, SORTS, type Sort } from '../reports/grades.ts';
import { buildReport } from '../reports/html.ts';
import { requireWritable } from '../reports/require-writable.ts';
import { writeRunReport } from '../reports/run-report.ts';
import { drawRuns, runsExitCode } from '../reports/runs.ts';
import { parseOptions, readJudge } from '../terminal/options.ts';
import { escapeControls, printProblem, writeOut } from '../terminal/output.ts';
import { createCount, createProgress } from '../terminal/progress.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';

const HELP = `Usage: assay grade [PATH…] [OPTIONS]

Grades agent sessions you already have. PATH is a file or a folder (default: the latest sessions of the agents on
this machine). Runs made by \`assay run\` are shown with their result.

  --html FILE       write the report as one self-contained file
  --json            print one JSON document: {runs, skipped, not_transcripts}
  --sort ${Object.keys(SORTS).join('|')}
  --since WHEN      include only sessions changed since a date or within a period: 2026-11-01, 7d, 12h
  --limit N         grade at most the N newest sessions (default without a path: 20)
  --min-score N     exit with 1 if the AXIS result of a run is below N or missing
  --judge NAME      heuristic (default: rules, offline, free), or a model: auto, anthropic, openai, claude-cli.
                    To choose the model, append it after a colon
  --no-redact       do not redact secrets

Uses \`formulas\` and \`weights\` from the configuration in this folder. If a session reports no cost, \`prices\` from the
configuration take precedence over list prices.
`;

interface Options {
  readonly paths: readonly string[];
  readonly html: string | undefined;
  readonly json: boolean;
  readonly sort: Sort;
  readonly since_ms: number;
  readonly limit: number;
  readonly minScore: number | undefined;
  readonly reveal: boolean;
  readonly judge: JudgeSpec;
}

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  return await grade(readOptions(args), signal);
};

async function grade(options: Options, signal: AbortSignal): Promise<number> {
  const runs = await findStoredRuns(options.paths);
  if (runs !== null) return await showRuns(runs, options);
  const files = await findFiles(options);
  if (files.length === 0) {
    throw new AssayError(
      'unreadable_file',
      options.paths.length === 0
        ? 'no agent session was found in your home folder; name a file or a folder'
        : `no transcript was found in ${options.paths.join(', ')}`,
    );
  }
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
      onProgress: progress.advance,
      ...(asking === undefined ? {} : { asking: { ...asking, onProgress: judging.advance } }),
    },
  );
  progress.done();
  judging.done();
  const { graded, skipped, others } = sortOut(results, options);
  reportOthers(others);
  if (options.html !== undefined) await writeFile(options.html, await buildReport(graded.flatMap(withDetails)));
  await present({ graded, skipped, others }, options);
  // a requested file that could not be graded outweighs all scores
  if (graded.length === 0 || skipped.length > 0) return 2;
  return isBelow(
    graded.map(({ grade: { axis } }) => ({ axis })),
    options.minScore,
  )
    ? 1
    : 0;
}

/** Shows stored runs with their result, which also decides the exit code. */
async function showRuns(runs: readonly RunResult[], { html, json, minScore }: Options): Promise<number> {
  await requireWritable(html);
  if (html !== undefined) await writeRunReport(html, runs);
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(json ? `${JSON.stringify({ runs, skipped: [] })}\n` : drawRuns(runs, style));
  if (html !== undefined && !json) await writeOut(`\nThe report is in ${escapeControls(html)}\n`);
  return Math.max(runsExitCode(runs), isBelow(runs, minScore) ? 1 : 0);
}

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

// other files in a folder are expected; a named file must be a transcript
function sortOut(results: readonly Graded[], { paths, sort }: Options) {
  const graded = results
    .flatMap((result) => ('graded' in result ? [result.graded] : []))
    .toSorted((a, b) => SORTS[sort](a.grade, b.grade));
  const skipped = results.flatMap((result) =>
    'failure' in result ? [{ source: result.path, error: result.failure }] : [],
  );
  const isOther = ({ source, error }: Skipped) => !paths.includes(source) && error.code === 'unknown_transcript';
  return {
    graded,
    skipped: skipped.filter((one) => !isOther(one)),
    others: skipped.filter(isOther).map(({ source }) => source),
  };
}

type Skipped = { readonly source: string; readonly error: Failure };

/** Names files of a folder that are not transcripts, so that no file is left out silently. */
function reportOthers(others: readonly string[]): void {
  if (others.length === 0) return;
  const named = others.slice(0, 3).map(escapeControls).join(', ');
  const more = others.length > 3 ? `, … (--json lists all)` : '';
  process.stderr.write(
    `${others.length} ${others.length === 1 ? 'file is' : 'files are'} not transcripts: ${named}${more}\n`,
  );
}

interface Results {
  readonly graded: readonly GradedFile[];
  readonly skipped: readonly Skipped[];
  /** Files of a folder that are not transcripts. */
  readonly others: readonly string[];
}

async function present({ graded, skipped, others }: Results, { json, html, sort }: Options): Promise<void> {
  for (const { source, error } of skipped) printProblem(`${source}: ${error.message}`, PROBLEMS[error.code].help);
  const grades = graded.map(({ grade: one }) => one);
  if (json) {
    await writeOut(`${JSON.stringify({ runs: grades, skipped, not_transcripts: others })}\n`);
    return;
  }
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  const [only] = graded;
  if (graded.length === 1 && only !== undefined) await writeOut(drawGrade(only.grade, only.details, style));
  else if (grades.length > 1) await writeOut(drawGrades(grades, sort, style));
  if (html !== undefined && grades.length > 0) await writeOut(`\nThe report is in ${escapeControls(html)}\n`);
}

async function findFiles({ paths, since_ms, limit }: Options): Promise<FoundFile[]> {
  const found = paths.length === 0 ? await findSessions(homeFolder()) : (await Promise.all(paths.map(expand))).flat();
  return found.filter(({ modified_ms }) => modified_ms >= since_ms).slice(0, limit);
}

async function expand(path: string): Promise<FoundFile[]> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  return found.isDirectory() ? await findTranscripts(path) : [{ path, modified_ms: found.mtimeMs }];
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseOptions(args, {
    html: { type: 'string' },
    json: { type: 'boolean' },
    sort: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
    'min-score': { type: 'string' },
    judge: { type: 'string' },
    'no-redact': { type: 'boolean' },
  });
  const sort = values.sort ?? 'time';
  if (!Object.hasOwn(SORTS, sort))
    throw new AssayError('usage', `expected --sort to be one of ${Object.keys(SORTS).join(', ')}, found ${sort}`);
  return {
    paths: positionals,
    html: values.html,
    json: values.json ?? false,
    sort: sort as Sort,
    since_ms: values.since === undefined ? 0 : parseSince(values.since, Date.now()),
    limit:
      values.limit === undefined
        ? positionals.length === 0
          ? 20
          : Number.POSITIVE_INFINITY
        : wholeNumber('limit', values.limit),
    minScore: values['min-score'] === undefined ? undefined : wholeNumber('min-score', values['min-score']),
    reveal: values['no-redact'] ?? false,
    judge: readJudge(values.judge ?? 'heuristic'),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AssayError('usage', `expected --${name} to be a whole number, found ${text}`);
  return Number(text);
}

/** Parses a date, or an age such as `7d` or `12h`. */
export function parseSince(text: string, now_ms: number): number {
  const ago = /^(\d{1,6})([dh])$/.exec(text);
  if (ago) return now_ms - Number(ago[1]) * (ago[2] === 'd' ? 86_400_000 : 3_600_000);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new AssayError('usage', `expected --since to be a date or an age such as 7d, found ${text}`);
  return instant;
}
