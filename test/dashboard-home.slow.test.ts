import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunId } from '@assay/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../packages/server/src/store/sql/connection.ts';
import { toUuid } from '../packages/server/src/store/sql/ids.ts';
import { sql } from '../packages/server/src/store/sql/sql.ts';
import { buildRun, buildTask } from '../packages/server/test/runs.ts';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';
import { createProject } from './projects.ts';
import { violations } from './violations.ts';

const HOUR_MS = 3_600_000;

/** Stores runs with a result and a time, without executing anything. */
async function addRuns({ server, database_url }: Dashboard) {
  const { organization_id, workspace_id, services } = server;
  const { task_id } = await services.store.tasks.keep(organization_id, buildTask());
  const pool = openPool({ url: database_url, connections: 1 });
  return {
    async add(at_ms: number, { result, ...fields }: { result: string } & Partial<ReturnType<typeof buildRun>>) {
      const run = buildRun({ task_id, ...fields });
      await services.store.runs.record(organization_id, { run, workspace_id });
      await pool.run(sql`
        update runs set created_at = ${new Date(at_ms).toISOString()}::timestamptz, result = ${result}, review = 0
        where run_id = ${toUuid(run.run_id)}`);
      return run.run_id as RunId;
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

describe.skipIf(!HAS_BROWSER)('the home page and trends', () => {
  let dashboard: Dashboard;
  let stack: AsyncDisposableStack;
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    const project = stack.use(
      await createProject({
        scenarios: ['rate-limit', 'fix-<b>race</b>'].map((name) => ({
          name,
          user_instruction: `Solve ${name}.`,
          workspace_seed: 'empty',
          scorers: [{ name: 'small', type: 'max_files_changed', limit: 3 }],
        })),
      }),
    );
    dashboard = stack.use(await openDashboard({ folder: project.folder, root: join(project.folder, '.assay') }));
  }, 120_000);
  afterAll(() => stack.disposeAsync());

  test('a new server lists the scenarios of its folder and three next steps, each with a command', async () => {
    const { page, faults } = await dashboard.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByText('Nothing is running.').waitFor();
    const steps = page.getByRole('region', { name: 'Next steps' });
    for (const name of ['Grade your sessions', 'Mine your repository', 'Connect your agent'])
      await steps.getByRole('heading', { name }).waitFor();
    await steps.getByRole('button', { name: /Copy.*Grade your sessions/ }).click();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(`assay login ${dashboard.server.url} && assay push --since 7d`);
    await page.getByRole('row', { name: /fix-<b>race<\/b> not proven yet folder/ }).waitFor();
    await page.getByRole('link', { name: 'All 2 scenarios' }).click();
    await page.getByRole('row', { name: /rate-limit not proven yet folder/ }).waitFor();
    // the state of the list is in the address
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/sort=name&order=desc/);
    expect(await page.locator('tbody th').allTextContents()).toEqual(['rate-limit', 'fix-<b>race</b>']);
    expect(faults).toEqual([]);
    await expectAccessible(dashboard, ['/', '.step'], ['/scenarios', '.sheet'], ['/trends', '.tile']);
  });

  test('a read-only key sees the steps and nothing that it may not do', async () => {
    const { organization_id, services, url } = dashboard.server;
    const token = await services.store.sessions.createLink({ organization_id, scopes: ['read'], actor: 'a reader' });
    const { page } = await dashboard.open(`/login#token=${token}`, { signedIn: false });
    await page.getByText('Ask an admin for a key').waitFor();
    expect(await page.getByRole('link', { name: 'Create a key' }).count()).toBe(0);
    await page.goto(`${url}/scenarios`);
    await page.locator('.sheet').waitFor();
    expect(await page.getByRole('link', { name: 'New scenario' }).count()).toBe(0);
  });

  test('shows what changed since yesterday, and leads to it', async () => {
    await using runs = await addRuns(dashboard);
    const now = Date.now();
    await runs.add(now - 30 * HOUR_MS, { result: 'passed', scenario: 'rate-limit', agent_id: 'codex' });
    const failed = await runs.add(now - HOUR_MS, {
      result: 'tampered',
      scenario: 'rate-limit',
      agent_id: 'codex',
      cost_usd_micros: 1_230_000,
    });
    const { page, faults } = await dashboard.open('/');
    const card = page.getByRole('region', { name: 'Since yesterday' });
    await card.getByRole('link', { name: 'Tampered 1 before: 0' }).waitFor();
    await card.getByRole('link', { name: 'Unchecked 0 before: 0' }).waitFor();
    await card.getByRole('link', { name: /Cost \$1\.23 before/ }).waitFor();
    await card.getByRole('heading', { name: '1 regression' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await card.getByRole('link', { name: 'rate-limit' }).click();
    await page.waitForURL(new RegExp(failed));
    await page.goBack();
    await card.getByRole('link', { name: /^Tampered/ }).click();
    await page.waitForURL(/\/runs\?result=tampered&days=1/);
    await page.locator('.run-line').first().waitFor();
    expect(faults).toEqual([]);
    await expectAccessible(dashboard, ['/', '.home-regressions']);
  });

  test('last month is one click from any page, with its cost, runs and pass rate', async () => {
    // with no runs of other months
    await using dashboard = await openDashboard();
    await using runs = await addRuns(dashboard);
    const today = new Date();
    const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 10, 12);
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(last));
    for (const [agent_id, result, cost_usd_micros] of [
      ['codex', 'passed', 100_000_000],
      ['codex', 'failed', 20_400_000],
      ['claude-code', 'passed', 62_000_000],
      ['=cmd()', 'error', null],
    ] as const)
      await runs.add(last, { result, agent_id, cost_usd_micros, scenario: 'rate-limit', label: 'nightly' });

    const { page, faults } = await dashboard.open('/agents');
    await page.getByRole('link', { name: 'Trends' }).click();
    const tile = page.getByRole('link', { name: `Last month: ${month}` });
    await tile.waitFor();
    expect(await tile.textContent()).toBe(`Last month: ${month}$182.404 runs, 67% passed, 1 run of unknown cost`);

    await tile.click();
    await page.waitForURL(/range=last_month/);
    const names = async () => (await page.locator('.totals tbody th').allTextContents()).map((name) => name.trim());
    await expect.poll(names).toEqual(['codex', 'claude-code', '=cmd()']);
    await page.getByRole('row', { name: /^codex \$120\.40 2 50% 9% to 91%, n = 2 \$60\.20$/ }).waitFor();
    await page.getByRole('row', { name: /^Total \$182\.40 4/ }).waitFor();
    await page.getByRole('button', { name: 'Runs', exact: true }).last().click();
    await page.waitForURL(/sort=runs/);
    await page.getByRole('button', { name: 'Label' }).click();
    await page.getByRole('row', { name: /^nightly \$182\.40/ }).waitFor();
    await page.getByRole('button', { name: 'Agent', exact: true }).first().click();
    await page.getByRole('button', { name: 'Pass rate' }).click();
    await page.getByText(/claude-code 100% \(21% to 100%, n = 1\)/).waitFor();
    const caption = page.getByRole('slider', { name: 'Period in the caption' });
    await caption.press('Home');
    await expect.poll(() => caption.getAttribute('aria-valuetext')).toContain('no run passed or failed');
    expect(await violations(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile((await (await download).path()) as string, 'utf8');
    expect(csv.split('\r\n')[0]).toBe('agent,day,runs,passed,not_passed,tampered,unchecked,errored,cost_usd_micros');
    expect(csv).toContain(`'=cmd(),${new Date(last).toISOString().slice(0, 10)},1,0,0,0,0,1,\r\n`);

    await runs.add(Date.now(), { result: 'passed', scenario: 'rate-limit', cost_usd_micros: 1_230_000 });
    const { workspace_id } = dashboard.server;
    await callApi(dashboard, `/v1/workspaces/${workspace_id}`, {
      method: 'PATCH',
      body: { budget_usd_micros: 1_500_000 },
    });
    await page.goto(`${dashboard.server.url}/`);
    await page.getByText('Budget of this month: 82% of $1.50 used.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'See what it was spent on' }).click();
    await page.getByRole('link', { name: /^This month.*82% of \$1\.50 used/ }).waitFor();
    await page.goto(`${dashboard.server.url}/trends?range=12m`);
    await page.getByText('Budget $1.50').waitFor();
    await page.goto(`${dashboard.server.url}/trends?range=last_month`);

    await followGroup(page);
    expect(faults).toEqual([]);
    const paths = ['cost', 'runs', 'rate'].map((show) => [`/trends?range=last_month&show=${show}`, '.totals'] as const);
    await expectAccessible(dashboard, ...paths);
    const totals = await callApi(dashboard, '/v1/runs/totals?since=2020-02-30', { method: 'GET' }).catch(String);
    expect(totals).toContain('422');
  });
});

/** A group leads to its runs of the same days. */
async function followGroup(page: Page): Promise<void> {
  await page.locator('.totals').getByRole('link', { name: 'codex' }).click();
  await page.waitForURL(/\/explorer\?agent_id=codex&since=\d{4}-\d{2}-01&until=/);
  await page.locator('.sheet, .run-table').first().waitFor();
}
