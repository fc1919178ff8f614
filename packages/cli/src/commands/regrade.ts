import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readScorersFile } from '@assay/detect';
import {
  chooseSandbox,
  createBaselineNow,
  describeJudging,
  describeRun,
  findRuns,
  openJudge,
  type Regraded,
  type RegradeOptions,
  readCustomScorers,
  readFormulas,
  readPrices,
  regradeRun,
} from '@assay/harness';
import { AssayError, type JudgeSpec, PROBLEMS, type RunResult } from '@assay/schema';
import type { Run } from '../command.ts';
import { cacheFolder, createHost, wantsColor } from '../config.ts';
import { describeFailure, type Failure } from '../failure.ts';
import { drawRegrade } from '../reports/regrade.ts';
import { requireWritable } from '../reports/require-writable.ts';
import { writeRunReport } from '../reports/run-report.ts';
import { runsExitCode } from '../reports/runs.ts';
import { readJudge } from '../terminal/judge-option.ts';
import { parseOptions, readSandbox } from '../terminal/options.ts';
import { printProblem, writeOut } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';

const HELP = `Usage: assay regrade RUN… [OPTIONS]

Grades stored runs again without running an agent. RUN is a run id, a run folder (copies work too), or a label.
Everything you do not change stays as in the first grade. The new grade is stored next to the first one, in grades/ of
the run folder. Evidence is never edited.

  --scorers FILE    use this YAML or JSON list of scorers instead of the task's. Missing evidence is gathered from the
                    stored trees; commands run in a sandbox
  --judge NAME      ask another judge: auto, anthropic, openai, claude-cli, heuristic or none. To choose the model,
                    append it after a colon (default: reuse the stored judgment)
  --baseline now    compare the time with the completed runs stored now (default: with those of the first grade)
  --formula F@V     use another version of a formula, such as axis@1; repeatable
  --label NAME      name of the new grade (default: regrade)
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --html FILE       write the report of the new grades as one self-contained file
  --json            print one JSON document: {runs: [{run_id, folder, file, before, after, warnings}], skipped}

Exit codes: 0 every run passed · 1 a run failed or was tampered with · 2 usage or input error · 3 a run could not be
graded
`;

interface Options {
  readonly runs: readonly string[];
  readonly scorers: string | undefined;
  readonly judge: JudgeSpec | undefined;
  readonly formulas: Readonly<Record<string, string>>;
  readonly baseline: 'first' | 'now';
  readonly label: string;
  readonly sandbox: ReturnType<typeof readSandbox>;
  readonly html: string | undefined;
  readonly json: boolean;
}

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const options = readOptions(args);
  const folders = await findRuns(options.runs, { folder: process.cwd(), root: join(process.cwd(), '.assay') });
  await requireWritable(options.html);
  const shared = await prepare({ ...options, count: folders.length }, signal);
  const baselineNow =
    options.baseline === 'now' ? await createBaselineNow(join(process.cwd(), '.assay')) : async () => ({});
  const progress = createProgress('grading', folders.length);
  const regraded: Regraded[] = [];
  const skipped: Skipped[] = [];
  for (const [index, folder] of folders.entries()) {
    try {
      regraded.push(await regradeRun(folder, { ...shared, ...(await baselineNow(folder)) }));
    } catch (error) {
      if (signal.aborted) throw new AssayError('interrupted', 'interrupted; finished grades are stored');
      skipped.push({ source: folder, error: describeFailure(error) });
    }
    progress.advance(index + 1);
  }
  progress.done();
  const results = regraded.map(({ folder, evidence, after }) => describeRun({ folder, evidence, grade: after }, null));
  if (options.html !== undefined && results.length > 0) await writeRunReport(options.html, results);
  await present(regraded, skipped, options);
  return exitCode(results, skipped);
};

type Skipped = { readonly source: string; readonly error: Failure };

async function prepare(
  { scorers, judge, formulas, label, sandbox, count }: Options & { count: number },
  signal: AbortSignal,
) {
  const host = createHost();
  const own = join(process.cwd(), '.assay');
  const root = await access(own).then(
    () => own,
    () => cacheFolder(),
  );
  const base = process.cwd();
  const opened =
    judge === undefined ? undefined : await openJudge(judge, { host, root, base, prices: await readPrices(base) });
  if (opened !== undefined) process.stderr.write(`${describeJudging(opened, count)}\n`);
  // runs commands on the agent's code, so only --sandbox local turns isolation off
  const choice = { readable: [], ...(sandbox === undefined ? {} : { use: sandbox }) };
  let chosen: ReturnType<typeof chooseSandbox> | undefined;
  const openSandbox: RegradeOptions['openSandbox'] = async () => {
    chosen ??= chooseSandbox(choice, [{ agent: { kind: 'process' } }]);
    return (await chosen).sandbox;
  };
  const options: RegradeOptions = {
    host,
    root,
    signal,
    formulas,
    label,
    readable: [],
    openSandbox,
    ...(scorers === undefined ? {} : { scorers: readScorersFile(scorers) }),
    ...(await openCustom(base, signal)),
    ...(opened === undefined ? {} : { judge: opened }),
  };
  return options;
}

// their outcomes are recorded, so a run can be graded without them
async function openCustom(folder: string, signal: AbortSignal): Promise<Pick<RegradeOptions, 'custom'>> {
  try {
    return { custom: await readCustomScorers(folder, { signal }) };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'invalid_config') throw error;
    printProblem(error.message, 'The recorded outcomes of these scorers are used.');
    return {};
  }
}

async function present(
  regraded: readonly Regraded[],
  skipped: readonly Skipped[],
  { json, html }: Options,
): Promise<void> {
  for (const { source, error } of skipped) printProblem(`${source}: ${error.message}`, PROBLEMS[error.code].help);
  if (json) {
    const runs = regraded.map(({ evidence, ...told }) => ({ run_id: evidence.run.run_id, ...told }));
    await writeOut(`${JSON.stringify({ runs, skipped })}\n`);
    return;
  }
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  for (const one of regraded) await writeOut(`${drawRegrade(one, style)}\n`);
  if (html !== undefined && regraded.length > 0) await writeOut(`The report is in ${html}\n`);
}

// a missing answer takes precedence over a negative one
function exitCode(results: readonly RunResult[], skipped: readonly Skipped[]): number {
  if (skipped.length > 0) return Math.max(...skipped.map(({ error }) => PROBLEMS[error.code].exit_code));
  return runsExitCode(results);
}

function readBaseline(given: string | undefined): Options['baseline'] {
  if (given === undefined || given === 'first' || given === 'now') return given ?? 'first';
  throw new AssayError('usage', `expected --baseline to be first or now, found ${given}`);
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseOptions(args, {
    scorers: { type: 'string' },
    judge: { type: 'string' },
    formula: { type: 'string', multiple: true },
    baseline: { type: 'string' },
    label: { type: 'string' },
    sandbox: { type: 'string' },
    html: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length === 0) throw new AssayError('usage', 'name at least one run: an id, a folder or a label');
  const label = values.label ?? 'regrade';
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u.test(label))
    throw new AssayError(
      'usage',
      `expected --label to be up to 80 letters, digits, dots, dashes and underscores (it becomes a file name), found ${label}`,
    );
  return {
    runs: positionals,
    scorers: values.scorers,
    judge: values.judge === undefined ? undefined : readJudge(values.judge),
    formulas: readFormulas(values.formula ?? []),
    baseline: readBaseline(values.baseline),
    label,
    sandbox: readSandbox(values.sandbox),
    html: values.html,
    json: values.json ?? false,
  };
}
