import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  hasRecentFalseAlarms,
  type Planned,
  type RunComparisonOptions,
  readComparedRuns,
  runAa,
  runComparison,
  runMatrix,
} from '@assay/harness';
import { Comparison, parse } from '@assay/schema';
import { score } from '@assay/scoring';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../packages/detect/test/workspace.ts';
import { type ComparedProject, config, openProject, type ProjectParts } from './compared-project.ts';
import { SILENT } from './projects.ts';

// real programs are slow on a busy machine
vi.setConfig({ testTimeout: 120_000 });

const CONFIGURATIONS = { plain: 'be brief', helpful: 'finish what you are asked for' };

async function compare(parts: ProjectParts, options: Partial<RunComparisonOptions> = {}) {
  using project = openProject({ configurations: CONFIGURATIONS, ...parts });
  const comparison = await runComparison({
    ...project.options,
    baseline: './plain',
    candidate: './helpful',
    repeat: 2,
    sequential: false,
    ...options,
  });
  const kept = readFileSync(join(project.folder, '.assay/comparisons', `${comparison.comparison_id}.json`), 'utf8');
  expect(parse(Comparison, JSON.parse(kept))).toEqual(comparison);
  return comparison;
}

test('a configuration that helps is improved, with the list of differences', async () => {
  const comparison = await compare({});
  expect(comparison.verdict).toMatchObject({ verdict: 'improved', promote: true, formula_version: '3' });
  expect(comparison.differences).toEqual([{ path: 'CLAUDE.md', change: 'modified' }]);
  expect(comparison.tasks.map(({ task_id }) => task_id)).toEqual(['one', 'three', 'two']);
  expect(comparison.tasks[0]).toMatchObject({
    scenario: 'one',
    agent: 'bot',
    baseline: { passed: 2, checks: 4 },
    candidate: { passed: 4, checks: 4 },
  });
  expect(comparison.baseline.configuration?.digest).not.toBe(comparison.candidate.configuration?.digest);
  expect(comparison.baseline.configuration).toMatchObject({ source: './plain' });
});

test('a configuration that hurts is regressed', async () => {
  const { verdict } = await compare({}, { baseline: './helpful', candidate: './plain' });
  expect(verdict).toMatchObject({ verdict: 'regressed', promote: false });
});

test('both sides of a task run one after the other, in an order that depends on the seed', async () => {
  using project = openProject({ configurations: CONFIGURATIONS });
  const order = async (seed: string): Promise<string[]> => {
    const planned: string[] = [];
    const controller = new AbortController();
    const events = {
      ...project.options.events,
      planned: ({ cells }: Planned) => {
        planned.push(...cells.map(({ prepared, label }) => `${prepared.task.scenario.name} ${label?.split('/')[1]}`));
        controller.abort(); // only the plan matters here
      },
    };
    const { signal } = controller;
    const options = { ...project.options, baseline: './plain', candidate: './helpful', events, signal };
    await expect(runComparison({ ...options, repeat: 4, sequential: false, seed })).rejects.toThrow();
    return planned;
  };
  const once = await order('one');
  expect(once).toHaveLength(24);
  expect(await order('one')).toEqual(once);
  expect(await order('another')).not.toEqual(once);
  for (let i = 0; i < 24; i += 2) expect(once[i]?.split(' ')[0]).toBe(once[i + 1]?.split(' ')[0]);
  expect(new Set(once.filter((_, i) => i % 2 === 0).map((cell) => cell.split(' ')[1])).size).toBe(2);
});

test('a sequential comparison stops as soon as the verdict is settled', async () => {
  const looked: number[] = [];
  const comparison = await compare(
    { scenarios: ['one', 'two', 'three', 'four', 'five'] },
    { sequential: true, repeat: 8, onLook: ({ looks }) => looked.push(looks?.taken ?? 0) },
  );
  expect(comparison.verdict).toMatchObject({ verdict: 'improved', formula: 'sequential' });
  expect(comparison.looks).toMatchObject({ planned: 7, settled: true });
  expect(comparison.looks?.taken).toBeLessThanOrEqual(2);
  expect(looked).toHaveLength((comparison.looks?.taken ?? 0) - 1);
});

test('a run with an environment failure is repeated and excluded', async () => {
  using scratch = scratchFolder();
  const program = join(scratch.path, 'agent');
  // missing the first time, installed afterwards
  const install = () => writeFileSync(program, 'cat > /dev/null; echo done > state.txt; echo said', { mode: 0o755 });
  const comparison = await compare(
    { scenarios: ['one'], command: program },
    { repeat: 1, events: { ...SILENT, finished: install } },
  );
  expect(comparison.tasks[0]).toMatchObject({ baseline: { passed: 2 }, candidate: { passed: 2 } });
  expect(comparison.left_out).toEqual([
    expect.objectContaining({ task_id: 'one', reason: expect.stringContaining('agent_unavailable') }),
  ]);
  expect(comparison.verdict.verdict).not.toBe('improved');
});

test('gives no verdict if a run cannot be made', async () => {
  using project = openProject({ scenarios: ['one', 'two'], configurations: CONFIGURATIONS });
  const runs = join(project.folder, '.assay/runs');
  const missed: string[] = [];
  const events = {
    ...project.options.events,
    started: () => {
      rmSync(runs, { recursive: true, force: true });
      writeFileSync(runs, 'no folder');
    },
    missed: ({ reason }: { reason: string }) => missed.push(reason),
  };
  const options = { ...project.options, events, baseline: './plain', candidate: './helpful' };
  await expect(runComparison({ ...options, repeat: 1, sequential: false })).rejects.toMatchObject({
    code: 'sandbox_unavailable',
    message: expect.stringMatching(/a run of (one|two) by bot could not be made: /),
  });
  expect(missed).toHaveLength(12);
});

test('gives no verdict if the agent cannot be started on either side', async () => {
  await expect(compare({ scenarios: ['one'], command: 'no-such-program' }, { repeat: 1 })).rejects.toMatchObject({
    code: 'agent_unavailable',
    message: expect.stringContaining('agent_unavailable'),
  });
});

test.each([
  { agents: ['claud-code'], code: 'usage', says: 'unknown agent' },
  { agents: [], scenarios: ['none-such'], code: 'invalid_config', says: 'none-such' },
])('rejects $agents before anything runs', async ({ code, says, ...options }) => {
  await expect(compare({}, options)).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
});

test('gives no verdict if the agent program is missing', async () => {
  using project = openProject({ scenarios: ['one'], configurations: CONFIGURATIONS });
  const options = { ...project.options, baseline: './plain', candidate: './helpful', agents: ['codex'] };
  const host = { ...options.host, environment: { PATH: '/nowhere' } };
  await expect(runComparison({ ...options, host, repeat: 1, sequential: false })).rejects.toMatchObject({
    code: 'agent_unavailable',
  });
});

test('a candidate that makes the agent crash is regressed, even if it is cheaper', async () => {
  const crashes =
    'cat > /dev/null; echo said; echo x > made.txt; grep -q finish CLAUDE.md || echo done > state.txt; grep -q finish CLAUDE.md && exit 1 || exit 0';
  const { verdict } = await compare({ command: crashes });
  expect(verdict).toMatchObject({ verdict: 'regressed', promote: false });
});

test('compares a configuration with and without one skill', async () => {
  const command = 'cat > /dev/null; ls .claude/skills/tidy && echo done > state.txt; echo said';
  const comparison = await compare(
    { command, files: { 'helpful/.claude/skills/tidy/SKILL.md': 'tidy up\n' } },
    { skill: 'tidy' },
  );
  expect(comparison.verdict.verdict).toBe('improved');
  expect(comparison.differences).toEqual([{ path: '.claude/skills/tidy/SKILL.md', change: 'added' }]);
  expect(comparison.baseline.label).toBe('./helpful without tidy');
});

test('rejects a sequential comparison with too few repeats', async () => {
  await expect(compare({}, { sequential: true, repeat: 1 })).rejects.toMatchObject({ code: 'usage' });
});

test('rejects a budget that leaves too few runs to compare', async () => {
  using project = openProject({ scenarios: ['one'], configurations: CONFIGURATIONS });
  let clock_ms = Date.now();
  const host = { ...project.options.host, now: () => (clock_ms += 1000) };
  putFiles(project.folder, { 'assay.config.json': config({ budget_wall_s: 1 }) });
  const options = { ...project.options, host, baseline: './plain', candidate: './helpful', sequential: false };
  await expect(runComparison({ ...options, repeat: 2 })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('the budget of 1 s was used up'),
  });
});

/** Skips the hard task in its first runs if CLAUDE.md says "sloppy"; solves all others. */
const sloppy = (log: string, runs: number) =>
  `cat > /dev/null; echo said; test -f hard.txt && grep -q sloppy CLAUDE.md && echo >> ${log} && test $(wc -l < ${log}) -le ${runs} && exit 0; echo done > state.txt`;

async function compareSloppy(
  project: ComparedProject,
  options: Partial<RunComparisonOptions> = {},
): Promise<{ comparison: Comparison; remarks: string[]; started: string[] }> {
  const [remarks, started]: [string[], string[]] = [[], []];
  const comparison = await runComparison({
    ...project.options,
    baseline: './plain',
    candidate: './sloppy',
    repeat: 2,
    sequential: false,
    ...options,
    events: {
      ...project.options.events,
      planned: (plan) => remarks.push(...plan.remarks),
      started: (cell) => {
        started.push(`${cell.prepared.task.scenario.name} ${cell.label?.split('/').slice(1).join('/')}`);
        options.events?.started(cell);
      },
    },
  });
  return { comparison, remarks, started };
}

const openSloppy = (runs: number): ComparedProject & { readonly scratch: Disposable } => {
  const scratch = scratchFolder();
  const project = openProject({
    configurations: { plain: 'be brief', sloppy: 'be sloppy' },
    command: sloppy(join(scratch.path, 'log'), runs),
    files: { 'scenarios/one/fixture/hard.txt': 'hard\n' },
  });
  return { ...project, scratch };
};

test('a task lost in every run gets fresh runs and is then proven', async () => {
  using project = openSloppy(1000);
  using _ = project.scratch;
  const { comparison, remarks, started } = await compareSloppy(project);
  expect(comparison.verdict).toMatchObject({ verdict: 'regressed', promote: false });
  expect(comparison.verdict.regressions[0]).toMatchObject({ task_id: 'one', kind: 'task_lost', status: 'proven' });
  // twelve runs of all tasks, then ten of the suspected task only
  expect(started).toHaveLength(22);
  expect(new Set(started.slice(12))).toEqual(new Set(['one baseline/fresh', 'one candidate/fresh']));
  expect(remarks).toContain('suspected: one; making 5 to 10 fresh runs per task and side');
  expect(comparison.confirmation).toMatchObject({ ended: 'proven', commands: [], tasks: [{ task_id: 'one' }] });
  const [fresh] = comparison.confirmation?.tasks ?? [];
  expect([fresh?.baseline.run_ids.length, fresh?.candidate.run_ids.length]).toEqual([5, 5]);
  expect(comparison.tasks.map(({ baseline }) => baseline.run_ids.length)).toEqual([2, 2, 2]);

  // the file contains both stages, so the verdict can be recomputed; the label of a side covers only the first stage
  expect(score('verdict', comparison.input)).toEqual(comparison.verdict);
  const root = join(project.folder, '.assay');
  const named = await readComparedRuns(`${comparison.comparison_id}/baseline`, {
    folder: project.folder,
    root,
    side: 'baseline',
  });
  expect(named.runs).toHaveLength(6);
  const kept = readFileSync(join(root, 'comparisons', `${comparison.comparison_id}.json`), 'utf8');
  expect(parse(Comparison, JSON.parse(kept))).toEqual(comparison);
});

test('a task lost by chance is cleared by fresh runs', async () => {
  using project = openSloppy(2);
  using _ = project.scratch;
  const { comparison, started } = await compareSloppy(project);
  expect(started).toHaveLength(22);
  expect(comparison.confirmation).toMatchObject({ ended: 'cleared', commands: [] });
  expect(comparison.verdict.verdict).toBe('neutral');
  expect(comparison.verdict.regressions.map(({ task_id }) => task_id)).not.toContain('one');
  expect(comparison.verdict.warnings).toContainEqual(expect.stringContaining('cleared by 5 fresh runs'));
});

test('without a second stage the loss stays suspected, with the command to settle it', async () => {
  using project = openSloppy(1000);
  using _ = project.scratch;
  const { comparison, started } = await compareSloppy(project, { confirm: false });
  expect(started).toHaveLength(12);
  expect(comparison.verdict).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true });
  expect(comparison.input.confirmation).toBeUndefined();
  expect(comparison.confirmation).toEqual({
    tasks: [],
    ended: 'not_made',
    reason: 'the second stage is turned off: 5 fresh runs on each side of one would settle it',
    commands: ['assay compare one --baseline ./plain --candidate ./sloppy --agent bot --repeat 5'],
  });
  expect(comparison.to_settle?.runs).toBeGreaterThan(0);
});

test('a spent budget ends the second stage, and the existing runs are analyzed once more', async () => {
  using project = openSloppy(1000);
  using _ = project.scratch;
  const command = sloppy(join(project.folder, 'log'), 1000);
  putFiles(project.folder, {
    'assay.config.json': config({ budget_wall_s: 3600, agents: [{ id: 'bot', type: 'command', command }] }),
  });
  let [count, later_ms] = [0, 0];
  const { comparison } = await compareSloppy(project, {
    host: { ...project.options.host, now: () => Date.now() + later_ms },
    events: {
      ...project.options.events,
      started: () => {
        count += 1;
        if (count === 15) later_ms = 3_600_000;
      },
    },
  });
  expect(count).toBe(15);
  expect(comparison.confirmation).toMatchObject({
    ended: 'budget',
    tasks: [{ baseline: { run_ids: [expect.any(String)] } }],
  });
  expect(comparison.verdict).toMatchObject({ verdict: 'neutral', promote: false });
  expect(comparison.verdict.regressions[0]).toMatchObject({ kind: 'task_lost', status: 'suspected' });
  expect(comparison.left_out).toEqual([
    expect.objectContaining({ task_id: 'one', reason: expect.stringContaining('budget') }),
  ]);
});

test.each([2, 3])(
  'an agent that loses a task in %i of its runs gets fresh runs, as a configuration does',
  async (repeat) => {
    const solves = 'cat > /dev/null; echo done > state.txt; echo said';
    using project = openProject({ scenarios: ['one', 'two'], command: solves });
    // an agent that skips one of the tasks
    const skips = 'cat > /dev/null; test -f hard.txt || echo done > state.txt; echo said';
    putFiles(project.folder, {
      'scenarios/one/fixture/hard.txt': 'hard\n',
      'assay.config.json': config({
        agents: [
          { id: 'bot', type: 'command', command: solves },
          { id: 'lazy', type: 'command', command: skips },
        ],
      }),
    });
    const started: string[] = [];
    const compareAgents = (confirm: boolean) =>
      runMatrix({
        ...project.options,
        ...{ agents: ['bot', 'lazy'], configurations: [], models: [], repeat, confirm },
        events: {
          ...project.options.events,
          started: ({ prepared, spec, label }) =>
            started.push(`${prepared.task.scenario.name} ${spec.id}${label?.endsWith('/fresh') ? ' fresh' : ''}`),
        },
      });
    const [found] = await compareAgents(true);
    expect(found?.verdict).toMatchObject({ verdict: 'regressed', promote: false });
    expect(found?.verdict.regressions[0]).toMatchObject({ task_id: 'one', kind: 'task_lost', status: 'proven' });
    expect(found?.confirmation).toMatchObject({ ended: 'proven' });
    expect(started.slice(4 * repeat).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'one bot fresh'),
      ...Array.from({ length: 5 }, () => 'one lazy fresh'),
    ]);
    const kept = readFileSync(join(project.folder, '.assay/comparisons', `${found?.comparison_id}.json`), 'utf8');
    expect(parse(Comparison, JSON.parse(kept))).toEqual(found);

    const [alone] = await compareAgents(false);
    expect(alone?.verdict.verdict).toBe('neutral');
    expect(alone?.confirmation).toEqual({
      tasks: [],
      ended: 'not_made',
      reason: 'the second stage is turned off: 5 fresh runs on each side of one would settle it',
      commands: ['assay compare one --agent lazy --against bot --repeat 5'],
    });
  },
);

test('a matrix compares every agent under every configuration with the first', async () => {
  using project = openProject({ scenarios: ['one', 'two', 'three'], configurations: CONFIGURATIONS });
  const comparisons = await runMatrix({
    ...project.options,
    agents: ['bot', 'nop', 'bot'],
    configurations: ['./plain', './helpful'],
    models: [],
    repeat: 2,
  });
  expect(
    comparisons.map(({ baseline, candidate, verdict }) => [baseline.label, candidate.label, verdict.verdict]),
  ).toEqual([
    ['bot · ./plain', 'bot · ./helpful', 'improved'],
    ['bot · ./plain', 'nop · ./plain', expect.any(String)],
    ['bot · ./plain', 'nop · ./helpful', expect.any(String)],
  ]);
  expect(new Set(comparisons.flatMap(({ tasks }) => tasks[0]?.baseline.run_ids.join())).size).toBe(1);
});

test('a matrix lists the runs that a spent budget excluded, in the comparisons of their side', async () => {
  using project = openProject({ scenarios: ['one'], configurations: CONFIGURATIONS });
  putFiles(project.folder, { 'assay.config.json': config({ budget_wall_s: 3600 }) });
  let [started, later_ms] = [0, 0];
  const onStart = () => {
    started += 1;
    if (started === 11) later_ms = 3_600_000;
  };
  const comparisons = await runMatrix({
    ...project.options,
    host: { ...project.options.host, now: () => Date.now() + later_ms },
    events: { ...project.options.events, started: onStart },
    agents: ['bot', 'nop'],
    configurations: ['./plain', './helpful'],
    models: [],
    repeat: 3,
    seed: 'cut',
  });
  const left_out = comparisons.flatMap((comparison) => comparison.left_out);
  expect(started).toBe(11);
  expect(new Set(left_out.map(({ run_id }) => run_id)).size).toBe(3);
  expect(left_out.every(({ reason }) => reason.includes('before round 3 was complete'))).toBe(true);
  const candidates = left_out.filter(({ side }) => side === 'candidate').map(({ run_id }) => run_id);
  expect(new Set(candidates).size).toBe(candidates.length);
});

test('an A/A test stays within the false-alarm limit and is stored', async () => {
  using project = openProject({ scenarios: ['one', 'two', 'three'], configurations: CONFIGURATIONS });
  const found = await runAa({ ...project.options, configuration: './plain', repeat: 2, trials: 200, seed: 'aa' });
  expect(found).toMatchObject({ repeat: 2, runs: 12, trials: 200, holds: true, underpowered: expect.any(Number) });
  expect(found.improved.rate).toBeLessThanOrEqual(0.025);
  expect(JSON.parse(readFileSync(join(project.folder, '.assay/aa.json'), 'utf8'))).toEqual(found);

  const comparison = await runComparison({
    ...project.options,
    baseline: './plain',
    candidate: './plain',
    repeat: 1,
    sequential: false,
  });
  const recent = (days: number) =>
    hasRecentFalseAlarms(comparison, {
      root: join(project.folder, '.assay'),
      now_ms: Date.now() + days * 86_400_000,
      max_age_days: 7,
    });
  expect([await recent(0), await recent(8), await recent(-1)]).toEqual([true, false, false]);
  const other = { ...comparison, tasks: comparison.tasks.slice(1) };
  expect(
    await hasRecentFalseAlarms(other, {
      root: join(project.folder, '.assay'),
      now_ms: Date.now(),
      max_age_days: 7,
    }),
  ).toBe(false);
  putFiles(project.folder, { '.assay/aa.json': JSON.stringify({ ...found, trials: 199 }) });
  expect(await recent(0)).toBe(false);
});

test('finds earlier runs by label, folder and file, and ignores scores in the file', async () => {
  using project = openProject({ scenarios: ['one'], configurations: CONFIGURATIONS });
  const sides = { baseline: './plain', candidate: './helpful' };
  const made = await runComparison({ ...project.options, ...sides, repeat: 1, sequential: false });
  const root = join(project.folder, '.assay');
  const [task] = made.tasks;
  const ids = [...(task?.baseline.run_ids ?? []), ...(task?.candidate.run_ids ?? [])];
  putFiles(project.folder, {
    'forged.json': JSON.stringify({
      runs: ids.map((run_id) => ({ run_id, folder: '/gone', composite: { composite: 1 }, overall: 'PASS' })),
    }),
  });
  const read = (name: string, side: 'baseline' | 'candidate' = 'candidate') =>
    readComparedRuns(name, { folder: project.folder, root, side }).then(({ runs }) =>
      runs.map(({ run_id, parts }) => [run_id, parts.checks.passed]).toSorted(),
    );
  const [before, after] = [
    [ids[0], 1],
    [ids[1], 2],
  ];
  expect(await read(`${made.comparison_id}/baseline`)).toEqual([before]);
  expect(await read('.assay/runs')).toEqual([before, after].toSorted());
  expect(await read('forged.json')).toEqual([before, after].toSorted());
  expect(await read(`.assay/comparisons/${made.comparison_id}.json`, 'baseline')).toEqual([before]);
  expect(await read(`.assay/comparisons/${made.comparison_id}.json`, 'candidate')).toEqual([after]);
  await expect(read('none-such')).rejects.toMatchObject({ code: 'run_not_found' });
  await expect(read('scenarios/one/fixture/state.txt')).rejects.toMatchObject({ code: 'invalid_json' });
});
