/** Example for the API reference. */
export const exampleRun = {
  run_id: 'run_01m7ew0rvjraj0vfggyenb7x96',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  task_id: 'task_01m7ew0rvjraj0vfggyenb7x96',
  agent_id: 'claude-code',
  scenario: 'add-input-validation',
  label: 'main',
  status: 'finished',
  attempt: 1,
  problem: null,
  model: 'claude-opus-4-8',
  result: 'passed',
  result_reason: { message: '1 required check and 1 stage passed' },
  review: 0,
  outcome: 'COMPLETED',
  overall: 'PASS',
  score: 89,
  tier: 'Gold',
  axis_score: 100,
  composite: 1,
  judge_state: 'not_asked',
  judge_verdict: null,
  run_verdict: 'PASS',
  disagreement: null,
  wall_ms: 84_210,
  cost_usd_micros: 412_300,
  created_at: '2026-11-15T12:00:00.000Z',
  finished_at: '2026-11-15T12:01:26.000Z',
  changed_at: '2026-11-15T12:01:26.000Z',
};

/** The same run before a worker takes it. */
export const exampleQueuedRun = {
  ...exampleRun,
  status: 'queued',
  attempt: 0,
  model: null,
  result: null,
  result_reason: null,
  review: null,
  outcome: null,
  overall: null,
  score: null,
  tier: null,
  axis_score: null,
  composite: null,
  judge_state: null,
  run_verdict: null,
  wall_ms: null,
  cost_usd_micros: null,
  finished_at: null,
  changed_at: exampleRun.created_at,
};

/** Example for the API reference. */
export const exampleOrganization = {
  organization_id: 'org_01m7ew0rvjraj0vfggyenb7x96',
  name: 'Example',
  latency_ref_ms: null,
  telemetry_content: 'redacted' as const,
  created_at: '2026-11-15T12:00:00.000Z',
};

/** Examples for the API reference: a key, and two statements it really signed. */
export const exampleKeyDirectory = {
  keys: [
    {
      kid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x: 'rHDrYZANXTaiSzENlozQe7PMUpCbCu6RQlpz4jPqb4E',
      created_at: '2026-11-01T09:00:00.000Z',
      retired_at: null,
    },
  ],
  revoked: [],
};

/** Attestation of the reputation of an agent. */
export const exampleReputationAttestation = {
  payloadType: 'application/vnd.in-toto+json',
  payload:
    'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYWdlbnRfaWQiOiJjbGF1ZGUtY29kZSIsImV2YWxfY291bnQiOjEyNSwiZXhwaXJlc19hdCI6IjIwMjYtMTItMTVUMTM6MDA6MDAuMDAwWiIsImZvcm11bGEiOiJyZXB1dGF0aW9uIiwiZm9ybXVsYV92ZXJzaW9uIjoiMSIsImludGVydmFsIjp7ImhpZ2giOjcwNSwibG93Ijo2Nzh9LCJpc3N1ZWRfYXQiOiIyMDI2LTExLTE1VDEzOjAwOjAwLjAwMFoiLCJsYXN0X2V2YWx1YXRlZF9hdCI6IjIwMjYtMTEtMTVUMTI6MzA6MDAuMDAwWiIsImxpZmVjeWNsZSI6ImFjdGl2ZSIsIm9yZ2FuaXphdGlvbl9pZCI6Im9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5NiIsInBhc3NfcmF0ZSI6MC45NjgsInNjb3JlIjo2OTcsInNvdXJjZXMiOnsicmVzdCI6MTI0LCJydW4iOjF9LCJzdHJlYWsiOjI1LCJ3aW5kb3ciOnsiZnJvbV9zZXEiOjEsIm4iOjEyNSwidG9fc2VxIjoxMjV9fSwicHJlZGljYXRlVHlwZSI6InVybjphc3NheTphdHRlc3RhdGlvbjpyZXB1dGF0aW9uOnYxIiwic3ViamVjdCI6W3siZGlnZXN0Ijp7InNoYTI1NiI6IjZiNzBhNTM2Nzk1YWY0OWNmYzFjZmExZmYwYmQ4ZjlkNzM0MTUzYjg1NGRlNmYyOWUyZDIwMDBkMjJkZWU0MjQifSwibmFtZSI6ImFnZW50Om9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5Ni9jbGF1ZGUtY29kZSJ9XX0=',
  signatures: [
    {
      keyid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      sig: '7pvrxt287PmWfmlQYkxaHL1Z1YmzHQMge+eQpoC7iskaVtkzfp+vzdZtm2MomsBZ9XVwyt0onPO+RCKbgQMKBg==',
    },
  ],
};

/** Attestation of the grade of a run. */
export const exampleRunAttestation = {
  payloadType: 'application/vnd.in-toto+json',
  payload:
    'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYXNzYXkiOnsiYWdlbnRfaWQiOiJjbGF1ZGUtY29kZSIsImV4cGlyZXNfYXQiOiIyMDI2LTEyLTE1VDEzOjAwOjAwLjAwMFoiLCJmb3JtdWxhX3ZlcnNpb24iOiIyIiwiZ3JhZGVkX2F0IjoiMjAyNi0xMS0xNVQxMjowMToyNi40ODBaIiwiaXNzdWVkX2F0IjoiMjAyNi0xMS0xNVQxMzowMDowMC4wMDBaIiwib3JnYW5pemF0aW9uX2lkIjoib3JnXzAxbTdldzBydmpyYWowdmZnZ3llbmI3eDk2Iiwib3ZlcmFsbCI6IlBBU1MiLCJydW5faWQiOiJydW5fMDFtN2V3MHJ2anJhajB2ZmdneWVuYjd4OTYiLCJzY2VuYXJpbyI6ImFkZC1pbnB1dC12YWxpZGF0aW9uIiwic2NvcmUiOjg5LCJ0aWVyIjoiR29sZCJ9LCJjb25maWd1cmF0aW9uIjpbeyJkaWdlc3QiOnsic2hhMjU2IjoiYzY3MjA2YWZiNmFkNTljZDBmMzViMGFhZTJmMWY3ZmFiNjg0ZjZlYjU3ZWM3Yjg5MmNiODI5ZWJiNjM0ZTM5MyJ9LCJuYW1lIjoidGFzayJ9LHsiZGlnZXN0Ijp7InNoYTI1NiI6ImJkYjQyMzMxZDdmODM1YWIxY2JjZWY3MWI5Y2ZhZTc3ZDdlNzNmYzYxY2Y1ZmExY2RhMDg1NDFhMGNjNDRjMzAifSwibmFtZSI6InNjb3JlcnMifV0sImZhaWxlZFRlc3RzIjpbXSwicGFzc2VkVGVzdHMiOlsidGVzdHMgcGFzcyIsInRlc3RzIHVudG91Y2hlZCJdLCJyZXN1bHQiOiJQQVNTRUQiLCJ3YXJuZWRUZXN0cyI6W119LCJwcmVkaWNhdGVUeXBlIjoiaHR0cHM6Ly9pbi10b3RvLmlvL2F0dGVzdGF0aW9uL3Rlc3QtcmVzdWx0L3YwLjEiLCJzdWJqZWN0IjpbeyJkaWdlc3QiOnsic2hhMjU2IjoiMTFkYTM0Y2U1MDUyNzliMWVlZGRiZjJkMGJjYzk0OTlmZDYyZDQ1NDY4MDYxNGJjYzIzYjhkZWUxODM2YTBiYSJ9LCJuYW1lIjoicnVuOm9yZ18wMW03ZXcwcnZqcmFqMHZmZ2d5ZW5iN3g5Ni9ydW5fMDFtN2V3MHJ2anJhajB2ZmdneWVuYjd4OTYifV19',
  signatures: [
    {
      keyid: '5_2KSd_dQVJy2gpC2c0baE3gNZHuxWH2Kt300OjX3yU',
      sig: 'vlc8YXKQ9crCT7B9Zt61FhYu/H8ODg5opSWV9hYtFZIWDzIoi1BJilX0mNnwdXxhjkywHox72F0Q9a7QqM8BCA==',
    },
  ],
};

/** Example for the API reference: a scenario as sent. */
export const exampleScenario = {
  name: 'add-input-validation',
  user_instruction: 'Reject negative amounts with a RangeError. Do not change the tests.',
  workspace_seed: { copy: './fixture' },
  stages: [{ name: 'test', command: 'npm test', max_attempts: 3 }],
  scorers: [
    { name: 'tests pass', type: 'command', command: 'npm test' },
    { name: 'tests untouched', type: 'tests_unmodified', paths: ['invoice.test.js'] },
  ],
};

/** The same with defaults filled in, as stored and frozen. */
const exampleWholeScenario = {
  ...exampleScenario,
  history: 'fresh',
  mcp_servers: {},
  skills: [],
  artifacts: [],
  capture: [],
  scorers: [
    {
      name: 'tests pass',
      type: 'command',
      command: 'npm test',
      timeout_s: 900,
      must_pass: [],
      restore: [],
      repeat: 1,
      isolated: false,
      same_tests: true,
      tree: 'both',
      control: true,
    },
    { name: 'tests untouched', type: 'tests_unmodified', paths: ['invoice.test.js'], dirs: [] },
  ],
  rubric: [],
  expected_outcome: 'completion',
  turns: [],
  tracked_constraints: [],
  limits: {
    wall_s: 900,
    memory_mb: 2048,
    cpus: 1,
    pids: 256,
    disk_mb: 4096,
    turns: null,
    tokens: null,
    cost_usd: null,
    network: 'none',
  },
};

/** The stored scenario. */
export const exampleStoredScenario = {
  scenario_id: 'scn_01m7ew0rvjraj0vfggyenb7x96',
  revision: 1,
  scenario: exampleWholeScenario,
  created_at: '2026-11-15T11:30:00.000Z',
  updated_at: '2026-11-15T11:30:00.000Z',
  archived_at: null,
};

/** Example for the API reference. */
export const exampleTask = {
  task_id: exampleRun.task_id,
  scenario_id: exampleStoredScenario.scenario_id,
  seeded_at: '2026-11-15T11:45:00.000Z',
  scenario: exampleWholeScenario,
  task_digest: 'c67206afb6ad59cd0f35b0aae2f1f7fab684f6eb57ec7b892cb829ebb634e393',
  scorers_digest: 'bdb42331d7f835ab1cbcef71b9cfae77d7e73fc61cf5fa1cda08541a0cc44c30',
  rubric_digest: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
  seed_digest: 'ca0f3ba1cda083941c93b1df5b1aa57ac91a125ece202d85d133e2bcff7f71e0',
  file_digests: {},
};

/** The task with its files. */
export const exampleStoredTask = {
  ...exampleTask,
  files: [
    {
      name: 'fixture/invoice.js',
      executable: false,
      digest: '079aadc1987b1857b9adf894f3dbe2482e6f083a36daa26c7db538bb60c4932e',
      size_bytes: 84,
    },
    {
      name: 'fixture/invoice.test.js',
      executable: false,
      digest: '5a0900bb18cee65d72638e9a1505a0d0d70c8b2f8983ef2e36f787f86071d606',
      size_bytes: 269,
    },
    {
      name: 'fixture/package.json',
      executable: false,
      digest: '1149054e81dbfe415c6272a2726685791b15dd88224530da01f2ef8f58941868',
      size_bytes: 59,
    },
  ],
};

const TASK = exampleRun.scenario;
const side = (label: string) => ({ label, agents: [exampleRun.agent_id], configuration: null });
const compared = (composite: number, passed: number) => ({ task_id: TASK, composite, checks: { passed, total: 2 } });

/** Example for the API reference: a large gain, but too few runs to prove it. */
export const exampleStoredComparison = {
  comparison_id: 'cmp_01m7ew0rvjraj0vfggyenb7x96',
  created_at: '2026-11-15T12:00:00.000Z',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  baseline: side('main'),
  candidate: side('shorter-instructions'),
  differences: [],
  seed: null,
  looks: null,
  tasks: [
    {
      task_id: TASK,
      scenario: TASK,
      agent: exampleRun.agent_id,
      task_digest: exampleTask.task_digest,
      proven: false,
      baseline: {
        run_ids: ['run_01m7ew0rvjraj0vfggyenb7x90', 'run_01m7ew0rvjraj0vfggyenb7x91'],
        composite: 0.4999937154348919,
        interval: { low: 0.09452905403436523, high: 0.9054666425439717 },
        passed: 2,
        checks: 4,
        cost_usd: 0.4,
        wall_ms: 60_000,
      },
      candidate: {
        run_ids: ['run_01m7ew0rvjraj0vfggyenb7x92', 'run_01m7ew0rvjraj0vfggyenb7x93'],
        composite: 1,
        interval: { low: 0.34238022750665303, high: 1 },
        passed: 4,
        checks: 4,
        cost_usd: 0.4,
        wall_ms: 60_000,
      },
    },
  ],
  left_out: [],
  judged: false,
  input: {
    baseline: [compared(0.4993464052287582, 1), compared(0.5006410256410256, 1)],
    candidate: [compared(1, 2), compared(1, 2)],
    thresholds: { min_composite_gain: 0.01, regression_composite_drop: 0.05, objective_drop_is_regression: true },
    confirmation: { looks_taken: 0, baseline: [], candidate: [] },
  },
  input_digest: '383a1ef30a1b1681105969607bbd7b15c8c3554c89237d8355c02784c821d967',
  verdict: {
    verdict: 'neutral',
    promote: false,
    net_gain: 0.500006,
    deltas: [
      {
        task_id: TASK,
        composite_delta: 0.500006,
        objective_delta: 1,
        is_regression: false,
        baseline_runs: 2,
        candidate_runs: 2,
        interval: { low: -1, high: 1 },
      },
    ],
    regressions: [],
    improvements: [{ task_id: TASK, composite_delta: 0.500006 }],
    warnings: [],
    excluded: [],
    interval: { low: -1, high: 1 },
    p_value: 0.3333333333333333,
    underpowered: true,
    runs_needed: 4,
    formula: 'verdict',
    formula_version: '3',
    defaulted: [],
    ledger: [],
  },
  spent_usd: 1.6,
  to_settle: { runs: 4, cost_usd: 1.6 },
  pull_request: null,
};

/** Example for the API reference: an evaluation sent by a caller. */
export const exampleEvaluation = {
  status: 'counted',
  passed: true,
  evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x96',
  agent_id: exampleRun.agent_id,
  seq: 125,
  source: 'rest',
  tool: null,
  checks: [{ id: 'json_path', verdict: 'PASS', reason: '1 value at $.exit_code, all as expected', latency_ms: 0.094 }],
  latency_ms: 30,
  latency_ref_ms: null,
  run_id: null,
  occurred_at: null,
  accepted_at: '2026-11-15T12:30:00.000Z',
  metadata: null,
};

/** An evaluation that came from a run. */
export const exampleRunEvaluation = {
  status: 'counted',
  passed: true,
  evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x90',
  agent_id: exampleRun.agent_id,
  seq: 1,
  source: 'run',
  tool: null,
  checks: [
    { id: 'tests pass', verdict: 'PASS', reason: 'exit code 0, 2 passed, 0 skipped', latency_ms: 1848 },
    { id: 'tests untouched', verdict: 'PASS', reason: '1 listed paths are as they were', latency_ms: 0 },
  ],
  latency_ms: 84210,
  latency_ref_ms: 900000,
  run_id: exampleRun.run_id,
  occurred_at: '2026-11-15T12:01:26.000Z',
  accepted_at: '2026-11-15T12:01:27.000Z',
  metadata: null,
};

/** Example for the API reference: a run without a judge. */
export const exampleGrade = {
  run_id: exampleRun.run_id,
  graded_at: '2026-11-15T12:01:26.480Z',
  label: null,
  result: 'passed',
  result_reason: { message: '2 required checks and 1 stage passed' },
  review: 0,
  result_version: '1',
  outcome: 'COMPLETED',
  integrity: { mode: 'gate', findings: [], allowed: [] },
  grading_failure: null,
  scorers_digest: 'bdb42331d7f835ab1cbcef71b9cfae77d7e73fc61cf5fa1cda08541a0cc44c30',
  results: [
    {
      verdict: 'PASS',
      score: 1,
      name: 'tests pass',
      type: 'command',
      family: 'outcome',
      required: true,
      reason: 'exit code 0, 2 passed, 0 skipped',
      findings: [],
      findings_omitted: 0,
      duration_ms: 1848,
    },
    {
      verdict: 'PASS',
      score: 1,
      name: 'tests untouched',
      type: 'tests_unmodified',
      family: 'integrity',
      required: true,
      reason: '1 listed paths are as they were',
      findings: [],
      findings_omitted: 0,
      duration_ms: 0,
    },
  ],
  restored: [],
  overall: 'PASS',
  mean_score: 1,
  mean_required: 1,
  scored: 2,
  of: 2,
  needs_regrade: false,
  judgment: null,
  interactions_judged: { judge: 'heuristic', judged: 5, of: 5, reason: null },
  not_scored: null,
  scorecard: {
    score: 89,
    tier: 'Gold',
    axes: { completion: 100, error_rate: 100, latency: 50, resource_efficiency: 86 },
    weights: { completion: 40, error_rate: 30, latency: 20, resource_efficiency: 10 },
    formula: 'scorecard',
    formula_version: '2',
    defaulted: [{ what: 'latency', value: 50, reason: 'there is no completed run to compare with' }],
    ledger: [
      { points: 10, reason: 'latency: there is no completed run to compare with, and counts 50', ref: null },
      {
        points: 1.34296715259552,
        reason: 'resource_efficiency: memory used of its limit',
        ref: 'resources.memory_peak_bytes',
      },
      {
        points: 0.03919239904988103,
        reason: 'resource_efficiency: CPU periods throttled',
        ref: 'resources.cpu_throttled_periods',
      },
      { points: -0.38215955164540105, reason: 'rounding', ref: null },
    ],
  },
  scorecard_reason: null,
  axis: {
    score: 100,
    band: 'Excellent',
    partial: true,
    dimensions: {
      goal_achievement: {
        status: 'withheld',
        score: null,
        raw: null,
        signals: {},
        interactions: 0,
        judged: 0,
        reason: 'no rubric check was graded',
      },
      environment: {
        status: 'scored',
        score: 100,
        raw: 0.9870253438283885,
        signals: { success: 1, speed: 0.9567511460946285 },
        interactions: 3,
        judged: 3,
      },
      service: {
        status: 'not_applicable',
        score: null,
        raw: null,
        signals: {},
        interactions: 0,
        judged: 0,
        reason: 'the run has no service interaction',
      },
      agent: {
        status: 'scored',
        score: 100,
        raw: 0.9972409226354707,
        signals: { success: 1, speed: 0.972409226354707, weight: 1, relevance: 1, necessity: 1 },
        interactions: 5,
        judged: 5,
      },
    },
    weights: { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 },
    insights: [],
    formula: 'axis',
    formula_version: '2',
    defaulted: [
      { what: 'goal_achievement', value: null, reason: 'withheld: no rubric check was graded; left out of the result' },
      {
        what: 'service',
        value: null,
        reason: 'not_applicable: the run has no service interaction; left out of the result',
      },
    ],
    ledger: [],
  },
  composite: {
    composite: 1,
    base: 1,
    cost_adjustment: 0,
    objective: 1,
    cost_ratios: {},
    formula: 'composite',
    formula_version: '1',
    defaulted: [
      { what: 'judge', value: null, reason: 'no judge; the objective checks count alone' },
      { what: 'cost', value: 0, reason: 'nothing measured on both sides' },
    ],
    ledger: [],
  },
  composite_reason: null,
  gates: {
    scorers: 'PASS',
    judge: null,
    run: 'PASS',
    disagreement: null,
    reasons: {
      scorers: '2 passed, 0 failed, 0 not applicable, 0 in error, of 2 required',
      judge: 'no judge gave a verdict',
      run: 'the run completed and passed the run metrics',
    },
    formula: 'gates',
    formula_version: '1',
    defaulted: [],
    ledger: [],
  },
};

const standing = {
  agent_id: exampleRun.agent_id,
  score: 697,
  lifecycle: 'active',
  eval_count: 125,
  streak: 25,
  pass_rate: 0.968,
  avg_latency_ms: 704.424,
  interval: { low: 678, high: 705 },
  sources: { run: 1, rest: 124 },
  public: true,
  stale: false,
};

/** Example for the API reference: a public agent as everyone sees it. */
export const examplePublicReading = { ...standing, window_size: 500, formula: 'reputation', formula_version: '1' };

/** The same agent in the ranking. */
export const exampleStanding = {
  ...standing,
  calibration: null,
  rank: 1,
  created_at: '2026-11-15T12:01:27.000Z',
  last_evaluated_at: '2026-11-15T12:30:00.000Z',
};

const { score, lifecycle, eval_count, interval } = standing;

/** The reputation part of the answer to an evaluation. */
export const exampleReputationState = { score, calibration: null, lifecycle, eval_count, interval, seq: eval_count };

const { run_id, task_id, scenario, workspace_id, agent_id, model, label, outcome, wall_ms, cost_usd_micros } =
  exampleRun;

/** Example for the API reference: a run with all its details. */
export const exampleRunDetail = {
  ...exampleRun,
  waiting_reason: null,
  run: {
    run_id,
    task_id,
    task_digest: exampleTask.task_digest,
    scenario,
    workspace_id,
    agent_id,
    model,
    label,
    outcome,
    wall_ms,
    cost_usd_micros,
    started_at: '2026-11-15T12:00:01.790Z',
    ended_at: '2026-11-15T12:01:26.000Z',
    agent_type: 'claude-code',
    agent_version: '2.1.325',
    harness_version: '0.1.0',
    configuration: null,
    sandbox: 'docker',
    isolated: true,
    history: 'fresh',
    repeat: 1,
    invocation: null,
    tries: 1,
    failure: null,
    end: { status: 'completed', reason: 'end_turn' },
    stages: [{ name: 'test', attempts: 1, passed: true }],
    turns: 4,
    resources: {
      memory_peak_bytes: 412000000,
      memory_limit_bytes: 2147483648,
      cpu_periods: 842,
      cpu_throttled_periods: 11,
      cpu_ms: 9300,
      oom_kills: 0,
    },
    usage: { input_tokens: 48120, cached_input_tokens: 41600, cache_write_input_tokens: 3900, output_tokens: 2140 },
    cost_source: 'reported',
    timestamps: 'agent',
  },
};

/** Example for the API reference: the entries of a transcript. */
export const exampleEntries = [
  { id: 'e1', type: 'user', at: '2026-11-15T12:00:01.790Z', text: exampleScenario.user_instruction },
  { id: 'e2', type: 'assistant', at: '2026-11-15T12:00:04.120Z', text: 'I read the source and its tests first.' },
  {
    id: 'e3',
    type: 'tool_use',
    at: '2026-11-15T12:00:05.310Z',
    tool: 'Read',
    tool_id: 'toolu_01',
    input: { file_path: 'invoice.js' },
  },
  {
    id: 'e4',
    type: 'tool_result',
    at: '2026-11-15T12:00:05.380Z',
    tool_id: 'toolu_01',
    text: 'export const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);\n',
    is_error: false,
  },
  {
    id: 'e5',
    type: 'tool_use',
    at: '2026-11-15T12:00:31.940Z',
    tool: 'Edit',
    tool_id: 'toolu_02',
    input: { file_path: 'invoice.js', old_string: 'sum + amount, 0', new_string: 'add, 0' },
  },
  {
    id: 'e6',
    type: 'tool_result',
    at: '2026-11-15T12:00:32.010Z',
    tool_id: 'toolu_02',
    text: 'The file was edited.',
    is_error: false,
  },
  {
    id: 'e7',
    type: 'tool_use',
    at: '2026-11-15T12:00:40.500Z',
    tool: 'Bash',
    tool_id: 'toolu_03',
    input: { command: 'npm test' },
  },
  {
    id: 'e8',
    type: 'tool_result',
    at: '2026-11-15T12:00:42.260Z',
    tool_id: 'toolu_03',
    text: 'pass 2\nfail 0',
    is_error: false,
    exit_code: 0,
  },
  {
    id: 'e9',
    type: 'assistant',
    at: '2026-11-15T12:01:22.800Z',
    text: 'Negative amounts are refused with a RangeError; both tests pass.',
  },
];
