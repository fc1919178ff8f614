import { readFile } from 'node:fs/promises';
import {
  type PromoteOptions,
  type PromotionOutcome,
  promote,
  type RunComparisonOptions,
  runComparison,
} from '@assay/harness';
import { AssayError, Comparison, parse, parseStrictJson } from '@assay/schema';
import type { Run } from '../../command.ts';
import { createHost, wantsColour } from '../../config.ts';
import { drawPromotion } from '../../reports/promotion.ts';
import { writePromotion } from '../../reports/promotion-proposal.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { PROPOSE_OPTIONS, readProposeOptions } from '../../terminal/propose-options.ts';
import { RUN_OPTIONS } from '../../terminal/run-options.ts';
import { COLOUR, PLAIN } from '../../terminal/style.ts';
import { withRunDisplay } from '../../terminal/with-run-display.ts';
import { isUnanswered } from '../compare/is-unanswered.ts';
import { readMaking } from '../compare/read-options.ts';
import { readThresholds, THRESHOLD_OPTIONS } from '../compare/read-thresholds.ts';
import { readAaDays } from './read-aa-days.ts';

const HELP = `Usage: assay promote --baseline REF [--candidate REF] [SCENARIO…] [OPTIONS]

Compares two configurations, and opens a pull request with the candidate's artifacts if the candidate is better: the
verdict is improved, nothing regressed, every scenario proved itself, the work tree is clean, and the candidate changes
nothing but artifacts. Without --yes it says what it would do. No checkout is touched.

  --baseline REF    the commit to improve on, such as main
  --candidate REF   the commit with the artifacts to promote (default HEAD)
  --from FILE       a comparison that was kept, instead of new runs; it has to be of the same two configurations
  --agent A,B       agents by id of the configuration or by type
  --repeat N        runs per task and side (default 3)
  --sequential      look after every round of runs, and stop as soon as the verdict is settled
  --max-rounds N    rounds at most (default 10)
  --seed TEXT       repeats the order of another comparison
  --no-confirm      do not run a task again that is suspected to be lost
  --min-gain X, --max-drop X, --allow-check-drops   as for assay compare; what is wider than usual is shown in the pull
                    request
  --require-aa DAYS only if the suite was compared with itself (assay aa) so many days ago at most
  --yes             push the branch and open the pull request, or bring the open one up to date
  --remote NAME     where to push (default origin)
  --branch NAME     how to call the branch (default assay/promote-DIGEST)
  --base BRANCH     what the pull request goes into (default: the repository's default branch)
  --repo OWNER/NAME where the pull request is opened, if not where the remote is
  --github-url URL  the API of GitHub Enterprise; the token is in GITHUB_TOKEN or GH_TOKEN, or gh is used
  --concurrency N, --sandbox NAME, --judge NAME, --budget USD, --config FILE   as for assay run
  --json            one JSON document on stdout: {promote, blockers, comparison, proposal}

Exit codes: 0 promoted, or it would be · 1 it is not promoted · 2 usage or configuration · 3 a run could not be made, or
the pull request could not be opened
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { json, from, making, ...options } = readOptions(args);
  const about = { folder: process.cwd(), host: createHost(), signal };
  const compare = () => makeComparison({ ...making, ...options, ...about });
  const comparison = from === undefined ? compare : await readComparison(from);
  const outcome = await promote({ ...options, ...about, comparison, describe: writePromotion });
  const style = wantsColour(process.stdout) ? COLOUR : PLAIN;
  await writeOut(json ? formatOutcome(outcome) : drawPromotion(outcome, style));
  return exitCode(outcome);
};

// an answer that is missing comes before an answer that is no
function exitCode({ promote: promoted, comparison }: PromotionOutcome): number {
  if (promoted) return 0;
  return comparison !== null && isUnanswered(comparison) ? 3 : 1;
}

const makeComparison = ({ signal, ...options }: Omit<RunComparisonOptions, 'harness_version' | 'events'>) =>
  withRunDisplay(
    {
      signal,
      command: 'assay promote',
      interrupted: 'what had finished is kept in .assay/runs, and nothing was proposed',
    },
    (running) => runComparison({ ...options, ...running }),
  );

async function readComparison(file: string): Promise<Comparison> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new AssayError('unreadable_file', `${file} cannot be read: ${cause.message}`, { cause });
  });
  try {
    return parse(Comparison, parseStrictJson(text));
  } catch (cause) {
    throw new AssayError('invalid_input', `${file} is no comparison: ${(cause as Error).message}`, { cause });
  }
}

const formatOutcome = (outcome: PromotionOutcome): string => `${JSON.stringify(outcome)}\n`;

type Chosen = Omit<PromoteOptions, 'folder' | 'host' | 'signal' | 'comparison' | 'describe'> & {
  readonly making: ReturnType<typeof readMaking> & { readonly scenarios: readonly string[] };
  readonly from: string | undefined;
  readonly json: boolean;
};

// what decides how runs are made, and says nothing where none are
const MAKING = {
  agent: RUN_OPTIONS.agent,
  repeat: RUN_OPTIONS.repeat,
  budget: RUN_OPTIONS.budget,
  sequential: { type: 'boolean' },
  'max-rounds': { type: 'string' },
  seed: { type: 'string' },
  'no-confirm': { type: 'boolean' },
} as const;

function readOptions(args: readonly string[]): Chosen {
  const { values, positionals } = parseOptions(args, {
    ...MAKING,
    concurrency: RUN_OPTIONS.concurrency,
    sandbox: RUN_OPTIONS.sandbox,
    judge: RUN_OPTIONS.judge,
    config: RUN_OPTIONS.config,
    ...PROPOSE_OPTIONS,
    ...THRESHOLD_OPTIONS,
    baseline: { type: 'string' },
    candidate: { type: 'string' },
    from: { type: 'string' },
    branch: { type: 'string' },
    'require-aa': { type: 'string' },
    json: { type: 'boolean' },
  });
  const { baseline, candidate = 'HEAD', from, branch, 'require-aa': days, json = false, ...rest } = values;
  if (baseline === undefined)
    throw new AssayError('usage', 'expected --baseline REF, the commit to improve on, found none');
  const made = Object.keys(MAKING).filter((name) => Object.hasOwn(rest, name));
  if (from !== undefined && (made.length > 0 || positionals.length > 0))
    throw new AssayError(
      'usage',
      `expected --from FILE without ${made.length > 0 ? `--${made.join(', --')}` : 'scenarios'}: nothing is run`,
    );
  return {
    baseline,
    candidate,
    from,
    json,
    making: { ...readMaking(rest), scenarios: positionals },
    thresholds: readThresholds(rest),
    ...readProposeOptions(rest),
    ...(branch === undefined ? {} : { branch }),
    ...readAaDays(days),
  };
}
