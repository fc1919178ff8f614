import { findClaims, findLookups, type LookupOptions } from '@assay/detect';
import {
  type ChosenBaseline,
  type CommandEvidence,
  type Evidence,
  type ModelPrices,
  type Run,
  type Stage,
  type Transcript,
  type TranscriptEntry,
  toUsdMicros,
  type Usage,
} from '@assay/schema';
import { readCall, redactText } from '@assay/scoring';
import { findOwnPrice } from '@assay/transcripts';
import type { Agent } from '../../contracts/agent.ts';
import { instant } from '../../contracts/host.ts';
import type { GatewayUsage } from '../../machine/gateway/meter.ts';
import type { ModelHealth } from '../../machine/gateway/model-health.ts';
import type { ToolRecord } from '../../machine/gateway/tool-record.ts';
import { combineTurns } from '../execute/combine-turns.ts';
import type { Drive } from '../execute/drive-agent.ts';
import type { Commands } from '../execute/run-environment.ts';
import { decideOutcome, type RunFacts } from '../outcome/outcome.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import type { Change } from './gather-change.ts';

/** What was observed of a run so far. After an error, the rest keeps its initial value. */
export interface RunObservations {
  drive: Drive | null;
  stages: Stage[];
  stage_commands: Record<string, CommandEvidence>;
  change: Change;
  commands: Commands;
  baseline_commands: Commands;
  answers: Evidence['answers'] | undefined;
  rewards: Evidence['rewards'] | undefined;
  change_record: Evidence['change_record'];
  /** The project names under which the agent could look up the solution. */
  project: LookupOptions;
  resources: Run['resources'];
  /** Whether programs of the agent may have changed the system of its containers. */
  changed_system: boolean;
  agent_version: string | null;
  began_ms: number | null;
  ended_ms: number | null;
  gateway: GatewayUsage | null;
  /** The tool calls that the gateway saw. */
  tools: ToolRecord | null;
  /** Health of the model service; null for an agent without one. */
  model: ModelHealth | null;
  warnings: string[];
  /** Redacts credentials from everything written. */
  clean: (text: string) => string;
}

export interface Concluded {
  readonly evidence: Evidence;
  readonly entries: readonly TranscriptEntry[];
}

/** Builds the run and its evidence from the observations. */
export function buildEvidence(
  { run_id, prepared, agent, spec, repeat, label, invocation, tries, overlay }: Attempt,
  { sandbox, harness_version, host, prices }: RunContext,
  seen: RunObservations & {
    readonly started_ms: number;
    readonly fault: RunFacts['fault'];
    readonly baseline: ChosenBaseline | null;
  },
): Concluded {
  const { task } = prepared;
  const turns = seen.drive?.turns ?? [];
  const record = isMetered(seen.gateway) && seen.tools?.complete === true ? seen.tools.calls : null;
  const combined = combineTurns(turns, agent.kind === 'process' ? agent.totals : 'turn', record);
  const transcript = combined?.transcript ?? null;
  const end = transcript?.end ?? { status: 'unknown', reason: seen.fault?.message ?? 'the agent was never started' };
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
    configuration: overlay?.ref ?? null,
    sandbox: sandbox.id,
    isolated: sandbox.isolated,
    ...(seen.project.workspace === undefined ? {} : { worked_in: seen.project.workspace }),
    history: task.scenario.history,
    repeat,
    label,
    invocation,
    tries,
    started_at: instant(seen.started_ms),
    ended_at: instant(host.now()),
    ...decideOutcome(factsOf(seen, { agent, transcript, end })),
    end,
    stages: seen.stages,
    turns: turns.length,
    wall_ms: seen.began_ms === null || seen.ended_ms === null ? null : seen.ended_ms - seen.began_ms,
    resources: seen.resources,
    ...consumptionOf(transcript, { gateway: seen.gateway, prices }),
    ...(agent.kind === 'process' && combined !== null && { steps: combined.steps }),
    timestamps: combined?.timestamps ?? null,
  };
  const { entries = [], interactions: _, ...summary } = transcript ?? {};
  return {
    entries,
    evidence: {
      run,
      task,
      transcript: transcript === null ? null : (summary as Evidence['transcript']),
      ...seen.change,
      lookups: transcript === null ? null : findLookups(entries, seen.project),
      claims: transcript === null ? null : findClaims(entries.filter(({ only_in }) => only_in !== 'agent')),
      agent_exit: exitOf(turns.at(-1)),
      commands: seen.commands,
      baseline_commands: seen.baseline_commands,
      ...(seen.stages.length > 0 && { stage_commands: seen.stage_commands }),
      ...(seen.answers === undefined ? {} : { answers: seen.answers }),
      ...(seen.rewards === undefined ? {} : { rewards: seen.rewards }),
      ...(seen.change_record === undefined ? {} : { change_record: seen.change_record }),
      baseline: seen.baseline,
      warnings: [
        ...seen.change.warnings,
        ...seen.warnings,
        ...describeClaims(entries),
        ...(transcript?.warnings ?? []),
      ],
    },
  };
}

function exitOf(turn: Drive['turns'][number] | undefined): Evidence['agent_exit'] {
  if (turn === undefined || turn.ended === null || turn.tails === null) return null;
  const { exit_code, signal, ended_by } = turn.ended;
  return { exit_code, signal, ended_by, ...turn.tails };
}

function factsOf(
  seen: Parameters<typeof buildEvidence>[2],
  { agent, transcript, end }: { agent: Agent; transcript: Transcript | null; end: RunFacts['end'] },
): RunFacts {
  const turns = seen.drive?.turns ?? [];
  const acted = (transcript?.entries ?? []).filter(
    ({ type, only_in }) => only_in !== 'agent' && (type === 'assistant' || type === 'tool_use'),
  );
  const answered = acted.some(({ type, text }) => type === 'assistant' && (text ?? '').trim() !== '');
  const changed = seen.change.changed_paths.length > 0 || seen.changed_system;
  const built_in = agent.kind === 'built-in';
  return {
    fault: seen.fault,
    limit: turns.findLast(({ limit }) => limit !== null)?.limit ?? null,
    ended: turns.at(-1)?.ended ?? null,
    end,
    model: seen.model,
    active: acted.length > 0 || changed || built_in,
    changed,
    // what a reference agent says is not an answer
    answered: answered && !built_in,
    stages: seen.stages,
  };
}

// the gateway saw what was used; what the agent says of it is kept where it differs
function consumptionOf(
  transcript: Transcript | null,
  { gateway, prices }: { gateway: RunObservations['gateway']; prices: ModelPrices },
): Pick<Run, 'usage' | 'cost_usd_micros' | 'cost_source' | 'prices' | 'claimed'> {
  const claimed = { usage: transcript?.usage ?? null, cost_usd_micros: toUsdMicros(transcript?.cost_usd ?? null) };
  const metered = isMetered(gateway) ? gateway : null;
  // the price of a metered model may be unknown
  const cost = metered?.cost_usd_micros ?? claimed.cost_usd_micros;
  const cost_source =
    cost === null ? null : metered?.cost_usd_micros == null ? (transcript?.cost_source ?? null) : 'priced';
  const models = metered?.models ?? [transcript?.model ?? ''];
  const own = cost_source === 'priced' ? models.flatMap((model) => findOwnPrice(model, prices) ?? []) : [];
  const usage = metered?.usage ?? claimed.usage;
  const differs =
    metered !== null &&
    (areFar(countTokens(claimed.usage), countTokens(usage)) || areFar(claimed.cost_usd_micros, cost));
  return {
    usage,
    cost_usd_micros: cost,
    cost_source,
    ...(own.length > 0 && { prices: [...new Set(own)] }),
    ...(differs && { claimed }),
  };
}

const isMetered = (gateway: GatewayUsage | null): gateway is GatewayUsage =>
  gateway !== null && countTokens(gateway.usage) > 0;

const MOST_NAMED = 3;

function describeClaims(entries: readonly TranscriptEntry[]): string[] {
  const claimed = entries.filter(({ type, only_in }) => type === 'tool_use' && only_in === 'agent');
  const named = claimed.slice(0, MOST_NAMED).map(({ tool = '', input }) => {
    const { command } = readCall(tool, input);
    return `\`${redactText(command?.replaceAll('\0', ' ').trim() ?? tool).text.slice(0, 200)}\``;
  });
  if (claimed.length === 0) return [];
  const more = claimed.length > MOST_NAMED ? ` and ${claimed.length - MOST_NAMED} more` : '';
  return [
    `steps_claimed: the agent shows steps that no model asked for, and they do not count: ${named.join(', ')}${more}`,
  ];
}

const countTokens = (usage: Usage | null): number => (usage === null ? 0 : usage.input_tokens + usage.output_tokens);

const MOST_DIFFERENCE = 0.05;

const areFar = (claimed: number | null, seen: number | null): boolean =>
  claimed !== null && claimed > 0 && seen !== null && Math.abs(claimed - seen) > MOST_DIFFERENCE * seen;
