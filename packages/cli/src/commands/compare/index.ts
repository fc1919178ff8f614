import { basename, join } from 'node:path';
import {
  compareRuns,
  type Feedback,
  findProven,
  readComparedRuns,
  runComparison,
  runMatrix,
  saveComparison,
} from '@assay/harness';
import type { Comparison } from '@assay/schema';
import { composeHeadline, formatSigned } from '@assay/scoring';
import type { Run } from '../../command.ts';
import { commentAfter, concludeExit } from '../../comment/comment-after.ts';
import { createHost, wantsColor } from '../../config.ts';
import { findCompared } from '../../find-report-subject.ts';
import { pushAfter } from '../../push/push-after.ts';
import type { Pushed } from '../../push/push-subjects.ts';
import { writeMatrixJson } from '../../reports/comparison/json.ts';
import { writeComparisonMarkdown } from '../../reports/comparison/markdown.ts';
import { drawMatrix } from '../../reports/matrix.ts';
import { requireWritable } from '../../reports/require-writable.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { withRunDisplay } from '../../terminal/with-run-display.ts';
import { isUnanswered } from './is-unanswered.ts';
import { presentComparison } from './present.ts';
import { type Compared, type CompareOptions, readCompareOptions } from './read-options.ts';

const HELP = `Usage: assay compare BASE CAND [OPTIONS]
       assay compare --baseline REF|DIR [--candidate REF|DIR] [SCENARIO…] [OPTIONS]
       assay compare --skill-on-off NAME [--candidate REF|DIR] [SCENARIO…] [OPTIONS]
       assay compare --agent A --against B [SCENARIO…] [OPTIONS]
       assay compare --matrix --agent A,B [--model M,N] [--baseline REF] [--candidate REF…] [SCENARIO…] [OPTIONS]

Decides whether a candidate is better than a baseline, worse, or neither. BASE and CAND are stored runs: a label, a run
id, a folder of runs, or the JSON of \`assay run --json\` or of a comparison. With --baseline, --skill-on-off or --matrix
it runs the same tasks under both configurations, concurrently and in random order. A configuration is CLAUDE.md,
AGENTS.md, skills, hooks and similar files of a git ref or a folder.

  --baseline REF|DIR   configuration to compare with
  --candidate REF|DIR  configuration to test (default: HEAD); repeatable with --matrix
  --against B          compare the agent of --agent with this one, which is the baseline
  --skill-on-off NAME  compare the candidate with itself without this skill
  --matrix             combine every agent, model and configuration; compare each with the first
  --model M,N          models of the matrix
  --agent A,B          agents, by configuration id or by type
  --repeat N           runs per task and side (default: 3)
  --sequential         evaluate after every round and stop as soon as the verdict is settled
  --max-rounds N       maximum number of rounds, planned in advance (default: 10)
  --budget USD         start no more runs after spending this amount
  --no-confirm         do not repeat tasks that are suspected to be lost
  --min-gain X         gain that counts as better (default: 0.01)
  --max-drop X         drop on one task that counts as a regression (default: 0.05)
  --allow-check-drops  do not count fewer passing checks as a regression
  --seed TEXT          repeat the order of an earlier comparison
  --concurrency N, --sandbox NAME, --judge NAME, --config FILE, --prove, --no-prove   as in \`assay run\`
  --format F           text, markdown, junit or json
  --json               same as --format json
  --html FILE          write the report as one self-contained file
  --push               send the comparison and its runs to the server of \`assay login\`. Default in CI if ASSAY_URL
                       and ASSAY_API_KEY are set; --no-push keeps them here
  --comment            in a GitHub job, write the result to one comment of the pull request and to a check run

Comparisons are stored in .assay/comparisons.

Exit codes: 0 improved or neutral · 1 regressed · 2 usage error, or runs that cannot be compared · 3 a side has no valid
run
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { compared, ...options } = readCompareOptions(args);
  await requireWritable(options.html);
  const folder = process.cwd();
  const root = join(folder, '.assay');
  const push = async (comparisons: readonly Comparison[]): Promise<void> => {
    if (options.push) await pushAfter(await listPushed(comparisons, { folder, root }), signal);
  };
  if (compared.kind === 'matrix') {
    const comparisons = await makeMatrix(compared, { ...options, signal });
    const code = await presentMatrix(comparisons, options);
    await push(comparisons);
    return code;
  }
  const comparison = await compareTwo(compared, { ...options, root, signal });
  await presentComparison(comparison, { ...options, folder, root });
  await push([comparison]);
  if (options.comment) await commentAfter(describeComparison(comparison), signal);
  return exitCode(comparison);
};

const describeComparison = (comparison: Comparison): Feedback => ({
  name: 'compare',
  conclusion: concludeExit(exitCode(comparison)),
  title: composeHeadline(comparison).text,
  summary: writeComparisonMarkdown(comparison),
  annotations: [],
});

async function listPushed(
  comparisons: readonly Comparison[],
  places: { readonly folder: string; readonly root: string },
): Promise<Pushed[]> {
  const folders = new Set<string>();
  for (const comparison of comparisons)
    for (const folder of (await findCompared(comparison, places)).folders) folders.add(folder);
  return [
    ...[...folders].map((folder) => ({ kind: 'run', folder, run_id: basename(folder) }) as const),
    ...comparisons.map((comparison) => ({ kind: 'comparison', comparison }) as const),
  ];
}

type Presented = Omit<CompareOptions, 'compared'>;

async function compareTwo(
  compared: Exclude<Compared, { kind: 'matrix' }>,
  options: Presented & { readonly root: string; readonly signal: AbortSignal },
): Promise<Comparison> {
  if (compared.kind === 'runs') return await compareStored(compared, options);
  if (compared.kind === 'configurations') return await makeComparison(compared, options);
  const made = await makeMatrix({ ...compared, kind: 'matrix', configurations: [], models: [] }, options);
  return made[0] as Comparison;
}

async function compareStored(
  { baseline, candidate }: Compared & { kind: 'runs' },
  { thresholds, root }: Presented & { root: string },
): Promise<Comparison> {
  const places = { folder: process.cwd(), root };
  const before = await readComparedRuns(baseline, { ...places, side: 'baseline' });
  const after = await readComparedRuns(candidate, { ...places, side: 'candidate' });
  const comparison = compareRuns({
    baseline: before,
    candidate: after,
    thresholds,
    look: null,
    differences: [],
    seed: null,
    proven: await findProven(root, [...before.runs, ...after.runs]),
    host: createHost(),
  });
  await saveComparison(root, comparison);
  return comparison;
}

const makeComparison = (
  { kind: _, ...compared }: Compared & { kind: 'configurations' },
  { thresholds, signal }: Presented & { signal: AbortSignal },
): Promise<Comparison> =>
  withRunDisplay({ signal, command: 'assay compare' }, (running, say) =>
    runComparison({ ...compared, ...running, thresholds, onLook: (look) => say(describeLook(look)) }),
  );

const describeLook = ({ looks, verdict: { verdict, net_gain, confirmation } }: Comparison): string =>
  confirmation !== undefined && confirmation.looks_taken > 0
    ? `second stage, look ${confirmation.looks_taken} of 2: ${confirmation.tasks.map(({ task_id, status }) => `${task_id} ${status}`).join(', ')}`
    : `look ${looks?.taken} of ${looks?.planned}: ${verdict} so far, ${formatSigned(net_gain)}, not settled`;

const makeMatrix = (
  { kind: _, sequential: __, ...compared }: Compared & { kind: 'matrix' },
  { thresholds, signal }: Presented & { signal: AbortSignal },
): Promise<Comparison[]> =>
  withRunDisplay({ signal, command: 'assay compare' }, (running, say) =>
    runMatrix({ ...compared, ...running, thresholds, onLook: (look) => say(describeLook(look)) }),
  );

async function presentMatrix(comparisons: readonly Comparison[], { format }: Presented): Promise<number> {
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(format === 'json' ? writeMatrixJson(comparisons) : drawMatrix(comparisons, style));
  return Math.max(...comparisons.map(exitCode));
}

// a missing answer takes precedence over a negative one
function exitCode(comparison: Comparison): number {
  if (isUnanswered(comparison)) return 3;
  return comparison.verdict.verdict === 'regressed' ? 1 : 0;
}
