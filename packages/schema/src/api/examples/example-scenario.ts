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
export const exampleWholeScenario = {
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
