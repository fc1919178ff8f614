import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, HAS_BROWSER, openDashboard } from './dashboard-kit.ts';
import { expectGoodLooks } from './dashboard-looks.ts';

/* Two sets of runs that were really made, compared by the server and looked at in a browser. */
describe.skipIf(!HAS_BROWSER)('comparisons (skipped where there is no Chromium)', () => {
  let dashboard: Dashboard;
  let made: Awaited<ReturnType<typeof makeRuns>>[] = [];
  let comparison_path = '';

  beforeAll(async () => {
    dashboard = await openDashboard();
    made = [await makeRuns('main'), await makeRuns('next')];
    for (const { results } of made) for (const { folder } of results) await dashboard.send(folder);
  });
  afterAll(async () => {
    for (const one of made) await one[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  test('two labels are chosen, and the verdict has a page of its own', async () => {
    const { page, faults } = await dashboard.open('/compare?baseline_label=main');
    await page.getByText('Nothing was compared yet').waitFor();
    const [baseline, candidate] = [
      page.getByRole('group', { name: 'Baseline' }),
      page.getByRole('group', { name: 'Candidate' }),
    ];
    expect(await baseline.getByLabel('Label').inputValue()).toBe('main');
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    expect(await compare.isDisabled()).toBe(true);
    await candidate.getByLabel('Label').fill('next');
    await compare.click();
    await page.locator('.banner').waitFor();
    comparison_path = new URL(page.url()).pathname;
    expect(await page.locator('.banner h1').textContent()).toMatch(/^(improved|neutral|regressed) next against main$/);
    expect(await page.locator('.dumbbells li').count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('both sides of a task stand next to each other, with their runs', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    await page.locator('.dumbbells .task-name', { hasText: 'careful' }).click();
    await page.waitForURL(/task=/);
    const task = page.locator('.both[open]', { hasText: 'careful' });
    for (const side of ['Baseline', 'Candidate']) {
      const runs = task.getByRole('region', { name: side }).locator('.side-run');
      await runs.first().waitFor();
      await expect.poll(() => runs.first().textContent()).toMatch(/PASS\d+ (Elite|Gold)/);
      expect(await runs.count()).toBe(1);
    }
    await task.locator('.side-run a').first().click();
    await page.waitForURL(/\/runs\/run_.*tab=trace/);
    expect(faults).toEqual([]);
  });

  test('the address of a task opens it', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    const name = await page.locator('.both summary b').last().textContent();
    await page.goto(`${dashboard.server.url}${comparison_path}?task=${encodeURIComponent(name ?? '')}`);
    await page.locator('.both[open]', { hasText: name ?? '' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('the pull request that came of it is told, and then known in the list too', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    await page.getByText('Tell of one').click();
    await page.getByLabel('Address').fill('https://example.com/agents/pull/7');
    await page.getByRole('button', { name: 'Save pull request' }).click();
    await page.getByRole('link', { name: 'example.com/agents/pull/7' }).waitFor();
    await page.getByRole('link', { name: 'All comparisons' }).click();
    const row = page.getByRole('row', { name: /next against main/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('open example.com/agents/pull/7');
    expect(faults).toEqual([]);
  });

  test('sets without runs are refused, with the reason', async () => {
    const { page } = await dashboard.open('/compare?baseline_label=main&candidate_label=never');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/^candidate: /);
  });

  test('everyone can read them, on anything', async () => {
    await expectGoodLooks(dashboard, ['/compare', 'tbody tr'], [comparison_path, '.dumbbells li']);
  });
});
