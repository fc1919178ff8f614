import fc from 'fast-check';

/*
 * Inputs for the golden file: drawn once per formula from a seed, then kept in the file itself, so that a change of
 * the generator does not change the inputs of old formula versions.
 */
const ratio = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
const category = fc.constantFrom(['environment'], ['service'], ['agent'], ['environment', 'service']);
const consumption = fc.record({
  tokens: fc.option(fc.nat(1e6)),
  tool_calls: fc.option(fc.nat(99)),
  wall_ms: fc.option(fc.nat(1e7)),
});
const checks = fc.nat(12).chain((total) => fc.record({ passed: fc.nat(total), total: fc.constant(total) }));

const axis = fc.record({
  interactions: fc
    .array(
      fc.record({
        categories: category,
        duration_ms: fc.option(fc.nat(40_000)),
        context_bytes: fc.nat(50_000),
        signals: fc.option(fc.record({ success: ratio, weight: ratio, relevance: ratio }), { freq: 9 }),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map((one, i) => ({ id: `i${i + 1}`, ...one }))),
  necessity: fc.option(fc.record({ agent: ratio }), { freq: 9 }),
  goal: fc.option(
    fc.record({ checks: fc.array(fc.record({ grade: fc.nat(10), weight: fc.option(ratio) }), { maxLength: 4 }) }),
    { freq: 9 },
  ),
});

const runs = (tasks: number, repeats: number) =>
  fc
    .array(fc.record({ composite: ratio, checks }), { minLength: tasks * repeats, maxLength: tasks * repeats })
    .map((list) => list.map((run, i) => ({ task_id: `t${i % tasks}`, ...run })));
const sides = (repeats: number) =>
  fc
    .integer({ min: 1, max: 5 })
    .chain((tasks) => fc.record({ baseline: runs(tasks, repeats), candidate: runs(tasks, repeats) }));

// tasks either pass or fail, so that the candidate loses some
const passing = (tasks: number, repeats: number) =>
  fc.array(fc.boolean(), { minLength: tasks * repeats, maxLength: tasks * repeats }).map((list) =>
    list.map((passed, i) => ({
      task_id: `t${i % tasks}`,
      composite: passed ? 1 : 0.25,
      checks: { passed: passed ? 4 : 1, total: 4 },
    })),
  );
const staged = (repeats: number) =>
  fc.integer({ min: 1, max: 4 }).chain((tasks) =>
    fc.record(
      {
        baseline: passing(tasks, repeats),
        candidate: passing(tasks, repeats),
        confirmation: fc.record({
          looks_taken: fc.nat(2),
          baseline: passing(tasks, 5),
          candidate: passing(tasks, 5),
        }),
      },
      { requiredKeys: ['baseline', 'candidate'] },
    ),
  );

const entry = fc.record(
  {
    type: fc.constantFrom('assistant', 'user', 'tool_use', 'tool_result', 'system', 'error'),
    at: fc
      .nat(86_399)
      .map(
        (s) =>
          `2026-11-15T${[s / 3600, (s / 60) % 60, s % 60].map((n) => String(Math.floor(n)).padStart(2, '0')).join(':')}Z`,
      ),
    tool: fc.constantFrom('Bash', 'Read', 'apply_patch', 'update_plan', 'mcp__tracker__search'),
    tool_id: fc.constantFrom('a', 'b', 'c', 'd'),
    input: fc.constantFrom(
      { command: 'npm test' },
      { command: 'git push' },
      { file_path: 'src/a.ts' },
      { file_path: 'CLAUDE.md' },
    ),
    text: fc.string({ maxLength: 20 }),
    is_error: fc.boolean(),
  },
  { requiredKeys: ['type', 'tool'] },
);

const COMMANDS = [
  'ls -la | head',
  'curl -s https://example.com | jq .name',
  'echo "curl https://example.com"',
  'git commit -m "see https://example.com" && git push origin main',
  'sudo env CI=1 bash -lc "npm publish --dry-run"',
  'cat <<EOF > notes.md\nwget everything\nEOF',
  'for f in *.ts; do prettier "$f"; done',
  'find . -name "*.log" -exec rm {} +',
  'psql -h localhost app -c "select 1"',
  'psql postgresql://me@db.example.com/app',
  'cat CLAUDE.md | head -20',
  'docker build . && docker push registry.example.com/app',
  'echo "never closed',
  '',
];

export const GOLDEN_INPUTS: Record<string, fc.Arbitrary<unknown>> = {
  scorecard: fc.record({
    outcome: fc.constantFrom('COMPLETED', 'BLOCKED', 'FAILED'),
    stages: fc.array(
      fc.record({
        name: fc.constantFrom('lint', 'build', 'test'),
        attempts: fc.integer({ min: 1, max: 4 }),
        passed: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    wall_ms: fc.option(fc.nat(600_000)),
    baseline: fc.option(fc.record({ p50_ms: fc.nat(400_000), sample_count: fc.nat(20) })),
    resources: fc.option(
      fc.record({
        memory_peak_bytes: fc.option(fc.nat(4e9)),
        memory_limit_bytes: fc.option(fc.nat(4e9)),
        cpu_periods: fc.option(fc.nat(9000)),
        cpu_throttled_periods: fc.option(fc.nat(9000)),
      }),
    ),
  }),
  'axis@1': axis,
  'axis@2': axis,
  'axis@3': axis,
  'axis.speed': fc.record({
    category: fc.constantFrom('environment', 'service', 'agent'),
    duration_ms: fc.option(fc.nat(40_000)),
  }),
  'axis.calibrate@1': fc.record({ raw: ratio }),
  'axis.calibrate@2': fc.record({ raw: ratio }),
  composite: fc.record({
    checks,
    judge: fc.option(ratio),
    cost: fc.option(consumption),
    reference: fc.option(consumption),
  }),
  'verdict@1': sides(1),
  'verdict@2': sides(3),
  'verdict@3': staged(2),
  sequential: fc
    .record({ runs: sides(3), planned: fc.integer({ min: 1, max: 6 }), taken: fc.nat(99) })
    .map(({ runs: both, planned, taken }) => ({ ...both, look: { taken: 1 + (taken % planned), planned } })),
  'sequential@2': fc
    .record({ runs: staged(2), planned: fc.integer({ min: 1, max: 3 }), taken: fc.nat(99) })
    .map(({ runs: both, planned, taken }) => ({ ...both, look: { taken: 1 + (taken % planned), planned } })),
  reputation: fc.record({
    evaluations: fc.array(
      fc.record({
        passed: fc.boolean(),
        latency_ms: fc.option(fc.nat(200_000).map((us) => us / 1000)),
        latency_ref_ms: fc.constantFrom(100, 250, 60_000),
      }),
      { maxLength: 40 },
    ),
  }),
  gates: fc.record({
    results: fc.array(fc.record({ verdict: fc.constantFrom('PASS', 'FAIL', 'N/A', 'ERROR'), required: fc.boolean() }), {
      maxLength: 5,
    }),
    judge: fc.constantFrom('PASS', 'FAIL', null),
    run: fc.record({ completed: fc.boolean(), passed: fc.boolean() }),
  }),
  result: fc.record({
    failure: fc.option(
      fc.record({
        class: fc.constantFrom('time_exceeded', 'model_unavailable', 'stage_failed'),
        side: fc.constantFrom('agent', 'environment', 'task'),
        message: fc.constant('it ended'),
      }),
      { freq: 3 },
    ),
    results: fc.array(
      fc.record({
        name: fc.constantFrom('tests pass', 'tests untouched', 'small'),
        family: fc.constantFrom('outcome', 'scope', 'integrity', 'hygiene'),
        verdict: fc.constantFrom('PASS', 'PASS', 'FAIL', 'N/A', 'ERROR'),
        required: fc.boolean(),
        reason: fc.constant('as found'),
      }),
      { maxLength: 4 },
    ),
    integrity: fc.record({
      mode: fc.constantFrom('gate', 'review'),
      findings: fc.array(
        fc.constantFrom(
          { type: 'early_exits', path: 'src/a.js', line: 1, message: 'an exit', certain: true },
          { type: 'special_cased_tests', path: 'src/b.js', message: 'a special case' },
        ),
        { maxLength: 2 },
      ),
    }),
    stages: fc.array(
      fc.record({ name: fc.constantFrom('build', 'test'), attempts: fc.constantFrom(1, 3), passed: fc.boolean() }),
      { maxLength: 2 },
    ),
    judge: fc.constantFrom('PASS', 'FAIL', null),
  }),
  competition: fc.record({
    runs: fc
      .array(
        fc.record({
          agent_id: fc.constantFrom('a', 'b', 'c'),
          required_scorers_pass: fc.boolean(),
          scorecard: fc.option(fc.nat(100)),
          composite: fc.option(ratio),
          wall_ms: fc.option(fc.nat(1e6)),
        }),
        { maxLength: 9 },
      )
      .map((list) => list.map((run, i) => ({ run_id: `r${i}`, ...run }))),
  }),
  'competition@2': fc.record({
    runs: fc
      .array(
        fc.record({
          agent_id: fc.constantFrom('a', 'b', 'c'),
          required_scorers_pass: fc.boolean(),
          scorecard: fc.option(fc.integer({ min: 85, max: 95 })),
          composite: fc.option(ratio),
          wall_ms: fc.option(fc.nat(1e6)),
          change: fc.constantFrom('one', 'other', null),
        }),
        { maxLength: 9 },
      )
      .map((list) => list.map((run, i) => ({ run_id: `r${i}`, ...run }))),
  }),
  rate: fc.record({
    tasks: fc.array(
      fc.nat(9).chain((n) => fc.record({ passes: fc.nat(n), n: fc.constant(n) })),
      { maxLength: 6 },
    ),
    k: fc.integer({ min: 1, max: 4 }),
  }),
  interactions: fc.record({ entries: fc.array(entry, { maxLength: 10 }) }),
  classify: fc.constantFrom(...COMMANDS).map((command) => ({ tool: 'Bash', input: { command } })),
};
