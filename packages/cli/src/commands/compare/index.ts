import { join } from 'node:path';
import { compareRuns, findProven, readComparedRuns, runComparison, runMatrix, saveComparison } from '@assay/harness';
import type { Comparison } from '@assay/schema';
import type { Run } from '../../command.ts';
import { createHost, wantsColour } from '../../config.ts';
import { drawMatrix } from '../../reports/matrix.ts';
import { refuseUnwritable } from '../../reports/refuse-unwritable.ts';
import { formatSigned } from '../../terminal/format.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOUR, PLAIN } from '../../terminal/style.ts';
import { withRunDisplay } from '../../terminal/with-run-display.ts';
import { isUnanswered } from './is-unanswered.ts';
import { presentComparison } from './present.ts';
import { type Compared, type CompareOptions, readCompareOptions } from './read-options.ts';

const HELP = `Usage: assay compare BASE CAND [OPTIONS]
       assay compare --baseline REF|DIR [--candidate REF|DIR] [SCENARIO…] [OPTIONS]
       assay compare --skill-on-off NAME [--candidate REF|DIR] [SCENARIO…] [OPTIONS]
       assay compare --matrix --agent A,B [--model M,N] [--baseline REF] [--candidate REF…] [SCENARIO…] [OPTIONS]

Says whether a candidate is better than a baseline, no different, or worse. BASE and CAND are runs that were made: a
label, the id of a run, a folder of runs, or the JSON of \`assay run --json\` or of a comparison. Otherwise the runs are
made: the same tasks under both configurations (CLAUDE.md, AGENTS.md, skills, hooks and the like of a git ref or a
folder), side by side and in random order.

  --baseline REF|DIR   what to compare with
  --candidate REF|DIR  what to compare (default HEAD); several with --matrix
  --skill-on-off NAME  the candidate against itself without this skill
  --matrix             every agent with every model under every configuration, each against the first
  --model M,N          the models of the matrix
  --agent A,B          agents by id of the configuration or by type
  --repeat N           runs per task and side (default 3)
  --sequential         look after every round, and stop as soon as the verdict is settled
  --max-rounds N       rounds at most (default 10); they are planned before the first look
  --budget USD         start no further run once this much is spent
  --no-confirm         do not run a task again that is suspected to be lost
  --min-gain X         how much better is better (default 0.01)
  --max-drop X         how much worse on one task is a regression (default 0.05)
  --allow-check-drops  fewer checks that pass are no regression by themselves
  --seed TEXT          repeats the order of another comparison
  --concurrency N, --sandbox NAME, --judge NAME, --config FILE, --prove, --no-prove   as in \`assay run\`
  --format F           text, markdown, junit or json
  --json               the same as --format json
  --html FILE          write the report, one file that needs no network

A comparison is kept under .assay/comparisons.

Exit codes: 0 improved or neutral · 1 regressed · 2 usage, or runs that cannot be compared · 3 a side has no run that
counts
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { compared, ...options } = readCompareOptions(args);
  await refuseUnwritable(options.html);
  const folder = process.cwd();
  const root = join(folder, '.assay');
  if (compared.kind === 'matrix')
    return await presentMatrix(await makeMatrix(compared, { ...options, signal }), options);
  const comparison =
    compared.kind === 'runs'
      ? await compareStored(compared, { ...options, root })
      : await makeComparison(compared, { ...options, signal });
  await presentComparison(comparison, { ...options, folder, root });
  return exitCode(comparison);
};

type Presented = Omit<CompareOptions, 'compared'>;

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
  { kind: _, sequential: __, confirm: ___, ...compared }: Compared & { kind: 'matrix' },
  { thresholds, signal }: Presented & { signal: AbortSignal },
): Promise<Comparison[]> =>
  withRunDisplay({ signal, command: 'assay compare' }, (running) => runMatrix({ ...compared, ...running, thresholds }));

async function presentMatrix(comparisons: readonly Comparison[], { format }: Presented): Promise<number> {
  const style = wantsColour(process.stdout) ? COLOUR : PLAIN;
  await writeOut(format === 'json' ? `${JSON.stringify({ comparisons })}\n` : drawMatrix(comparisons, style));
  return Math.max(...comparisons.map(exitCode));
}

// an answer that is missing comes before an answer that is no
function exitCode(comparison: Comparison): number {
  if (isUnanswered(comparison)) return 3;
  return comparison.verdict.verdict === 'regressed' ? 1 : 0;
}
