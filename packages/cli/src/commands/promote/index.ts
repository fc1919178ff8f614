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
import { createHost, wantsColor } from '../../config.ts';
import { drawPromotion } from '../../reports/promotion.ts';
import { writePromotion } from '../../reports/promotion-proposal.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { PROPOSE_OPTIONS, readProposeOptions } from '../../terminal/propose-options.ts';
import { RUN_OPTIONS } from '../../terminal/run-options.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { withRunDisplay } from '../../terminal/with-run-display.ts';
import { isUnanswered } from '../compare/is-unanswered.ts';
import { readMaking } from '../compare/read-options.ts';
import { readThresholds, THRESHOLD_OPTIONS } from '../compare/read-thresholds.ts';
import { readAaDays } from './read-aa-days.ts';

const HELP = `Usage: assay promote --baseline REF [--candidate REF] [SCENARIO…] [OPTIONS]

Compares two configurations and opens a pull request with the candidate's artifacts if the candidate is better. The
verdict must be improved without regressions, every scenario must be proven, the work tree must be clean, and the
candidate may change only artifacts. Without --yes it only prints what it would do. Your checkout is not touched.

  --baseline REF    commit to improve on, such as main
  --candidate REF   commit with the artifacts to promote (default: HEAD)
  --from FILE       use a stored comparison of these two configurations instead of new runs
  --agent A,B       agents, by configuration id or by type
  --repeat N        runs per task and side (default: 3)
  --sequential      evaluate after every round and stop as soon as the verdict is settled
  --max-rounds N    maximum number of rounds (default: 10)
  --seed TEXT       repeat the order of an earlier comparison
  --no-confirm      do not repeat tasks that are suspected to be lost
  --min-gain X, --max-drop X, --allow-check-drops   as in \`assay compare\`; the pull request shows relaxed thresholds
  --require-aa DAYS require an \`assay aa\` result of the suite that is at most DAYS days old
  --yes             push the branch and open or update the pull request
  --remote NAME     remote to push to (default: origin)
  --branch NAME     name of the branch (default: assay/promote-DIGEST)
  --base BRANCH     target branch of the pull request (default: the repository's default branch)
  --repo OWNER/NAME repository of the pull request (default: that of the remote)
  --github-url URL  API of GitHub Enterprise. The token comes from GITHUB_TOKEN, GH_TOKEN or gh
  --concurrency N, --sandbox NAME, --judge NAME, --budget USD, --config FILE   as in \`assay run\`
  --json            print one JSON document: {promote, blockers, comparison, proposal}

Exit codes: 0 promoted, or would be · 1 not promoted · 2 usage or configuration error · 3 a run could not be executed,
or the pull request could not be opened
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
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(json ? formatOutcome(outcome) : drawPromotion(outcome, style));
  return exitCode(outcome);
};

// a missing answer takes precedence over a negative one
function exitCode({ promote: promoted, comparison }: PromotionOutcome): number {
  if (promoted) return 0;
  return comparison !== null && isUnanswered(comparison) ? 3 : 1;
}

const makeComparison = ({ signal, ...options }: Omit<RunComparisonOptions, 'harness_version' | 'events'>) =>
  withRunDisplay(
    {
      signal,
      command: 'assay promote',
      interrupted: 'finished runs are stored in .assay/runs; nothing was proposed',
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
    throw new AssayError('invalid_input', `${file} is not a comparison: ${(cause as Error).message}`, { cause });
  }
}

const formatOutcome = (outcome: PromotionOutcome): string => `${JSON.stringify(outcome)}\n`;

type Chosen = Omit<PromoteOptions, 'folder' | 'host' | 'signal' | 'comparison' | 'describe'> & {
  readonly making: ReturnType<typeof readMaking> & { readonly scenarios: readonly string[] };
  readonly from: string | undefined;
  readonly json: boolean;
};

// options that only apply if runs are started
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
  if (baseline === undefined) throw new AssayError('usage', '--baseline REF is missing: name the commit to improve on');
  const made = Object.keys(MAKING).filter((name) => Object.hasOwn(rest, name));
  if (from !== undefined && (made.length > 0 || positionals.length > 0))
    throw new AssayError(
      'usage',
      `--from FILE and ${made.length > 0 ? `--${made.join(', --')}` : 'scenarios'} cannot be combined: a stored comparison starts no runs`,
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
