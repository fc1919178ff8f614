import { createHash } from 'node:crypto';
import { findClaims, findLookups } from '@assay/detect';
import {
  createId,
  type Evidence,
  type FailureClass,
  type HarborTrial,
  type Run,
  SCORER_CONFIGS,
  type Scenario,
  Scenario as ScenarioSchema,
  type ScorerConfig,
  type Transcript,
  toUsdMicros,
} from '@assay/schema';
import { instant } from '../../contracts/host.ts';
import { NO_CHANGE } from '../../run/gather/gather-change.ts';
import { FAILURE_CLASSES } from '../../run/outcome/failure-classes.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';

export interface TrialOptions {
  readonly transcript: Transcript | null;
  /** The name of the job. */
  readonly label: string;
  /** Which trial of the same task and agent it is, from 1. */
  readonly repeat: number;
  /** For a trial that does not say when it started. */
  readonly modified_ms: number;
  readonly harness_version: string;
}

const SANDBOX = 'harbor';
const MAIN = 'reward';
const LONGEST_NAME = 200;
const LONGEST_MESSAGE = 2000;

/** A trial of a Harbor job as the evidence of a run. Its rewards are scored like those of any run. */
export function describeTrial(trial: HarborTrial, options: TrialOptions): Evidence {
  const { transcript } = options;
  const rewards = trial.verifier_result?.rewards ?? null;
  const scenario = describeScenario(trial, { transcript, names: Object.keys(rewards ?? {}) });
  const run = describeRun(trial, { ...options, has_rewards: rewards !== null });
  const { entries = [], interactions: _, ...summary } = transcript ?? {};
  const evidence = {
    command: describeVerifier(trial),
    json: rewards === null ? null : JSON.stringify(rewards),
    txt: null,
  };
  return {
    run,
    task: {
      task_id: run.task_id,
      scenario_id: null,
      seeded_at: run.started_at,
      scenario,
      task_digest: run.task_digest,
      scorers_digest: canonicalDigest(scenario.scorers),
      rubric_digest: canonicalDigest(scenario.rubric),
      seed_digest: run.task_digest,
    },
    transcript: transcript === null ? null : (summary as Evidence['transcript']),
    ...NO_CHANGE,
    lookups: transcript === null ? null : findLookups(entries),
    claims: transcript === null ? null : findClaims(entries),
    agent_exit: null,
    commands: {},
    baseline_commands: {},
    rewards: Object.fromEntries(scenario.scorers.map(({ name }) => [name, evidence])),
    baseline: null,
    warnings: [...(transcript === null ? ['no transcript was found in agent/'] : transcript.warnings)],
  };
}

/** An identifier that is the same whenever the trial is read. */
export const identifyTrial = (trial: HarborTrial, options: Pick<TrialOptions, 'modified_ms' | 'label'>) =>
  createId('run', { time_ms: readStart(trial, options), entropy: digestTrial(trial, options.label) });

const digestTrial = ({ id, trial_name, task_name, task_checksum }: HarborTrial, label: string): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([label, id ?? null, trial_name, task_name, task_checksum ?? null]))
    .digest()
    .subarray(0, 10);

type Rewarding = ScorerConfig<'reward'>;

// the named rewards are scores beside the one that decides
function describeScenario(
  { task_name }: HarborTrial,
  { transcript, names }: { transcript: Transcript | null; names: readonly string[] },
): Scenario {
  const asked = transcript?.entries.find(({ type, lane }) => type === 'user' && lane === undefined)?.text?.trim();
  const others = names.length < 2 ? [] : names.filter((name) => name !== MAIN && name.length <= LONGEST_NAME);
  const reward = (fields: object): Rewarding =>
    SCORER_CONFIGS.reward.parse({ type: 'reward', command: 'bash /tests/test.sh', ...fields });
  return ScenarioSchema.parse({
    name: task_name.slice(0, LONGEST_NAME),
    user_instruction: asked || 'The results of the job do not contain the instruction.',
    workspace_seed: 'empty',
    scorers: [
      reward({ name: MAIN }),
      ...others.flatMap((name) => (name === '' ? [] : [reward({ name, metric: name, required: false })])),
    ],
  });
}

function describeRun(trial: HarborTrial, options: TrialOptions & { has_rewards: boolean }): Run {
  const { transcript, label, repeat, harness_version } = options;
  const { agent_info: agent, task_name, task_checksum } = trial;
  const started_ms = readStart(trial, options);
  const ended_ms = readTime(trial.finished_at);
  const type = (agent?.name ?? transcript?.agent ?? 'unknown').slice(0, LONGEST_NAME);
  const failure = findFailure(trial, options.has_rewards);
  const reported = trial.agent_result?.cost_usd;
  return {
    run_id: identifyTrial(trial, options),
    task_id: createId('task', { time_ms: started_ms, entropy: digestTrial(trial, label) }),
    task_digest: canonicalDigest({ harbor_task: task_checksum ?? task_name }),
    scenario: task_name.slice(0, LONGEST_NAME),
    workspace_id: null,
    agent_id: type,
    agent_type: type,
    agent_version: agent?.version ?? null,
    model: agent?.model_info?.name ?? transcript?.model ?? null,
    harness_version,
    configuration: null,
    sandbox: SANDBOX,
    isolated: true,
    history: 'fresh',
    repeat,
    label,
    invocation: null,
    tries: 1,
    started_at: instant(started_ms),
    ended_at: ended_ms === null ? null : instant(ended_ms),
    outcome: failure === null ? 'COMPLETED' : 'FAILED',
    failure,
    end: transcript?.end ?? { status: 'unknown', reason: 'no transcript was found' },
    stages: [],
    turns: 1,
    wall_ms: measureWall(trial),
    resources: null,
    usage: transcript?.usage ?? describeUsage(trial.agent_result),
    cost_usd_micros: toUsdMicros(reported ?? transcript?.cost_usd ?? null),
    cost_source: reported == null ? (transcript?.cost_source ?? null) : 'reported',
    timestamps: transcript === null ? null : 'agent',
  };
}

// the part of the harness that an exception comes from, by the name of its type
const CAUSES: readonly (readonly [type: RegExp, failure_class: FailureClass])[] = [
  [/^AgentTimeout/i, 'time_exceeded'],
  [/^(?:Environment|Docker|Sandbox|Container|Modal|Daytona|E2B)/i, 'sandbox_unavailable'],
  [/Verif|Reward|Grad/i, 'grader_error'],
  [/Setup|Install/i, 'agent_unavailable'],
  [/RateLimit|Connection|ServiceUnavailable|Overloaded|APIError|APIStatus/i, 'model_unavailable'],
  [/Cancel|Interrupt/i, 'interrupted'],
];

// an agent out of time has a result; any other exception is no result of the agent
function findFailure({ exception_info: exception }: HarborTrial, has_rewards: boolean): Run['failure'] {
  const fail = (failure_class: FailureClass, message: string): Run['failure'] => ({
    class: failure_class,
    side: FAILURE_CLASSES[failure_class].side,
    message: message.slice(0, LONGEST_MESSAGE),
  });
  if (exception != null) {
    const { exception_type: type, exception_message: message } = exception;
    const failure_class = CAUSES.find(([pattern]) => pattern.test(type))?.[1] ?? 'internal_error';
    return fail(failure_class, [type, message].filter((part) => part.trim() !== '').join(': '));
  }
  return has_rewards ? null : fail('grader_error', 'the trial has no rewards and no exception');
}

function describeVerifier({ verifier }: HarborTrial): NonNullable<Evidence['rewards']>[string]['command'] {
  const [from, to] = [readTime(verifier?.started_at), readTime(verifier?.finished_at)];
  return {
    command: 'bash /tests/test.sh',
    exit_code: 0,
    signal: null,
    timed_out: false,
    ended_by: 'exit',
    duration_ms: from === null || to === null || to < from ? 0 : to - from,
    report: null,
    stdout_head: '',
    stdout_tail: '',
    stdout_omitted_bytes: 0,
    stderr_head: '',
    stderr_tail: '',
    stderr_omitted_bytes: 0,
    coverage_percent: null,
    attempts: [],
  };
}

function describeUsage(told: HarborTrial['agent_result']): Run['usage'] {
  if (told?.n_input_tokens == null || told.n_output_tokens == null) return null;
  return {
    input_tokens: told.n_input_tokens,
    cached_input_tokens: Math.min(told.n_cache_tokens ?? 0, told.n_input_tokens),
    cache_write_input_tokens: 0,
    output_tokens: told.n_output_tokens,
  };
}

function measureWall({ agent_execution: agent, started_at, finished_at }: HarborTrial): number | null {
  const spans = [agent, { started_at, finished_at }].map((each) => [
    readTime(each?.started_at),
    readTime(each?.finished_at),
  ]);
  const [from, to] = spans.find((each) => each.every((time) => time !== null)) ?? [];
  return from == null || to == null || to < from ? null : to - from;
}

const readStart = ({ started_at }: HarborTrial, { modified_ms }: Pick<TrialOptions, 'modified_ms'>): number =>
  readTime(started_at) ?? Math.floor(modified_ms);

const LATEST_MS = 2 ** 48;

/** A time as milliseconds; one without a zone is in UTC. */
function readTime(text: string | null | undefined): number | null {
  if (text == null || !/^\d{4}-\d\d-\d\dT/.test(text)) return null;
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) || ms < 0 || ms >= LATEST_MS ? null : ms;
}
