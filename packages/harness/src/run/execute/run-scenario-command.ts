import { SCENARIO_FOLDER_VARIABLE } from '../../scenarios/project.ts';
import { guard, RunFailureError } from '../outcome/run-failure-error.ts';
import { proxyVariables } from './open-egress.ts';
import { runCommand } from './run-command.ts';
import type { RunEnvironment } from './run-environment.ts';

const PATIENCE_MS = 900_000;
const LAST_WORDS = 500;

type Needs = Pick<RunEnvironment, 'attempt' | 'context' | 'scratch' | 'gateway' | 'redactor' | 'places'>;

/**
 * Runs a command of the scenario (setup or teardown) in its own sandbox. Only this sandbox may read the
 * scenario folder, which may contain the oracle.
 */
export async function runScenarioCommand(
  command: string,
  { attempt, context, scratch, gateway, redactor, places }: Needs,
): ReturnType<typeof runCommand> {
  const { base } = attempt.prepared.loaded;
  await using session = await guard('sandbox_lost', () =>
    context.sandbox.open({
      workspace: scratch.workspace,
      home: scratch.home,
      limits: attempt.prepared.task.scenario.limits,
      gateway,
      readable: [...context.readable, base],
      keeps_changes: true,
      place: places.here,
      path: context.host.environment['PATH'] ?? '',
      key: `${attempt.run_id}_beside`,
    }),
  );
  const env = { [SCENARIO_FOLDER_VARIABLE]: base, ...proxyVariables(attempt, session) };
  return await runCommand({ session, command, env, timeout_ms: PATIENCE_MS, redactor, signal: context.signal });
}

/** Links the dependencies and runs the scenario's setup, if any. A failure contains the end of the output. */
export async function runSetup(link: string | undefined, place: Needs): Promise<void> {
  const own = place.attempt.prepared.task.scenario.setup;
  const setup = link !== undefined && own !== undefined ? `${link} && {\n${own}\n}` : (link ?? own);
  if (setup === undefined) return;
  place.context.onProgress({ kind: 'step', step: 'setup' });
  const { ended, evidence } = await runScenarioCommand(setup, place);
  if (evidence.exit_code === 0) return;
  const how = ended.reason ?? `exited with ${evidence.exit_code ?? evidence.signal}`;
  const words = evidence.stderr_tail.slice(-LAST_WORDS) || evidence.stdout_tail.slice(-LAST_WORDS);
  throw new RunFailureError('setup_failed', `setup \`${setup}\` ${how}: ${words}`);
}
