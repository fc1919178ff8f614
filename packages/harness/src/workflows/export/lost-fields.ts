import type { Limits, Scenario } from '@assay/schema';
import { isScripted } from './verifier-script.ts';

type Lost<T> = { readonly [K in keyof Required<T>]: ((given: T) => boolean) | null };

// null: a Harbor task has it, or it is named elsewhere
const FIELDS: Lost<Scenario> = {
  name: null,
  user_instruction: null,
  workspace_seed: null,
  history: ({ history }) => history === 'keep',
  environment: null,
  dependencies: null,
  setup: null,
  teardown: ({ teardown }) => teardown !== undefined,
  mcp_servers: null,
  skills: ({ skills }) => skills.length > 0,
  artifacts: ({ artifacts }) => artifacts.length > 0,
  hidden: null,
  capture: ({ capture }) => capture.length > 0,
  stages: null,
  scorers: null,
  rubric: ({ rubric }) => rubric.length > 0,
  expected_outcome: ({ expected_outcome }) => expected_outcome !== 'completion',
  turns: null,
  tracked_constraints: ({ tracked_constraints }) => tracked_constraints.length > 0,
  limits: null,
  integrity: ({ integrity }) => integrity !== undefined,
  judge: ({ judge }) => judge !== undefined,
  runner_config: ({ runner_config }) => runner_config !== undefined,
  allowed_test_changes: ({ allowed_test_changes }) => allowed_test_changes !== undefined,
  latency_baseline: ({ latency_baseline }) => latency_baseline !== undefined,
  oracle: null,
};

const LIMITS: Lost<Limits> = {
  wall_s: null,
  memory_mb: null,
  cpus: null,
  pids: ({ pids }) => pids !== DEFAULT_PIDS && pids !== IMPORTED_PIDS,
  disk_mb: null,
  turns: ({ turns }) => turns !== null,
  tokens: ({ tokens }) => tokens !== null,
  cost_usd: ({ cost_usd }) => cost_usd !== null,
  network: null,
};

const [DEFAULT_PIDS, IMPORTED_PIDS] = [256, 1024];

/** What a Harbor task cannot say, by field. */
export function listLostFields(scenario: Scenario): string[] {
  const verifiers = scenario.scorers.filter(({ type }) => type === 'reward');
  const scorers = scenario.scorers.filter(
    (spec) => spec.type !== 'reward' && (verifiers.length > 0 || !isScripted(spec)),
  );
  const joined = scenario.turns.length > 0 && !verifiers.some((spec) => 'turn' in spec && spec.turn !== undefined);
  return [
    ...scorers.map(({ name, type }) => `scorers ${JSON.stringify(name)}: ${type} has no counterpart, left out`),
    ...(joined ? ['turns: joined to one instruction'] : []),
    ...listLost(FIELDS, scenario),
    ...listLost(LIMITS, scenario.limits).map((note) => `limits.${note}`),
    ...(scenario.stages.some(({ max_attempts }) => max_attempts > 1) ? ['stages: no second attempt'] : []),
    ...(verifiers.length > 0 && scenario.stages.length > 0 ? ['stages: left out'] : []),
  ];
}

const listLost = <T extends object>(fields: Lost<T>, given: T): string[] =>
  (Object.entries(fields) as [string, ((given: T) => boolean) | null][]).flatMap(([name, isLost]) =>
    isLost?.(given) ? [`${name}: left out`] : [],
  );
