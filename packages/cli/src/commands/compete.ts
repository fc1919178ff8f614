import { type CompeteOptions, type CompeteResult, compete } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { wantsColor } from '../config.ts';
import { helpFor } from '../failure.ts';
import { drawCompetition } from '../reports/competition.ts';
import { writeWinner } from '../reports/competition-proposal.ts';
import { requireWritable } from '../reports/require-writable.ts';
import { writeRunReport } from '../reports/run-report.ts';
import { createLeaderboard } from '../terminal/leaderboard.ts';
import { parseOptions } from '../terminal/options.ts';
import { printProblem, writeOut } from '../terminal/output.ts';
import { RUN_OPTIONS, readRunOptions } from '../terminal/run-options.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { withRunDisplay } from '../terminal/with-run-display.ts';

const HELP = `Usage: assay compete SCENARIO --agent A,B[,C…] [OPTIONS]

Runs several agents on the same frozen task, each in a separate workspace. Each change becomes a local branch
assay/SCENARIO/AGENT of the repository the task was seeded from; your checkout is not touched. The best scorecard among
the runs that pass all required scorers wins. A lead within the noise of repeated runs is a tie. With --yes, the winning
change is proposed as a pull request.

  --agent A,B       two or more agents, by configuration id or by type
  --repeat N        runs per agent (default: 1); noise is measured only with repeats
  --yes             push the winner's branch and open its pull request (default: print what would be done)
  --remote NAME     remote to push to (default: origin)
  --base BRANCH     target branch of the pull request (default: the branch the task was seeded from)
  --repo OWNER/NAME repository of the pull request (default: that of the remote)
  --github-url URL  API of GitHub Enterprise. The token comes from GITHUB_TOKEN, GH_TOKEN or gh
  --concurrency N   concurrent runs (default: one per core)
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --judge NAME      auto, anthropic, openai, claude-cli, heuristic (default: rules, free) or none. To choose the
                    model, append it after a colon
  --label NAME      label these runs
  --budget USD      start no more runs after spending this amount; then nothing is proposed
  --no-prove        do not prove the scenario first
  --config FILE     configuration file (default: the nearest assay.config.* in this folder or above)
  --html FILE       write the report of the runs as one self-contained file
  --json            print one JSON document: {scenario, competition, runs, uncounted, base, branches, proposal}

Exit codes: 0 there is a winner · 1 a tie, no winner, or a winner that --yes did not propose · 2 usage or
configuration error · 3 a run could not be executed or judged, or the pull request could not be opened
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { json, html, ...options } = readOptions(args);
  await requireWritable(html);
  const standing = createLeaderboard(options.agents);
  const result = await withRunDisplay({ signal, command: 'assay compete', standing }, (running) =>
    compete({ ...options, ...running }),
  );
  if (html !== undefined && result.results.length > 0) await writeRunReport(html, result.results);
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(json ? `${JSON.stringify(describe(result))}\n` : drawCompetition(result, style));
  if (result.fault !== null) printProblem(result.fault.message, helpFor(result.fault.code));
  return exitCode(result, options.propose.yes);
};

// a missing answer takes precedence over a negative one
function exitCode({ uncounted, fault, competition, winner_proposal }: CompeteResult, yes: boolean): number {
  if (uncounted.length > 0) return 3;
  if (competition.status !== 'winner') return 1;
  if (fault !== null) return fault.exit_code;
  return yes && winner_proposal.proposal === null ? 1 : 0;
}

const describe = ({ results, base, no_base_reason, branches, winner_proposal, fault, ...rest }: CompeteResult) => ({
  ...rest,
  runs: results,
  base: base && {
    repository: base.repository.root ?? base.repository.git_dir,
    commit: base.commit,
    folder: base.folder,
    branch: base.branch,
  },
  no_base_reason,
  branches: branches.map(({ agent, run_id, made, changes, reason }) => ({
    agent,
    run_id,
    branch: made?.branch ?? null,
    commit: made?.commit ?? null,
    changed_paths: changes?.map(({ path }) => path) ?? [],
    reason,
  })),
  proposal: winner_proposal.proposal,
  not_proposed: winner_proposal.reason,
  fault: fault?.toProblem() ?? null,
});

type Chosen = Omit<CompeteOptions, 'folder' | 'host' | 'harness_version' | 'events' | 'signal'>;

function readOptions(args: readonly string[]): Chosen & { json: boolean; html: string | undefined } {
  const { values, positionals } = parseOptions(args, {
    ...RUN_OPTIONS,
    'no-prove': { type: 'boolean' },
    yes: { type: 'boolean' },
    remote: { type: 'string' },
    base: { type: 'string' },
    repo: { type: 'string' },
    'github-url': { type: 'string' },
    html: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [scenario, ...others] = positionals;
  if (scenario === undefined || others.length > 0)
    throw new AssayError('usage', `expected one scenario to compete on, found ${positionals.join(', ') || 'none'}`);
  const { base, repo, 'github-url': github_url } = values;
  return {
    ...readRunOptions(values),
    scenario,
    prove: values['no-prove'] ? 'never' : 'once',
    propose: {
      yes: values.yes ?? false,
      remote: values.remote ?? 'origin',
      ...(base === undefined ? {} : { base_branch: base }),
      ...(repo === undefined ? {} : { repo }),
      ...(github_url === undefined ? {} : { github_url }),
      describe: writeWinner,
    },
    json: values.json ?? false,
    html: values.html,
  };
}
