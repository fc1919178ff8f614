import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Snapshot, takeSnapshot } from '@assay/detect';
import type { Run } from '@assay/schema';
import { makeFolder } from '../../machine/workspace/make-folder.ts';
import { driveBuiltIn, driveProcess } from '../execute/drive-agent.ts';
import { observeVersion } from '../execute/observe-version.ts';
import { runGraded } from '../execute/run-command.ts';
import type { RunEnvironment } from '../execute/run-environment.ts';
import { runScenarioCommand } from '../execute/run-scenario-command.ts';
import { runStages } from '../execute/run-stages.ts';
import { openTaskContext } from '../execute/task-containers.ts';
import { guard, toRunFailureError } from '../outcome/run-failure-error.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import { gatherAnswers } from './ask/gather-answers.ts';
import type { RunObservations } from './build-evidence.ts';
import { gatherChange, NO_CHANGE } from './gather-change.ts';
import { gatherCommands } from './gather-commands.ts';
import { gatherControls } from './gather-controls.ts';
import { gatherNames } from './gather-names.ts';
import { gatherRecord } from './gather-record.ts';
import { endsRun, gatherRewards, listVerifiers } from './gather-rewards.ts';
import { openRunEnvironment } from './open-run-environment.ts';
import { revealHidden, revealInCheckout } from './reveal-hidden.ts';
import { saveEvidence } from './save-evidence.ts';
import { saveSessions } from './save-sessions.ts';

const STAGE_S = 900;

/** One try: runs the agent on the task and writes everything observed to the run folder. */
export async function gatherRun(attempt: Attempt, shared: RunContext): Promise<Run> {
  await using context = openTaskContext(attempt, shared);
  const started_ms = context.host.now();
  const seen: RunObservations = {
    drive: null,
    stages: [],
    stage_commands: {},
    change: NO_CHANGE,
    commands: {},
    baseline_commands: {},
    answers: undefined,
    rewards: undefined,
    change_record: undefined,
    project: {},
    resources: null,
    changed_system: false,
    agent_version: null,
    began_ms: null,
    ended_ms: null,
    gateway: null,
    tools: null,
    model: null,
    warnings: [],
    clean: (text) => text,
  };
  const fault = await gather(attempt, context, seen).then(
    () => null,
    (error: unknown) => {
      context.signal.throwIfAborted();
      return toRunFailureError(error, 'internal_error');
    },
  );
  const { name: scenario, latency_baseline: scope = 'workspace' } = attempt.prepared.task.scenario;
  const baseline = await context.findBaseline({ scope, scenario });
  return await saveEvidence(attempt, context, { ...seen, started_ms, fault, baseline });
}

async function gather(attempt: Attempt, context: RunContext, seen: RunObservations): Promise<void> {
  await using environment = await openRunEnvironment(attempt, context);
  try {
    await observe(environment, seen);
  } finally {
    // after any error, model calls have been paid for
    const passed = environment.gateway?.usage();
    seen.gateway = passed !== undefined && passed.requests > 0 ? passed : null;
    seen.tools = environment.redactor.value(environment.gateway?.tools() ?? null);
    seen.model ??= healthOf(environment);
  }
}

// only the model service counts, not other hosts
const healthOf = ({ attempt: { agent }, gateway }: RunEnvironment): RunObservations['model'] =>
  (agent.kind === 'process' && agent.service !== null && gateway?.health()) || null;

async function observe(environment: RunEnvironment, seen: RunObservations): Promise<void> {
  const { attempt, context, session, grader, redactor } = environment;
  const { agent, prepared } = attempt;
  const { scenario } = prepared.task;
  const { host, signal } = context;
  seen.clean = redactor.text;
  const names = await guard('snapshot_failed', () => gatherNames(environment));
  seen.project = { workspace: session.workspace, ...names };
  seen.baseline_commands = environment.measured.commands;
  seen.warnings.push(...environment.warnings, ...environment.measured.warnings);
  const step = (name: string) => context.onProgress({ kind: 'step', step: name });

  const drive = agent.kind === 'process' ? driveProcess(agent, environment) : driveBuiltIn(agent, environment);
  seen.drive = drive;
  seen.began_ms = host.now();
  const system = context.containers?.current();
  const snapshots: Snapshot[] = [];
  let latest = environment.baseline;
  // a program may have removed its own access to it
  const openWorkspace = () => makeFolder(environment.scratch.workspace, true);
  const instruct = async (instruction: string): Promise<boolean> => {
    step('agent');
    openWorkspace();
    const taken = await guard('sandbox_lost', () => drive.instruct(instruction));
    signal.throwIfAborted();
    // no process of the agent may touch a file after this
    const outlived = await session.killAll();
    if (outlived > 0) seen.warnings.push(`processes_outlived: ${outlived} still running when the agent ended`);
    openWorkspace();
    if (taken) {
      latest = await guard('snapshot_failed', () =>
        takeSnapshot(environment.scratch.workspace, environment.store, latest, { known_as: session.workspace }),
      );
      snapshots.push(latest);
    }
    return taken;
  };
  for (const [index, instruction] of [scenario.user_instruction, ...scenario.turns].entries()) {
    if (!(await instruct(instruction))) break;
    const verifiers = listVerifiers(environment, index + 1);
    const rewards = await guard('grader_error', () => gatherRewards(verifiers, environment));
    if (verifiers.length > 0) seen.rewards = { ...seen.rewards, ...rewards };
    if (verifiers.some((verifier) => endsRun(verifier, rewards[verifier.name]))) break;
  }
  const usable = drive.turns.at(-1)?.summary.end.status === 'completed';
  if (usable)
    seen.stages = await runStages({
      stages: scenario.stages,
      onStage: step,
      repair: async (instruction) => (await instruct(instruction)) && drive.turns.at(-1)?.limit === null,
      check: ({ name, command, timeout_s = STAGE_S }) =>
        guard('sandbox_lost', async () => {
          openWorkspace();
          const timeout_ms = timeout_s * 1000;
          const { evidence } = await runGraded({ session: grader, command, timeout_ms, redactor, signal });
          seen.stage_commands[name] = evidence;
          return evidence;
        }),
    });
  seen.ended_ms = host.now();
  seen.resources = await session.measure();
  seen.changed_system = context.containers?.current() !== system;
  seen.model = healthOf(environment);
  const saveRaw = (name: string, records: readonly object[] = []) =>
    writeFile(join(attempt.incoming, 'raw', name), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await saveRaw('model-calls.jsonl', environment.gateway?.records());
  await saveRaw('tool-calls.jsonl', redactor.value(environment.gateway?.tools().calls));

  step('gather');
  const { change, clean } = await guard('snapshot_failed', () => gatherChange(environment, snapshots));
  seen.change = change;
  if (agent.kind === 'process') {
    const left_out = await saveSessions(agent.sessions, {
      home: environment.scratch.home,
      redactor,
      into: join(attempt.incoming, 'raw', 'sessions'),
    });
    if (left_out > 0) seen.warnings.push(`sessions_left_out: ${left_out} session files of the agent were not saved`);
    seen.agent_version = await observeVersion(agent, environment);
  }
  step('score');
  await guard('grader_error', async () => {
    const last = await gatherRewards(listVerifiers(environment, null), environment);
    if (Object.keys(last).length > 0) seen.rewards = { ...seen.rewards, ...last };
    const graded = await revealHidden(environment);
    const checkout = revealInCheckout(clean, environment.hidden);
    const { commands, warnings } = await gatherCommands(graded, checkout);
    seen.commands = await gatherControls(graded, { clean: checkout, commands });
    seen.answers = await gatherAnswers(graded, checkout);
    seen.change_record = await gatherRecord(graded, { clean: checkout, commands });
    seen.warnings.push(...warnings);
  });
  if (scenario.teardown !== undefined) await runScenarioCommand(scenario.teardown, environment);
  if (redactor.count > 0) seen.warnings.push(`credential_redacted: ${redactor.count} times`);
}
