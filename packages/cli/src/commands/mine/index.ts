import { join, resolve } from 'node:path';
import {
  chooseSandbox,
  type Listed,
  listCandidates,
  type Mined,
  type MineOptions,
  mine,
  openJudge,
  type PlannedTasks,
  planTasks,
  requireJudge,
} from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { cacheFolder, createHost } from '../../config.ts';
import { readOwnPrices } from '../../imported-prices.ts';
import { readDuration } from '../../terminal/duration-option.ts';
import { readJudge } from '../../terminal/judge-option.ts';
import { parseOptions, readSandbox } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';
import { version } from '../../version.ts';
import { drawCandidates, drawMined, drawPlans } from './draw-mined.ts';

const HELP = `Usage: assay mine [PATH] [OPTIONS]

Turns the history of a git repository into proven tasks. A commit becomes a task if its tests fail without its source
changes and pass with them, every time. The agent gets the files before the commit and its message without whatever
gives the answer away; the tests are hidden and only used for grading. Commits that do not make a task are listed with
the reason. Your checkout is only read. Run it again to go on where it stopped.

  --limit N         stop after N new tasks (default 20, or as many as the time allows with --budget)
  --budget TIME     stop after this time, such as 90s, 10m or 2h
  --since DATE      only commits after this date, such as 2026-01-31 or "3 months ago"
  --session FILE    make one task from a recorded session: its base commit, its first prompt and what was committed in it
  --out DIR         where the tasks go (default scenarios/mined; harbor-tasks for --format harbor)
  --rewrite         let a model write the instruction from behavior; the leak check runs again
  --judge NAME      the model for --rewrite: auto (default), anthropic, openai or claude-cli, optionally with a model
                    after a colon
  --format NAME     assay (default), or harbor to write Harbor tasks
  --image NAME      base image of Harbor tasks (default: chosen by the test command, such as python:3.12)
  --setup CMD       install dependencies with this command, on this machine, in a checkout of the commit
  --test CMD        run tests with this command; {files} becomes the changed test files
  --confirm N       run the tests N times without and with the change (default 2)
  --timeout S       seconds for one run of the tests (default 300)
  --max-files N     skip commits that change more source files (default 15)
  --max-lines N     skip commits that change more lines of source code (default 500)
  --dry-run         list the commits that would be tried, and run nothing
  --plan            list them with the commands that would install and test them, and run nothing
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --json            print one JSON document: {tasks, rejected, scanned, out_of_time}

Exit codes: 0 at least one task · 1 none · 2 usage, configuration or input error · 3 infrastructure error
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    limit: { type: 'string' },
    budget: { type: 'string' },
    since: { type: 'string' },
    session: { type: 'string' },
    rewrite: { type: 'boolean' },
    judge: { type: 'string' },
    out: { type: 'string' },
    format: { type: 'string' },
    image: { type: 'string' },
    setup: { type: 'string' },
    test: { type: 'string' },
    confirm: { type: 'string' },
    timeout: { type: 'string' },
    'max-files': { type: 'string' },
    'max-lines': { type: 'string' },
    'dry-run': { type: 'boolean' },
    plan: { type: 'boolean' },
    sandbox: { type: 'string' },
    json: { type: 'boolean' },
  });
  const format = readFormat(values);
  const use = readSandbox(values.sandbox);
  const { sandbox } = await chooseSandbox({ readable: [], ...(use === undefined ? {} : { use }) }, []);
  const budget_ms = readDuration('budget', values.budget);
  const is_listed = values.plan === true || values['dry-run'] === true;
  const options: MineOptions = {
    folder: resolve(positionals[0] ?? '.'),
    out: values.out ?? (format === undefined ? 'scenarios/mined' : 'harbor-tasks'),
    format,
    image: values.image,
    limit: readCount('--limit', values.limit, budget_ms === undefined || is_listed ? 20 : Number.POSITIVE_INFINITY),
    budget_ms,
    since: values.since,
    session: values.session === undefined ? undefined : resolve(values.session),
    max_files: readCount('--max-files', values['max-files'], 15),
    max_lines: readCount('--max-lines', values['max-lines'], 500),
    confirm: readCount('--confirm', values.confirm, 2),
    timeout_s: readCount('--timeout', values.timeout, 300),
    setup: values.setup,
    test: values.test,
    rewriter: await openRewriter(values),
    sandbox,
    host: createHost(),
    harness_version: version(),
    events: createEvents(),
    signal,
  };
  if (values.plan === true) {
    const planned = await planTasks(options);
    await writeOut(values.json ? `${JSON.stringify(describePlans(planned))}\n` : drawPlans(planned));
    return planned.plans.length > 0 ? 0 : 1;
  }
  if (values['dry-run'] === true) {
    const listed = await listCandidates(options);
    await writeOut(values.json ? `${JSON.stringify(describeCandidates(listed))}\n` : drawCandidates(listed));
    return listed.candidates.length > 0 ? 0 : 1;
  }
  const mined = await mine(options).catch((error: unknown) => {
    if (signal.aborted) throw new AssayError('interrupted', 'stopped; run it again to go on where it stopped');
    throw error;
  });
  await writeOut(values.json ? `${JSON.stringify(describeMined(mined, options.out))}\n` : drawMined(mined, options));
  return mined.tasks.length > 0 ? 0 : 1;
};

/** The judge of `--rewrite`; undefined without it. */
async function openRewriter({ rewrite, judge: name }: { rewrite?: boolean | undefined; judge?: string | undefined }) {
  if (rewrite !== true) {
    if (name !== undefined) throw new AssayError('usage', '--judge requires --rewrite');
    return undefined;
  }
  const prices = await readOwnPrices(process.cwd());
  const { judge, remark } = await openJudge(readJudge(name ?? 'auto'), {
    ...{ host: createHost(), root: cacheFolder(), base: process.cwd(), prices },
  });
  if (judge === null)
    throw new AssayError('usage', `--rewrite requires a model, found ${remark}; name one with --judge`);
  await requireJudge({ judge });
  return judge;
}

function readFormat({ format, image }: { format?: string | undefined; image?: string | undefined }) {
  if (format !== undefined && format !== 'assay' && format !== 'harbor')
    throw new AssayError('usage', `--format: expected assay or harbor, found ${JSON.stringify(format)}`);
  if (image !== undefined && format !== 'harbor') throw new AssayError('usage', '--image requires --format harbor');
  return format === 'harbor' ? format : undefined;
}

function readCount(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new AssayError('usage', `${option}: expected a whole number from 1, found ${JSON.stringify(text)}`);
}

const describeMined = ({ tasks, ...rest }: Mined, out: string): Mined => ({
  tasks: tasks.map((task) => ({ ...task, folder: join(out, task.folder) })),
  ...rest,
});

const describeCandidates = ({ candidates, ...rest }: Listed) => ({
  candidates: candidates.map(describeCandidate),
  ...rest,
});

const describePlans = ({ plans, ...rest }: PlannedTasks) => ({
  plans: plans.map(({ candidate, ...plan }) => ({ ...describeCandidate(candidate), ...plan })),
  ...rest,
});

const describeCandidate = ({ commit: { id, date, message }, split, files, lines }: Listed['candidates'][number]) => ({
  ...{ commit: id, date, subject: message.split('\n', 1)[0], files, lines, tests: split.runnable },
});

/** Progress on stderr, a line per commit. */
function createEvents(): MineOptions['events'] {
  const tell = (text: string): void => void process.stderr.write(`${escapeControls(text)}\n`);
  return {
    remarked: tell,
    started: ({ id, message }) => tell(`${id.slice(0, 10)} ${message.split('\n', 1)[0]}`),
    progressed: (sentence) => tell(`  ${sentence}`),
    mined: ({ name, wall_ms }) => tell(`  proven: ${name}, ${Math.round(wall_ms / 1000)} s`),
    rejected: ({ commit, reason, detail }) =>
      tell(`${commit.slice(0, 10)} ${reason}${detail === '' ? '' : `: ${detail}`}`),
  };
}
