import { readFile } from 'node:fs/promises';
import { parquetReadObjects } from 'hyparquet';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';
import { makePricedRuns } from './priced-runs.ts';

/* Real runs in the explorer: tables, charts and exports. */
describe.skipIf(!HAS_BROWSER)('the data explorer (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  let made: Awaited<ReturnType<typeof makeRuns>>;
  let priced: Awaited<ReturnType<typeof makePricedRuns>>;

  beforeAll(async () => {
    [dashboard, made] = await Promise.all([openDashboard(), makeRuns('nightly')]);
    for (const { folder } of made.results) await dashboard.send(folder);
    priced = await makePricedRuns();
  });
  afterAll(async () => {
    await priced?.[Symbol.asyncDispose]();
    await made?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  const rows = (page: Page) => page.locator('.explorer-table tbody tr:not(.group-line)');

  test('any field can be a column, a filter or a group, and the URL keeps them', async () => {
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
    await page.getByLabel('Group by').selectOption('');
    await page.locator('.explorer-table').getByRole('button', { name: 'Agent' }).click();
    await page.waitForURL(/sort=agent_id&order=asc/);
    const agents = async () => (await rows(page).allTextContents()).map((row) => /careful|claude|idle/.exec(row)?.[0]);
    const sorted = (await agents()).toSorted();
    await expect.poll(agents).toEqual(sorted);
    expect(faults).toEqual([]);
  });

  test.each([
    {
      chart: 'Trend',
      shows: '.chart canvas',
      says: /: 1 of 3 runs passed, 1 tampered, mean score of passed runs \d+ ± 0/,
    },
    { chart: 'Histogram', shows: '.bars', says: /3 runs, back to/ },
  ])('the $chart shows the numbers of the server', async ({ chart, shows, says }) => {
    const { page, faults } = await dashboard.open('/explorer');
    await page.getByRole('button', { name: chart }).click();
    await page.locator(shows).first().waitFor();
    const card = page.locator('section', { has: page.getByRole('group', { name: 'Chart' }) });
    await expect.poll(async () => (await card.textContent())?.replaceAll('\u00a0', ' ')).toMatch(says);
    expect(faults).toEqual([]);
  });

  test('the result can be a column, a filter and a group', async () => {
    const { page, faults } = await dashboard.open('/explorer?group=result');
    await expect.poll(() => rows(page).count()).toBe(3);
    expect((await page.locator('.explorer-table thead th').allTextContents()).slice(0, 4)).toEqual([
      'Open',
      'Result',
      'To review',
      'Reason',
    ]);
    const groups = (await page.locator('.group-line').allTextContents()).toSorted();
    expect(groups).toEqual(['failed 1 run shown', 'passed 1 run shown', 'tampered 1 run shown']);
    expect(await page.locator('.explorer-table [data-tone="good"]').allTextContents()).toEqual(['passed']);
    await page.getByLabel('Add a filter').selectOption('result');
    await page.getByLabel('Result', { exact: true }).first().selectOption('tampered');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.waitForURL(/result=tampered/);
    expect(faults).toEqual([]);
  });

  test('runs with unknown cost are not drawn, with a message', async () => {
    const { page, faults } = await dashboard.open('/explorer?chart=cost');
    await page.getByText('No run has both a score and a known cost.').waitFor();
    expect(faults).toEqual([]);
  });

  const take = async (page: Page, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return await readFile(await download.path());
  };

  test('exports the shown rows, the same in every format', async () => {
    const { page, faults } = await dashboard.open('/explorer?column=agent_id&column=score&column=created_at');
    await expect.poll(() => rows(page).count()).toBe(3);
    const objects = JSON.parse((await take(page, 'JSON')).toString()) as Record<string, string | number>[];
    expect(objects.map(({ agent_id }) => agent_id).toSorted()).toEqual(['careful', 'claude', 'idle']);
    const lines = (await take(page, 'NDJSON')).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(objects);
    const cells = objects.map(({ agent_id, score, created_at }) => `${agent_id},${score},${created_at}\r\n`);
    expect((await take(page, 'CSV')).toString()).toBe(`agent_id,score,created_at\r\n${cells.join('')}`);
    const { buffer, byteOffset, length } = await take(page, 'Parquet');
    const read = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer });
    expect(read).toEqual(objects.map((row) => ({ ...row, created_at: new Date(String(row['created_at'])) })));
    expect(faults).toEqual([]);
  });

  test('columns can be chosen after visiting a run', async () => {
    const { page } = await dashboard.open(`/runs/${made.careful.run_id}?tab=trace`);
    await page.getByRole('tree').waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Label', { exact: true }).check();
    await page.getByRole('columnheader', { name: 'Label' }).waitFor();
  });

  describe('with runs of known cost', () => {
    const PRICED = '/explorer?chart=cost&label=priced';

    beforeAll(async () => {
      for (const { folder } of priced.results) await dashboard.send(folder);
    });

    /** The run as the server reports it: its score depends on the duration of other runs. */
    const graded = (name: string) => {
      const made = priced.results.find(({ scenario }) => scenario === name);
      return callApi<{ scenario: string; score: number }>(dashboard, `/v1/runs/${made?.run_id}`, { method: 'GET' });
    };

    const points = (page: Page) => page.getByRole('listbox').getByRole('option');

    /** The position of a point, as shares of the chart's width and height. */
    const drawn = async (page: Page, name: RegExp) => {
      const [room, point] = [page.getByRole('listbox'), page.getByRole('option', { name })];
      const [around, middle] = [await room.boundingBox(), await middleOf(point)];
      if (around === null) throw new Error('Expected the chart to be visible');
      return {
        right: (middle.x - around.x) / around.width,
        up: (around.y + around.height - middle.y) / around.height,
      };
    };

    test('each is a point at its cost and score, and runs with unknown cost are counted', async () => {
      expect(priced.costs).toEqual(
        new Map([
          ['cheap', 3 * 1_000 + 20 * 100],
          ['dear', 3 * 90_000 + 20 * 100],
          ['unpriced', null],
        ]),
      );
      const { page, faults } = await dashboard.open(PRICED);
      await points(page).first().waitFor();
      const [cheap, dear] = [await graded('cheap'), await graded('dear')];
      const names = (await points(page).all()).map((point) => point.getAttribute('aria-label'));
      expect(await Promise.all(names)).toEqual([
        `passed, ${cheap.score} for $0.005: cheap, claude-code`,
        `failed, ${dear.score} for $0.272: dear, claude-code`,
      ]);
      expect(dear.score).toBeLessThan(cheap.score);
      const tones = (await points(page).all()).map((point) => point.getAttribute('data-tone'));
      expect(await Promise.all(tones)).toEqual(['good', 'bad']);
      await page.getByText('1 run with unknown cost not shown.').waitFor();
      // the axes go from $0 to $0.30 and from 0 to 100
      for (const [{ scenario, score }, usd] of [
        [cheap, 0.005],
        [dear, 0.272],
      ] as const) {
        const { right, up } = await drawn(page, new RegExp(scenario));
        expect(right).toBeCloseTo(usd / 0.3, 2);
        expect(up).toBeCloseTo(score / 100, 2);
      }
      expect(faults).toEqual([]);
    });

    test('hovering a point shows its run, and a click opens it', async () => {
      const { page, faults } = await dashboard.open(PRICED);
      const dear = page.getByRole('option', { name: /dear/ });
      await page.getByText('Point at a run for details').waitFor();
      const { x, y } = await middleOf(dear);
      // near the point is enough
      await page.mouse.move(x - 9, y + 9);
      await page.getByText(/^failed, \d+ for \$0\.272: dear, claude-code Open the run$/).waitFor();
      await page.mouse.click(x - 9, y + 9);
      await page.getByRole('heading', { level: 1, name: 'dear' }).waitFor();
      expect(page.url()).toContain(priced.results.find(({ scenario }) => scenario === 'dear')?.run_id);
      expect(faults).toEqual([]);
    });

    test('the keyboard does the same', async () => {
      const { page, faults } = await dashboard.open(PRICED);
      const chart = page.getByRole('listbox', { name: 'Cost and score of 2 runs' });
      await chart.focus();
      await page.getByText(/^passed, \d+ for \$0\.005: cheap/).waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText(/^failed, \d+ for \$0\.272: dear/).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'cheap' }).waitFor();
      expect(faults).toEqual([]);
    });

    test('exports exact costs in every format', async () => {
      const { page } = await dashboard.open('/explorer?label=priced&column=scenario&column=cost_usd_micros');
      await expect.poll(() => rows(page).count()).toBe(3);
      const known = [...priced.costs].map(([scenario, cost_usd_micros]) => ({ scenario, cost_usd_micros }));
      const sorted = <Row extends { scenario: string }>(found: readonly Row[]) =>
        found.toSorted((one, other) => one.scenario.localeCompare(other.scenario));
      expect(sorted(JSON.parse((await take(page, 'JSON')).toString()))).toEqual(sorted(known));
      const lines = (await take(page, 'NDJSON')).toString().trimEnd().split('\n');
      expect(sorted(lines.map((line) => JSON.parse(line)))).toEqual(sorted(known));
      const cells = (await take(page, 'CSV')).toString().trimEnd().split('\r\n').toSorted();
      expect(cells).toEqual(['cheap,5000', 'dear,272000', 'scenario,cost_usd_micros', 'unpriced,']);
      const { buffer, byteOffset, length } = await take(page, 'Parquet');
      const read = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer });
      expect(sorted(read as { scenario: string }[])).toEqual(
        sorted(known).map((row) => ({
          ...row,
          cost_usd_micros: row.cost_usd_micros === null ? null : BigInt(row.cost_usd_micros),
        })),
      );
      await page.getByText('$0.27', { exact: true }).waitFor();
    });
  });

  test('the page is accessible and fits a phone, in light and dark', async () => {
    await expectAccessible(
      dashboard,
      ['/explorer', '.chart canvas'],
      ['/explorer?chart=histogram', '.bars'],
      ['/explorer?chart=cost', '.scatter'],
      ['/explorer?chart=histogram&group=agent_id&overall=PASS', '.bars'],
    );
  });
});

async function middleOf(drawn: Locator): Promise<{ x: number; y: number }> {
  const box = await drawn.boundingBox();
  if (box === null) throw new Error('Expected a visible element');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
