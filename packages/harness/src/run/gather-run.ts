import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Evidence, Run, Stage } from '@assay/schema';
import { instant } from '../host.ts';
import { type Snapshot, takeSnapshot } from '../workspace/snapshot.ts';
import { combineTurns } from './combine-turns.ts';
import { type Drive, driveBuiltIn, driveProcess } from './drive-agent.ts';
import { Fault, guard } from './fault.ts';
import { type Change, type Commands, gatherChange, gatherCommands, NO_CHANGE } from './gather-change.ts';
import { keepSessions } from './keep-sessions.ts';
import { observeVersion } from './observe-version.ts';
import { openWorkplace, runBeside, type Workplace } from './open-workplace.ts';
import { decideOutcome, type RunFacts } from './outcome.ts';
import { runCommand } from './run-command.ts';
import { formatJson } from './run-folders.ts';
import type { Attempt, RunContext } from './run-request.ts';
import { runStages } from './run-stages.ts';

const STAGE_MS = 900_000;

/** What has been seen of a run up to now; a fault on the way leaves the rest as it is. */
interface Seen {
  drive: Drive | null;
  stages: Stage[];
  change: Change;
  commands: Commands;
  resources: Run['resources'];
  agent_version: string | null;
  began_ms: number | null;
  ended_ms: number | null;
  gateway: ReturnType<NonNullable<Workplace['gateway']>['usage']> | null;
  model_status: number | null;
  warnings: string[];
  /** Takes credentials out of everything that is written. */
  clean: (text: string) => string;
}

/** One try: gives the task to the agent, watches, and writes everything it left into the folder of the run. */
export async function gatherRun(attempt: Attempt, context: RunContext): Promise<Run> {
  const started_ms = context.host.now();
  const seen: Seen = {
    drive: null,
    stages: [],
    change: NO_CHANGE,
    commands: {},
    resources: null,
    agent_version: null,
    began_ms: null,
    ended_ms: null,
    gateway: null,
    model_status: null,
    warnings: [],
    clean: (text) => text,
  };
  const fault = await gather(attempt, context, seen).then(
    () => null,
    (error: unknown) => {
      context.signal.throwIfAborted();
      if (error instanceof Fault) return { class: error.failure_class, message: error.message };
      throw error;
    },
  );
  const { run, entries, ...rest } = conclude(attempt, context, seen, { started_ms, fault });
  const { incoming } = attempt;
  const write = (name: string, text: string): Promise<void> => writeFile(join(incoming, name), seen.clean(text));
  await write('transcript.jsonl', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  await write('evidence.json', formatJson({ run, ...rest } satisfies Evidence));
  await write('run.json', formatJson(run));
  return run;
}

async function gather(attempt: Attempt, context: RunContext, seen: Seen): Promise<void> {
  const { agent, prepared } = attempt;
  const { scenario } = prepared.task;
  const { host, signal } = context;
  await using workplace = await openWorkplace(attempt, context);
  const { session, grader, redactor } = workplace;
  seen.clean = redactor.text;
  const step = (name: string) => context.onProgress({ kind: 'step', step: name });

  const drive = agent.kind === 'process' ? driveProcess(agent, workplace) : driveBuiltIn(agent, workplace);
  seen.drive = drive;
  seen.began_ms = host.now();
  const snapshots: Snapshot[] = [];
  let latest = workplace.baseline;
  const instruct = async (instruction: string): Promise<boolean> => {
    step('agent');
    const taken = await guard('sandbox_lost', () => drive.instruct(instruction));
    signal.throwIfAborted();
    // nothing the agent started may touch a file after this
    const outlived = await session.killAll();
    if (outlived > 0) seen.warnings.push(`processes_outlived: ${outlived} were still running when the agent ended`);
    if (taken) {
      latest = await guard('snapshot_failed', () =>
        takeSnapshot(workplace.scratch.workspace, workplace.store, latest, { known_as: session.workspace }),
      );
      snapshots.push(latest);
    }
    return taken;
  };
  for (const instruction of [scenario.user_instruction, ...scenario.turns]) if (!(await instruct(instruction))) break;
  const usable = drive.turns.at(-1)?.summary.end.status === 'completed';
  if (usable)
    seen.stages = await runStages({
      stages: scenario.stages,
      onStage: step,
      repair: async (instruction) => (await instruct(instruction)) && drive.turns.at(-1)?.limit === null,
      check: async (command) =>
        (await runCommand({ session: grader, command, timeout_ms: STAGE_MS, redactor, signal })).evidence,
    });
  seen.ended_ms = host.now();
  seen.resources = await session.measure();
  const passed = workplace.gateway?.usage();
  seen.gateway = passed !== undefined && passed.requests > 0 ? passed : null;
  seen.model_status = workplace.gateway?.records().at(-1)?.status ?? null;
  await writeFile(
    join(attempt.incoming, 'raw', 'model-calls.jsonl'),
    (workplace.gateway?.records() ?? []).map((call) => `${JSON.stringify(call)}\n`).join(''),
  );

  step('gather');
  await guard('snapshot_failed', async () => {
    seen.change = await gatherChange(workplace, snapshots);
  });
  if (agent.kind === 'process') {
    const left_out = await keepSessions(agent.sessions, {
      home: workplace.scratch.home,
      redactor,
      into: join(attempt.incoming, 'raw', 'sessions'),
    });
    if (left_out > 0) seen.warnings.push(`sessions_left_out: ${left_out} files of the agent's own record`);
    seen.agent_version = await observeVersion(agent, workplace);
  }
  step('score');
  await guard('grader_error', async () => {
    seen.commands = await gatherCommands(workplace);
  });
  if (scenario.teardown !== undefined) await runBeside(scenario.teardown, workplace);
  if (redactor.count > 0) seen.warnings.push(`credential_redacted: ${redactor.count} times`);
}

function conclude(
  { run_id, prepared, agent, spec, repeat, label, invocation, tries }: Attempt,
  { sandbox, harness_version, host }: RunContext,
  seen: Seen,
  { started_ms, fault }: { started_ms: number; fault: RunFacts['fault'] },
) {
  const { task } = prepared;
  const turns = seen.drive?.turns ?? [];
  const combined = combineTurns(turns, agent.kind === 'process' ? agent.totals : 'turn');
  const transcript = combined?.transcript ?? null;
  const entries = transcript?.entries ?? [];
  const end = transcript?.end ?? {
    status: 'unknown' as const,
    reason: fault?.message ?? 'the agent was never started',
  };
  const acted = entries.filter(({ type }) => type === 'assistant' || type === 'tool_use');
  const answered = acted.some(({ type, text }) => type === 'assistant' && (text ?? '').trim() !== '');
  const { outcome, failure } = decideOutcome({
    fault,
    limit: turns.findLast(({ limit }) => limit !== null)?.limit ?? null,
    ended: turns.at(-1)?.ended ?? null,
    end,
    model_status: seen.model_status,
    active: acted.length > 0 || seen.change.changed_paths.length > 0 || agent.kind === 'built-in',
    changed: seen.change.changed_paths.length > 0,
    // what a yardstick says of itself is no answer
    answered: answered && agent.kind === 'process',
    stages: seen.stages,
  });
  // one that was cut short never added up: what went through the gateway is all that is known
  const told = transcript?.end.status === 'completed' || seen.gateway === null ? transcript : null;
  const usage = told?.usage ?? seen.gateway?.usage ?? null;
  const cost = told?.cost_usd ?? seen.gateway?.cost_usd ?? null;
  const run: Run = {
    run_id,
    task_id: task.task_id,
    task_digest: task.task_digest,
    scenario: task.scenario.name,
    workspace_id: null,
    agent_id: spec.id,
    agent_type: agent.type,
    agent_version: transcript?.agent_version ?? seen.agent_version,
    model: transcript?.model ?? seen.gateway?.models[0] ?? null,
    harness_version,
    sandbox: sandbox.id,
    isolated: sandbox.isolated,
    history: task.scenario.history,
    repeat,
    label,
    invocation,
    tries,
    started_at: instant(started_ms),
    ended_at: instant(host.now()),
    outcome,
    failure,
    end,
    stages: seen.stages,
    turns: turns.length,
    wall_ms: seen.began_ms === null || seen.ended_ms === null ? null : seen.ended_ms - seen.began_ms,
    resources: seen.resources,
    usage,
    cost_usd_micros: cost === null ? null : Math.round(cost * 1e6),
    cost_source: told?.cost_usd == null ? (cost === null ? null : 'priced') : told.cost_source,
    timestamps: combined?.timestamps ?? null,
  };
  return {
    run,
    task,
    entries,
    transcript: summaryOf(transcript),
    ...seen.change,
    commands: seen.commands,
    warnings: [...seen.change.warnings, ...seen.warnings, ...(transcript?.warnings ?? [])],
  };
}

function summaryOf(transcript: NonNullable<ReturnType<typeof combineTurns>>['transcript'] | null) {
  if (transcript === null) return null;
  const { entries, interactions, ...summary } = transcript;
  return summary;
}
