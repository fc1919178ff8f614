import { judgeGradedChange, type RunScenariosOptions, type RunScenariosResult, runScenarios } from '@assay/harness';
import { AssayError, type Proof } from '@assay/schema';
import type { Run } from '../command.ts';
import { COMMENT_HELP, COMMENT_OPTIONS, commentAfter, concludeExit } from '../comment/comment-after.ts';
import { wantsColor } from '../config.ts';
import { listProofs, PUSH_HELP, PUSH_OPTIONS, pushAfter, wantsPush } from '../push/push-after.ts';
import type { Pushed } from '../push/push-subjects.ts';
import { requireWritable } from '../reports/require-writable.ts';
import { writeRunReport } from '../reports/run-report.ts';
import { drawProofs, drawRuns, formatTotals, runsExitCode } from '../reports/runs.ts';
import { writeRunsMarkdown } from '../reports/runs-markdown.ts';
import { parseOptions } from '../terminal/options.ts';
import { printProblem, writeOut } from '../terminal/output.ts';
import { RUN_OPTIONS, readRunOptions } from '../terminal/run-options.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { withRunDisplay } from '../terminal/with-run-display.ts';

const HELP = `Usage: assay run [SCENARIO…] [OPTIONS]

Runs agents on tasks in a sandbox and grades the results. SCENARIO is a name, a file or a folder (default: all
scenarios of the configuration). Each run is stored in a folder under .assay/runs and can be graded again.

  --agent A,B       agents, by configuration id or by type (claude-code, codex, gemini, acp:NAME, command,
                    replay, oracle, nop, cheat:NAME)
  --repeat N        runs per agent and scenario (default: 1)
  --concurrency N   concurrent runs (default: one per core)
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --judge NAME      auto, anthropic, openai, claude-cli, heuristic (default: rules, free) or none. To choose the
                    model, append it after a colon
  --label NAME      label these runs, for example to compare them later
  --budget USD      start no more runs after spending this amount
  --prove           prove the scenarios again: the oracle must pass; doing nothing and cheats must fail
  --no-prove        skip the proofs; results are marked as unproven
  --resume          continue the last interrupted run with its options. You can change --concurrency, --budget,
                    --prove and --no-prove
  --dry-run         print the plan without starting anything
  --config FILE     configuration file (default: the nearest assay.config.* in this folder or above)
  --html FILE       write the report as one self-contained file
  ${PUSH_HELP}
  ${COMMENT_HELP}
  --json            print one JSON document: {runs, proofs, missing}

Exit codes: 0 every run passed · 1 a run failed or was tampered with · 2 usage or configuration error · 3 a run could
not be executed or graded, or had no checks
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { json, html, push, comment, ...options } = readOptions(args);
  await requireWritable(html);
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  const { dry_run } = options;
  const interrupted = 'to continue, run `assay run --resume`';
  const result = await withRunDisplay({ signal, command: 'assay run', dry_run, interrupted }, (running) =>
    runScenarios({ ...options, ...running, judgeChange: judgeGradedChange }),
  );
  if (html !== undefined && result.results.length > 0) await writeRunReport(html, result.results);
  await present(result, { json, html, style, only_proofs: options.prove === 'only' });
  if (push && !dry_run) await pushAfter(listPushed(result), signal);
  if (dry_run) return 0;
  const code = exitCode(result, options.prove === 'only');
  if (comment && result.results.length > 0)
    await commentAfter(
      {
        name: 'run',
        conclusion: concludeExit(code),
        title: formatTotals(result.results),
        summary: writeRunsMarkdown(result.results),
        annotations: [],
      },
      signal,
    );
  return code;
};

const listPushed = ({ results, proofs }: RunScenariosResult): Pushed[] => [
  ...listProofs(proofs),
  ...results.map(({ folder, run_id }) => ({ kind: 'run', folder, run_id }) as const),
];

interface Presentation {
  readonly json: boolean;
  readonly html: string | undefined;
  readonly style: typeof PLAIN;
  readonly only_proofs: boolean;
}

async function present(
  { results, proofs, missing, unseeded }: RunScenariosResult,
  { json, html, style, only_proofs }: Presentation,
) {
  for (const { scenario, reason } of unseeded)
    printProblem(`${scenario} could not be seeded: ${reason}`, 'The other scenarios ran.');
  for (const { cell, reason } of missing)
    printProblem(
      `${cell.prepared.task.scenario.name} with ${cell.spec.id} was not run: ${reason}`,
      'To try again, run `assay run --resume`.',
    );
  if (json) {
    const left = missing.map(({ cell, reason }) => ({
      scenario: cell.prepared.task.scenario.name,
      agent: cell.spec.id,
      repeat: cell.repeat,
      reason,
    }));
    await writeOut(
      `${JSON.stringify({ runs: results, proofs: [...proofs.values()], missing: [...left, ...unseeded] })}\n`,
    );
    return;
  }
  if (only_proofs) await writeOut(drawProofs(proofs, style));
  else if (results.length > 0) await writeOut(drawRuns(results, style));
  if (html !== undefined && results.length > 0) await writeOut(`\nThe report is in ${html}\n`);
}

// a missing answer takes precedence over a negative one
function exitCode({ results, proofs, missing, unseeded }: RunScenariosResult, only_proofs: boolean): number {
  if (missing.length > 0 || unseeded.length > 0) return 3;
  if (only_proofs) return proofsExitCode([...proofs.values()]);
  return runsExitCode(results);
}

function proofsExitCode(proofs: readonly Proof[]): number {
  if (proofs.some(({ tried }) => !tried)) return 3;
  return proofs.every(({ proven }) => proven) ? 0 : 1;
}

type Chosen = Omit<RunScenariosOptions, 'folder' | 'host' | 'harness_version' | 'events' | 'signal'>;

function readOptions(
  args: readonly string[],
): Chosen & { json: boolean; push: boolean; comment: boolean; html: string | undefined } {
  const { values, positionals } = parseOptions(args, {
    ...RUN_OPTIONS,
    prove: { type: 'boolean' },
    'no-prove': { type: 'boolean' },
    resume: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    html: { type: 'string' },
    json: { type: 'boolean' },
    ...PUSH_OPTIONS,
    ...COMMENT_OPTIONS,
  });
  const options = readRunOptions(values);
  const { agents } = options;
  if (values.resume && (positionals.length > 0 || agents.length > 0 || values.repeat !== undefined))
    throw new AssayError(
      'usage',
      '--resume takes no scenarios, agents or repeats: it continues with those of the interrupted run',
    );
  return {
    ...options,
    scenarios: positionals,
    ...withProve(readProve(values, agents)),
    resume: values.resume ?? false,
    dry_run: values['dry-run'] ?? false,
    json: values.json ?? false,
    push: wantsPush(values),
    comment: values.comment ?? false,
    html: values.html,
  };
}

const withProve = (prove: Chosen['prove']): Pick<Chosen, 'prove'> => (prove === undefined ? {} : { prove });

function readProve(
  { prove, 'no-prove': never, resume }: { prove?: boolean; 'no-prove'?: boolean; resume?: boolean },
  agents: readonly string[],
): Chosen['prove'] | undefined {
  if (prove && never) throw new AssayError('usage', '--prove and --no-prove cannot be combined');
  if (never) return 'never';
  if (!prove) return undefined;
  return agents.length === 0 && !resume ? 'only' : 'again';
}
