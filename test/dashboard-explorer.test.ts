import { readFile } from 'node:fs/promises';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, HAS_BROWSER, openDashboard } from './dashboard-kit.ts';
import { expectGoodLooks } from './dashboard-looks.ts';

/* Runs that were really made, looked at from every side and taken along. */
describe.skipIf(!HAS_BROWSER)('the data explorer (skipped where there is no Chromium)', () => {
  let dashboard: Dashboard;
  let made: Awaited<ReturnType<typeof makeRuns>>;

  beforeAll(async () => {
    [dashboard, made] = await Promise.all([openDashboard(), makeRuns('nightly')]);
    for (const { folder } of made.results) await dashboard.send(folder);
  });
  afterAll(async () => {
    await made?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  const rows = (page: Page) => page.locator('.explorer-table tbody tr:not(.group-line)');

  test('any field is a column, a filter or a group, and all of it is in the address', async () => {
    const { page, faults } = await dashboard.open('/explorer');
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Label', { exact: true }).check();
    await page.getByLabel('Tier', { exact: true }).uncheck();
    await page.getByLabel('Group by').selectOption('agent_id');
    await page.getByLabel('Add a filter').selectOption('overall');
    await page.getByLabel('Scorers', { exact: true }).first().selectOption('PASS');
    await expect.poll(() => rows(page).count()).toBe(1);
    const address = page.url();
    await page.goto(address);
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await page.locator('.group-line').allTextContents()).toEqual(['careful 1 run shown']);
    const titles = await page.locator('.explorer-table thead th').allTextContents();
    expect([titles.includes('Label'), titles.includes('Tier')]).toEqual([true, false]);
    await page.getByRole('button', { name: 'Remove the filter Scorers' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test.each([
    { chart: 'Trend', shows: '.chart canvas', says: /: \d+, give or take [\d.]+, over 3 runs/ },
    { chart: 'Histogram', shows: '.bars', says: /3 runs, back to/ },
    { chart: 'Heat map', shows: '.heat', says: /monotonic-clock\D*\d+ ?1\/1 runs passed/ },
  ])('the $chart is drawn of what the server counted', async ({ chart, shows, says }) => {
    const { page, faults } = await dashboard.open('/explorer');
    await page.getByRole('button', { name: chart }).click();
    await page.locator(shows).first().waitFor();
    const card = page.locator('section', { has: page.getByRole('group', { name: 'Chart' }) });
    await expect.poll(async () => (await card.textContent())?.replaceAll('\u00a0', ' ')).toMatch(says);
    expect(faults).toEqual([]);
  });

  test('runs of unknown cost are no points, and that is said', async () => {
    const { page, faults } = await dashboard.open('/explorer?chart=cost');
    await page.getByText('No run has both a score and a known cost.').waitFor();
    expect(faults).toEqual([]);
  });

  test('what is shown is taken along, in every form the same', async () => {
    const { page, faults } = await dashboard.open('/explorer?column=agent_id&column=score&column=created_at');
    await expect.poll(() => rows(page).count()).toBe(3);
    const take = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return await readFile(await download.path());
    };
    const objects = JSON.parse((await take('JSON')).toString()) as Record<string, string | number>[];
    expect(objects.map(({ agent_id }) => agent_id).toSorted()).toEqual(['careful', 'claude', 'idle']);
    const lines = (await take('NDJSON')).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(objects);
    const cells = objects.map(({ agent_id, score, created_at }) => `${agent_id},${score},${created_at}\r\n`);
    expect((await take('CSV')).toString()).toBe(`agent_id,score,created_at\r\n${cells.join('')}`);
    const { buffer, byteOffset, length } = await take('Parquet');
    const read = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer });
    expect(read).toEqual(objects.map((row) => ({ ...row, created_at: new Date(String(row['created_at'])) })));
    expect(faults).toEqual([]);
  });

  test('everyone can read it, on anything', async () => {
    await expectGoodLooks(
      dashboard,
      ['/explorer', '.chart canvas'],
      ['/explorer?chart=histogram', '.bars'],
      ['/explorer?chart=matrix&group=agent_id&overall=PASS', '.heat'],
    );
  });
});
