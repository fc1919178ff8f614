import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REFERENCE_AGENTS } from '@assay/schema';
import { openStore } from '@assay/server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProof } from '../packages/server/test/pushed.ts';
import { startWorker } from '../packages/server/test/start-worker.ts';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';
import { violations } from './violations.ts';

const FILES = {
  'fixture/src/add.js': 'export const add = (a, b) => a - b;\n',
  'fixture/test/add.test.js': "import '../src/add.js';\n",
  'fixture/logo.bin': Buffer.from([0xff, 0xfe, 0, 1]),
};

/** A task with a check script in the workspace, which an agent can overwrite unless another scorer protects it. */
async function freezeTask(dashboard: Dashboard, name: string, scorers: readonly object[]): Promise<string> {
  const scenario = {
    name,
    user_instruction: 'Make answer.txt say yes.',
    workspace_seed: { copy: 'fixture' },
    scorers: [{ name: 'says yes', type: 'command', command: 'sh check.sh' }, ...scorers],
    oracle: 'oracle.patch',
  };
  const files = {
    'fixture/answer.txt': 'no\n',
    'fixture/check.sh': 'grep -qx yes answer.txt\n',
    'oracle.patch':
      'diff --git a/answer.txt b/answer.txt\n--- a/answer.txt\n+++ b/answer.txt\n@@ -1 +1 @@\n-no\n+yes\n',
  };
  const { scenario_id } = await callApi<{ scenario_id: string }>(dashboard, '/v1/scenarios', { body: { scenario } });
  const body = { files };
  const { task_id } = await callApi<{ task_id: string }>(dashboard, `/v1/scenarios/${scenario_id}/tasks`, { body });
  // the task remains usable; archiving keeps the list of scenarios short
  await callApi(dashboard, `/v1/scenarios/${scenario_id}/archive`);
  return `/tasks/${task_id}`;
}

/* The scenario editor, with fields and errors from the server. */
describe.skipIf(!HAS_BROWSER)('the scenarios (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  let folder: string;
  let scenario_path = '';
  let task_path = '';
  let proven_path = '';

  beforeAll(async () => {
    dashboard = await openDashboard();
    folder = await mkdtemp(join(tmpdir(), 'assay-scenario-'));
    for (const [name, content] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const scorer = (page: Page, place: number) => page.getByRole('group', { name: `Scorer ${place}` });

  test('the editor creates a scenario and shows errors while typing', async () => {
    const { page, faults } = await dashboard.open('/scenarios');
    await page.getByRole('link', { name: 'Create the first scenario' }).click();
    await page.getByText('2 errors').waitFor();
    const save = page.getByRole('button', { name: 'Create scenario' });
    expect(await save.isDisabled()).toBe(true);
    const asked = page.locator('section', { has: page.getByRole('heading', { name: 'Basics' }) });
    await asked.getByLabel('Name').fill('fix-add');
    await asked.getByLabel('Instruction').fill('Make add add.');
    await page.getByText('No errors').waitFor();

    await page.getByRole('button', { name: 'Add a scorer' }).click();
    await scorer(page, 2).getByLabel('Name').fill('only sources');
    await scorer(page, 2).getByLabel('Type').selectOption('allowed_paths');
    await page.locator('.fault-list', { hasText: 'scorers[1].patterns' }).waitFor();
    await scorer(page, 2).getByLabel('patterns').fill('src/*\n\nlib/*');
    await page.getByText('No errors').waitFor();

    await page.getByRole('button', { name: 'Add a check' }).click();
    await page.getByRole('group', { name: 'Check 1' }).getByLabel('Check').fill('It adds');
    await page.getByRole('group', { name: 'Check 1' }).getByLabel('Weight').fill('0.7');
    await page.getByText('Weights sum to 0.7; they must sum to 1').waitFor();
    await page.getByRole('button', { name: 'Add a check' }).click();
    await page.getByRole('group', { name: 'Check 2' }).getByLabel('Check').fill('It does no more');
    await page.getByText('one check gets the rest').waitFor();

    await save.click();
    await page.getByRole('heading', { level: 1, name: 'fix-add' }).waitFor();
    scenario_path = new URL(page.url()).pathname;
    expect(faults).toEqual([]);
    const stored = await callApi<{ scenario: object }>(dashboard, `/v1${scenario_path}`, { method: 'GET' });
    expect(stored.scenario).toMatchObject({
      name: 'fix-add',
      user_instruction: 'Make add add.',
      workspace_seed: { copy: 'fixture' },
      scorers: [
        { name: 'tests pass', type: 'command', command: 'npm test' },
        { name: 'only sources', type: 'allowed_paths', patterns: ['src/*', 'lib/*'], glob: 'fnmatch' },
      ],
      rubric: [{ check: 'It adds', weight: 0.7 }, { check: 'It does no more' }],
    });
  });

  test('"required" of a scorer defaults to the default of its type', async () => {
    const { page, faults } = await dashboard.open('/scenarios/new');
    await page.getByRole('button', { name: 'Add a scorer' }).click();
    const required = scorer(page, 2).getByRole('checkbox');
    const told: Record<string, boolean> = {};
    for (const type of ['command', 'no_new_suppressions', 'budget', 'llm_judge']) {
      await scorer(page, 2).getByLabel('Type').selectOption(type);
      told[type] = await required.isChecked();
    }
    expect(told).toEqual({ command: true, no_new_suppressions: false, budget: false, llm_judge: false });
    expect(await required.isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('freezes a task from a folder and shows the snapshot', async () => {
    const { page, faults } = await dashboard.open(scenario_path);
    await page.getByLabel('Scenario folder').setInputFiles(folder);
    await page.getByText('3 files').waitFor();
    await page.getByRole('button', { name: 'Freeze a task' }).click();
    await page.getByRole('heading', { level: 1, name: 'Task of fix-add' }).waitFor();
    task_path = new URL(page.url()).pathname;
    expect(await page.locator('.frozen-files tbody th').allTextContents()).toEqual([
      'fixture/logo.bin ',
      'fixture/src/add.js ',
      'fixture/test/add.test.js ',
    ]);
    const task = await callApi<{ task_digest: string; files: { name: string; size_bytes: number }[] }>(
      dashboard,
      `/v1${task_path}`,
      { method: 'GET' },
    );
    expect(await page.locator('.digests').textContent()).toContain(task.task_digest);
    expect(task.files.map(({ size_bytes }) => size_bytes)).toEqual([4, 36, 24]);
    expect(faults).toEqual([]);
  });

  test('shows which files of the seed a pattern matches', async () => {
    const { page, faults } = await dashboard.open(scenario_path);
    const row = scorer(page, 2);
    await row.getByText('1 of 3 files match').click();
    const matched = row.locator('.glob-found li[data-matched] code');
    expect(await matched.allTextContents()).toEqual(['src/add.js']);
    await row.getByLabel('patterns').fill('*.js');
    await expect.poll(() => matched.allTextContents()).toEqual(['src/add.js', 'test/add.test.js']);
    await row.getByLabel('glob').selectOption('gitignore');
    await row.getByLabel('patterns').fill('/src/');
    await expect.poll(() => matched.allTextContents()).toEqual(['src/add.js']);
    expect(faults).toEqual([]);
  });

  test('a scenario can be edited as JSON, and a conflicting save is rejected', async () => {
    const { page, faults } = await dashboard.open(scenario_path);
    const slower = await page.context().newPage();
    await slower.goto(page.url());
    await slower.getByLabel('Instruction').waitFor();
    await page.getByRole('button', { name: 'JSON' }).click();
    const text = page.getByLabel('Scenario as JSON');
    await text.fill('{"name": ');
    await page.locator('.editor .fault').waitFor();
    const written = {
      name: 'fix-add',
      user_instruction: 'Add.',
      workspace_seed: { copy: 'fixture' },
      history: 'keep',
    };
    await text.fill(JSON.stringify(written));
    await page.getByRole('button', { name: 'Save scenario' }).click();
    await page.getByText('revision 2').waitFor();
    expect(
      (await callApi<{ scenario: object }>(dashboard, `/v1${scenario_path}`, { method: 'GET' })).scenario,
    ).toMatchObject({
      ...written,
      scorers: [],
    });
    expect(faults).toEqual([]);
    await slower.getByLabel('Instruction').fill('Too late.');
    await slower.getByRole('button', { name: 'Save scenario' }).click();
    await slower.locator('.editor').getByRole('alert').waitFor();
    expect(await slower.getByLabel('Instruction').inputValue()).toBe('Too late.');
  });

  test('starts a run, which waits for a worker', async () => {
    const { page, faults } = await dashboard.open(task_path);
    await page.getByLabel('Agent', { exact: true }).selectOption('nop');
    await page.getByLabel('Display name').fill('idle');
    await page.getByLabel('Label').fill('first');
    await page.getByRole('button', { name: 'Start run' }).click();
    const ordered = page.getByRole('status', { name: 'Created' }).getByRole('listitem');
    await expect.poll(() => ordered.allTextContents()).toEqual([expect.stringMatching(/^queued idle run_/)]);
    await ordered.first().getByRole('link').click();
    await page.waitForURL(/\/runs\/run_/);
    expect(faults).toEqual([]);
  });

  const card = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Proof' }) });
  const trials = (page: Page) => card(page).locator('tbody tr');

  test('a task without an oracle cannot be proven and says why', async () => {
    const { page, faults } = await dashboard.open(task_path);
    await card(page).getByText('it has no oracle: nothing shows that it can be solved').waitFor();
    expect(await card(page).getByRole('status').textContent()).toMatch(/^not proven /);
    expect(await card(page).getByRole('button', { name: 'Prove task' }).isDisabled()).toBe(true);
    expect(await trials(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('proving a task queues all trials and shows their results without a reload', async () => {
    const untouched = { name: 'check untouched', type: 'tests_unmodified', paths: ['check.sh'] };
    const weak = await freezeTask(dashboard, 'say-yes', []);
    proven_path = await freezeTask(dashboard, 'say-yes-soundly', [untouched]);
    const { page, faults } = await dashboard.open(weak);
    const line = card(page).getByRole('status');
    await expect.poll(() => line.textContent()).toMatch(/^not tried /);
    for (const path of [weak, proven_path]) {
      await page.goto(`${dashboard.server.url}${path}`);
      await card(page).getByRole('button', { name: 'Prove task' }).click();
      await expect.poll(() => line.textContent()).toBe(`still running 0 of ${REFERENCE_AGENTS.length} graded`);
      await expect
        .poll(() => trials(page).filter({ hasText: 'waiting for a worker' }).count())
        .toBe(REFERENCE_AGENTS.length);
    }
    expect(await trials(page).first().textContent()).toMatch(/^oracle must pass\s*waiting for a worker\s*queued$/);
    expect(await trials(page).last().textContent()).toMatch(
      /^cheat:shadowed-runner must not pass\s*waiting for a worker\s*queued$/,
    );

    await using store = await openStore({ url: dashboard.database_url, connections: 4 });
    await using _ = startWorker({ store, url: dashboard.database_url, concurrency: 2 });
    await expect.poll(() => line.textContent(), { timeout: 200_000 }).toMatch(/^proven The oracle passes/);
    const told = await trials(page).allTextContents();
    expect(told.filter((text) => text.endsWith('met') && !text.endsWith('not met'))).toHaveLength(
      REFERENCE_AGENTS.length,
    );
    const [honest, idle, cheats] = [/^oracle/, /^nop/, /^cheat:/].map((of) => told.filter((text) => of.test(text)));
    for (const text of honest ?? []) expect(text).toMatch(/^oracle[\w:-]* must pass\s*passed/);
    for (const text of cheats ?? []) expect(text).toMatch(/must not pass\s*(failed|tampered)/);
    expect(idle?.[0]).toMatch(
      /^nop must not pass\s*failed\s*Stopped by .+\. failed: The agent failed: the agent left neither a change nor an answer/,
    );

    await page.goto(`${dashboard.server.url}${weak}`);
    await expect.poll(() => line.textContent()).toBe('not proven cheat:exit-0-stub passes without solving it');
    const fooled = trials(page).filter({ hasText: 'not met' });
    expect(await fooled.locator('th code').allTextContents()).toEqual(['cheat:exit-0-stub']);
    await fooled.getByRole('link').click();
    await page.waitForURL(/\/runs\/run_/);
    expect(faults).toEqual([]);
  });

  test('the pages are accessible and fit a phone, in light and dark', async () => {
    await expectAccessible(
      dashboard,
      ['/scenarios', 'tbody tr'],
      ['/scenarios/new', '.scorer-row'],
      [scenario_path, '.tasks li'],
      [task_path, '.digests'],
      [proven_path, '.proof-trials tbody tr'],
    );
  });

  test('an archived scenario is no longer listed', async () => {
    const { page, faults } = await dashboard.open(scenario_path);
    await page.getByRole('button', { name: /^Archive/ }).click();
    await page.getByRole('button', { name: /^Really archive/ }).click();
    await page.getByText('No scenarios yet').waitFor();
    expect(faults).toEqual([]);
  });

  test('proofs that were pushed are on the page of their scenario and in the list', async () => {
    const scenario = { name: 'pushed', user_instruction: 'Add.', workspace_seed: { copy: 'fixture' }, scorers: [] };
    const { scenario_id } = await callApi<{ scenario_id: string }>(dashboard, '/v1/scenarios', { body: { scenario } });
    const trial = { outcome: 'COMPLETED', scorers: 'PASS', remark: 'passes without solving it' };
    const trials = [
      { ...trial, agent: 'oracle', holds: true },
      { ...trial, agent: 'cheat:skip-all', holds: true, scorers: 'FAIL' },
      { ...trial, agent: 'cheat:early-exit', holds: false },
    ];
    const proof = { ...buildProof().proof, proven: false, reason: 'cheat:early-exit passes', trials };
    await callApi(dashboard, '/v1/proofs', { body: { scenario: 'pushed', proof } });
    await callApi(dashboard, '/v1/proofs', { body: buildProof('elsewhere') });
    const { page, faults } = await dashboard.open(`/scenarios/${scenario_id}`);
    const sent = page.getByRole('group', { name: 'Proofs from other machines' });
    const told = 'not proven 2 cheats tried, early-exit passed. cheat:early-exit passes Assay 0.1.0';
    await sent.getByRole('row', { name: told }).waitFor();
    expect(await sent.getByRole('row').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    await page.goto(`${dashboard.server.url}/scenarios`);
    await sent.getByRole('row', { name: /^proven elsewhere 0 cheats tried/ }).waitFor();
    expect(await sent.getByRole('row').count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
