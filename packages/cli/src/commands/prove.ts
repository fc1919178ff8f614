import { runScenarios } from '@assay/harness';
import type { Proof } from '@assay/schema';
import type { Run } from '../command.ts';
import { wantsColor } from '../config.ts';
import { listProofs, PUSH_HELP, PUSH_OPTIONS, pushAfter, wantsPush } from '../push/push-after.ts';
import { drawProofs } from '../reports/runs.ts';
import { drawUnsound } from '../reports/tasks/unsound.ts';
import { parseOptions } from '../terminal/options.ts';
import { printProblem, writeOut } from '../terminal/output.ts';
import { RUN_OPTIONS, readRunOptions } from '../terminal/run-options.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { withRunDisplay } from '../terminal/with-run-display.ts';

const HELP = `Usage: assay prove [SCENARIO…] [OPTIONS]

Proves scenarios: the solution must pass; doing nothing and every cheat must fail. SCENARIO is a name, a file, a folder,
or a folder of tasks of another tool (default: all scenarios of the configuration). Ends with a table of the tasks that
are not sound.

  --concurrency N   concurrent runs (default: one per core)
  --sandbox NAME    bwrap, docker, or local (no isolation)
  --config FILE     configuration file (default: the nearest assay.config.* in this folder or above)
  ${PUSH_HELP}
  --json            print one JSON document: {proofs, missing}

Exit codes: 0 all are sound · 1 one is not · 2 usage or configuration error · 3 one could not be tried
`;

/** Finds tasks that are not sound. */
export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { concurrency, sandbox, config } = RUN_OPTIONS;
  const { values, positionals } = parseOptions(args, {
    ...{ concurrency, sandbox, config },
    json: { type: 'boolean' },
    ...PUSH_OPTIONS,
  });
  const push = wantsPush(values);
  const options = {
    ...readRunOptions(values),
    scenarios: positionals,
    prove: 'only',
    resume: false,
    dry_run: false,
  } as const;
  const display = { signal, command: 'assay prove', dry_run: false, interrupted: 'run `assay prove` again' };
  const { proofs, unseeded } = await withRunDisplay(display, (running) => runScenarios({ ...options, ...running }));
  for (const { scenario, reason } of unseeded) printProblem(`${scenario} could not be prepared: ${reason}`, '');
  if (values.json) await writeOut(`${JSON.stringify({ proofs: [...proofs].map(describe), missing: unseeded })}\n`);
  else {
    const style = wantsColor(process.stdout) ? COLOR : PLAIN;
    if (proofs.size > 0) await writeOut(`${drawProofs(proofs, style)}${drawUnsound(proofs)}`);
  }
  if (push) await pushAfter(listProofs(proofs), signal);
  if (unseeded.length > 0 || [...proofs.values()].some(({ tried }) => !tried)) return 3;
  return [...proofs.values()].every(({ proven }) => proven) ? 0 : 1;
};

const describe = ([scenario, { proven, reason, trials }]: [string, Proof]) => ({
  scenario,
  proven,
  runs: trials.map(({ agent, result, holds, remark }) => ({ agent, result, holds, remark })),
  reason,
});
