import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ScorerConfig } from '@assay/schema';
import { afterAll, expect, test } from 'vitest';
import { ACP_AGENTS } from '../../agents/acp-agents.ts';
import { AGENTS } from '../../agents/index.ts';
import { formatConfigError, listConfigErrors } from '../documents/config-errors.ts';
import { type LoadedScenario, loadProject } from '../load-project.ts';

const configs = fileURLToPath(new URL('../../../../../fixtures/configs/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const known = { agentTypes: AGENTS.map(({ type }) => type), acpAgents: ACP_AGENTS.map(({ id }) => id) };
const load = (folder: string, names?: readonly string[]) =>
  loadProject({ folder: `${configs}${folder}`, ...known, ...(names && { names }) });

const mistakesIn = async (folder: string): Promise<readonly string[]> =>
  listConfigErrors(await loadProject({ folder, ...known }).catch((error: unknown) => error)).map(formatConfigError);

test('converts an AXIS project', async () => {
  const { config, agents, scenarios, notes } = await load('axis');
  expect(config).toMatchObject({
    formulas: { axis: '1' },
    judge: { use: 'claude-cli', model: 'opus' },
    weights: { goal_achievement: 0.5, environment: 0.2, service: 0.2, agent: 0.1 },
    concurrency: 4,
    budget_tokens: 900_000,
    budget_wall_s: 1800,
  });
  expect(agents).toMatchObject([
    { id: 'claude-code', type: 'claude-code', env: ['SHOP_TOKEN'] },
    { id: 'codex|gpt-5', type: 'codex', model: 'gpt-5', flags: ['--search', '--profile', 'fast'] },
    { id: 'house-bot', type: 'command', command: 'sh ./bot.sh', skills: [`${configs}axis/skills/release-notes`] },
  ]);
  expect(scenarios.map(({ id, title, agents: own }) => ({ id, title, agents: own }))).toEqual([
    { id: 'cms/write-post@plain', title: 'Write a post [plain]', agents: null },
    { id: 'cms/write-post@formal', title: 'Write a post [formal]', agents: null },
    { id: 'fix-total', title: 'Fix the total', agents: ['claude-code'] },
    { id: 'smoke', title: 'Smoke', agents: ['claude-code', 'house-bot'] },
  ]);
  expect(notes).toMatchInlineSnapshot(`
    [
      "name: ignored; reports do not show a project name",
      "network: agents can reach only their model; in AXIS the network is open",
      "judging: claude-code judges every run; the other judges are ignored",
      "formulas: AXIS results use version 1, which AXIS itself prints; to change it, set \`formulas\` in this file, such as { "axis": "3" }",
      "mcp_servers: \${SHOP_TOKEN} is passed unchanged, for the agent to expand",
      "cms/write-post@later: skipped, as configured",
      "skipped scenarios/shared/tones.ts: expected a default export, found none",
    ]
  `);
});

test('an AXIS scenario keeps its prompt, rubric, servers, skills, limits and captured files', async () => {
  const { scenarios } = await load('axis', ['fix-total']);
  expect(scenarios).toHaveLength(1);
  expect(scenarios[0]?.scenario).toMatchObject({
    name: 'fix-total',
    user_instruction: 'The total in src/total.js leaves out the last item. Correct it.',
    workspace_seed: { copy: 'scenario-fixtures/shop' },
    teardown: 'rm -rf node_modules',
    rubric: [{ check: 'The last item is counted', weight: 0.6 }, { check: 'Nothing else changed' }],
    skills: ['./skills/release-notes'],
    capture: ['*.log', 'out/**'],
    limits: { wall_s: 30, tokens: null },
    mcp_servers: {
      files: { command: 'npx', args: ['-y', 'file-server'], env: { ROOT: '.' } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as in the file
      shop: { url: 'https://shop.example/mcp', headers: { Authorization: 'Bearer ${SHOP_TOKEN}' } },
    },
  });
});

test('a variant replaces the fields it sets and keeps the rest', async () => {
  const { scenarios } = await load('axis', ['cms/write-post']);
  expect(
    scenarios.map(({ scenario }) => [scenario.user_instruction, scenario.limits.wall_s, scenario.limits.tokens]),
  ).toEqual([
    ['Write posts/spring.md with the title Spring.', 300, 100_000],
    ['Write posts/spring.md, formally.', 900, 5000],
  ]);
});

test('runs the AXIS setup: copies by pattern, variables and output', async () => {
  const { scenarios } = await load('axis', ['fix-total']);
  const { scenario, base } = scenarios[0] as LoadedScenario;
  const workspace = mkdtempSync(join(scratch, 'w-'));
  const env = { PATH: process.env['PATH'], ASSAY_SCENARIO_FOLDER: base };
  const printed = execFileSync('bash', ['--norc', '-o', 'pipefail', '-c', scenario.setup ?? ''], {
    cwd: workspace,
    env,
    encoding: 'utf8',
  });
  expect(printed).toBe('preparing fix-total\n');
  expect(readdirSync(workspace, { recursive: true }).sort()).toEqual(['docs', 'docs/notes.md']);
});

test('reports errors of an AXIS project with its own field names', async () => {
  expect(await mistakesIn(`${configs}axis-broken`)).toMatchInlineSnapshot(`
    [
      "axis.config.json:2:32 scenarios[1]: expected a local folder or file, found "https://git.example/team/scenarios" (configurations are not fetched: clone it and use its path)",
      "axis.config.json:3:71 agents[2].comand: expected no such field, found "x" (did you mean command?)",
      "axis.config.json:4:32 settings.concurrency: expected a number of at least 1, found 0",
      "axis.config.json:4:54 settings.scoring_weights: expected four weights that add up to 1 (± 0.001), found 1.5",
      "scenarios/one.json:1:47 judge: expected text or a list, found 3",
    ]
  `);
});

test.each([
  {
    field: { beforeAll: [{ action: 'run_script', command: 'x' }] },
    says: 'beforeAll: expected no actions on this machine',
  },
  {
    field: { agents: ['codex', 'own'], adapters: { own: './own.js' } },
    says: 'axis.config.json:1:70 adapters.own: expected a `command` in agents[1], which can run in a sandbox, found "./own.js" (adapters are not loaded, because they start their agents outside the sandbox',
  },
  { field: { settings: { remotes: { maxDepth: 2 } } }, says: 'settings.remotes: expected no remote scenarios' },
  { field: { skills: ['team/skill'] }, says: 'skills[0]: expected the path of a local skill' },
  { field: { judging: { agents: ['gemini'] } }, says: 'judging.agents: expected claude-code among the judges' },
  { field: { agents: ['gose'] }, says: '(did you mean goose?)' },
  { field: { agents: ['constructor'] }, says: 'found "constructor"' },
  {
    scenario: { setup: [{ action: 'run_script', command: 'echo $AXIS_AGENT' }] },
    says: 'setup[0]: expected a script that is the same for every agent',
  },
  {
    scenario: { setup: [{ action: 'copy', match: '../x', destination: '.' }] },
    says: 'setup[0]: expected a path inside the configuration folder',
  },
  {
    scenario: { setup: [{ action: 'copy', match: 'x', destination: '.' }] },
    says: 'setup[0]: expected a file or folder at "x"',
  },
  { scenario: { key: 'other' }, says: 'key: expected "one", found "other"' },
])('rejects unsupported AXIS fields: $says', async ({ field = {}, scenario = {}, says }) => {
  const folder = mkdtempSync(join(scratch, 'a-'));
  const one = { name: 'One', prompt: 'Do it.', judge: 'Done', ...scenario };
  writeFileSync(
    join(folder, 'axis.config.json'),
    JSON.stringify({ scenarios: './one.json', agents: ['codex'], ...field }),
  );
  writeFileSync(join(folder, 'one.json'), JSON.stringify(one));
  expect((await mistakesIn(folder)).join('\n')).toContain(says);
});

test.each([
  { agents: ['codex', { agent: 'own', command: './own.sh' }], note: 'its agents run their `command`', why: 'used' },
  { agents: ['codex'], note: 'no agent uses it', why: 'not used' },
])('does not load an adapter; its agents run their command: $why', async ({ agents, note }) => {
  const folder = mkdtempSync(join(scratch, 'd-'));
  const scenarios = [{ key: 'one', name: 'One', prompt: 'Do it.', judge: 'Done' }];
  const adapters = { Own: './own.js' };
  writeFileSync(join(folder, 'axis.config.json'), JSON.stringify({ scenarios, agents, adapters }));
  const project = await loadProject({ folder, ...known });
  expect(project.notes.join('\n')).toContain(`adapters.Own: not loaded`);
  expect(project.notes.join('\n')).toContain(note);
  expect(project.agents).toHaveLength(agents.length);
});

test.each([
  { formulas: undefined, versions: { axis: '1' }, note: 'AXIS results use version 1, which AXIS itself prints' },
  { formulas: { axis: '3' }, versions: { axis: '3' }, note: 'AXIS results use version 3, as set in this file' },
  { formulas: { scorecard: '2' }, versions: { axis: '1', scorecard: '2' }, note: 'AXIS results use version 1' },
])('an AXIS project with formulas $formulas is scored by $versions, with one note', async (asked) => {
  const folder = mkdtempSync(join(scratch, 'f-'));
  const scenarios = [{ key: 'one', name: 'One', prompt: 'Do it.', judge: 'Done' }];
  const project = { scenarios, agents: ['codex'], formulas: asked.formulas };
  writeFileSync(join(folder, 'axis.config.json'), JSON.stringify(project));
  const { config, notes } = await loadProject({ folder, ...known });
  expect(config.formulas).toEqual(asked.versions);
  expect(notes.filter((note) => note.startsWith('formulas:'))).toEqual([expect.stringContaining(asked.note)]);
});

test.each([
  {
    judge: [
      { check: 'a', weight: 3 },
      { check: 'b', weight: 1 },
    ],
    weights: [0.75, 0.25],
  },
  { judge: [{ check: 'a', weight: 2 }, { check: 'b' }], weights: [1, 0] },
  { judge: [{ check: 'a' }, { check: 'b' }], weights: [undefined, undefined] },
])('normalizes AXIS weights that do not sum to 1', async ({ judge, weights }) => {
  const folder = mkdtempSync(join(scratch, 'w-'));
  const inline = { key: 'one', name: 'One', prompt: 'Do it.', judge };
  writeFileSync(join(folder, 'axis.config.json'), JSON.stringify({ scenarios: [inline], agents: ['codex'] }));
  const { scenarios } = await loadProject({ folder, ...known });
  expect(scenarios[0]?.scenario.rubric.map(({ weight }) => weight)).toEqual(weights);
});

test('converts SkillCI tasks, several or one', async () => {
  const suite = await load('skillci');
  expect(suite.scenarios.map(({ id, title, agents }) => ({ id, title, agents }))).toEqual([
    { id: 'round-prices', title: 'Round prices to cents', agents: ['claude-code'] },
    { id: 'tidy-notes', title: 'Tidy the notes', agents: ['codex'] },
  ]);
  expect(suite.agents.map(({ id }) => id)).toEqual(['claude-code', 'codex']);
  const alone = await load('skillci/round-prices');
  expect(alone.scenarios).toHaveLength(1);
  expect(alone.scenarios[0]?.scenario).toEqual(suite.scenarios[0]?.scenario);
  expect(alone.scenarios[0]?.scenario).toMatchObject({
    workspace_seed: { copy: '.' },
    limits: { wall_s: 90 },
    rubric: [{ check: 'Is the change small, and right for halves?' }],
  });
  expect((await load('.', ['skillci/tidy-notes/task.json'])).scenarios[0]?.id).toBe('tidy-notes');
});

test('converted SkillCI checks pass and fail as in SkillCI', async () => {
  const { scenarios } = await load('skillci/round-prices');
  const { scenario, base } = scenarios[0] as LoadedScenario;
  const workspace = mkdtempSync(join(scratch, 's-'));
  cpSync(base, workspace, { recursive: true });
  const run = (command: string): boolean => {
    try {
      execFileSync('bash', ['--norc', '-o', 'pipefail', '-c', command], {
        cwd: workspace,
        stdio: 'ignore',
        env: { PATH: process.env['PATH'] },
      });
      return true;
    } catch {
      return false;
    }
  };
  expect(run(scenario.setup as string)).toBe(true);
  expect(existsSync(join(workspace, 'task.json'))).toBe(false);
  const [, contains, noTodo, suite] = scenario.scorers as readonly ScorerConfig<'command'>[];
  const verdicts = () => [contains, noTodo, suite].map((scorer) => run((scorer as ScorerConfig<'command'>).command));
  expect(verdicts()).toEqual([false, true, false]);
  const code = "// it's\nrounded = 1; // TODO\nexport const price = (cents) => Math.round(cents) / 100;\n".replace(
    '\nrounded = 1;',
    '\nrounded',
  );
  writeFileSync(join(workspace, 'src/price.js'), `/*\n${code.replace('\nexport', '\n*/\nexport')}`);
  expect(verdicts()).toEqual([true, false, true]);
});

test('reports errors of a SkillCI task with its own field names', async () => {
  const folder = mkdtempSync(join(scratch, 't-'));
  const task = {
    id: 'x',
    title: 'X',
    agent: 'claude',
    fixtureDir: './none',
    prompt: 'Do it.',
    checks: [{ kind: 'fileExist', path: 'a' }],
    timeout: 1,
  };
  writeFileSync(join(folder, 'task.json'), JSON.stringify(task));
  expect(await mistakesIn(folder)).toMatchInlineSnapshot(`
    [
      "task.json:1:31 agent: expected one of "claude-code", "cursor", "codex", found "claude" (did you mean claude-code?)",
      "task.json:1:98 checks[0].kind: expected "command" or "fileExists" or "fileContains" or "testSuite", found "fileExist" (did you mean fileExists?)",
      "task.json:1:133 timeout: expected no such field, found 1 (did you mean timeoutMs?)",
    ]
  `);
  const outside = {
    ...task,
    agent: 'codex',
    checks: [{ kind: 'fileExists', path: '/etc/passwd' }],
    timeout: undefined,
  };
  writeFileSync(join(folder, 'task.json'), JSON.stringify(outside));
  expect(await mistakesIn(folder)).toMatchInlineSnapshot(`
    [
      "task.json:1:52 fixtureDir: expected a folder at "./none", found nothing there",
      "task.json:1:117 checks[0].path: expected a path inside the workspace such as src/index.ts, without empty, . or .. segments, found "/etc/passwd"",
    ]
  `);
});
