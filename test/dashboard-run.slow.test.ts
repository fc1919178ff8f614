import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, openDashboard, overflow } from './dashboard-kit.ts';
import { makeLongRun } from './long-run.ts';
import { violations } from './violations.ts';

const TABS = ['overview', 'trace', 'diff', 'transcript', 'evidence'];

/* The page of a run, with a real server, real runs and a real browser. */
describe.skipIf(!HAS_BROWSER)('a run (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  let made: Awaited<ReturnType<typeof makeRuns>>;

  beforeAll(async () => {
    [dashboard, made] = await Promise.all([openDashboard(), makeRuns()]);
    for (const { folder } of made.results) await dashboard.send(folder);
  });
  afterAll(async () => {
    await made?.[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  test('the header shows the result and its reason before any number', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}`);
    const integrity = page.getByRole('region', { name: 'Integrity findings' });
    await integrity.waitFor();
    const said = await words(page);
    expect(said).toMatch(/^Runs tampered monotonic-clock /);
    expect(said.indexOf('tampered')).toBeLessThan(said.indexOf('Scorecard'));
    expect(await page.title()).toMatch(/^tampered: monotonic-clock/);
    expect(await page.locator('.result-word').getAttribute('data-tone')).toBe('bad');
    expect(await page.locator('.gauge:not([data-tone="muted"])').count()).toBe(0);
    expect(await page.locator('.gate-tile[data-tone="good"]').count()).toBe(0);
    expect(await integrity.textContent()).toMatch(/certain.*test\/clock\.test\.ts:10/);
    await page.locator('.result-reason').getByRole('button', { name: 'test/clock.test.ts:10' }).click();
    await page.waitForURL(/file=test/);
    await page.goBack();
    await integrity.getByRole('button', { name: 'test/clock.test.ts:10' }).first().click();
    await page.waitForURL(/file=test/);
    await expect.poll(() => focused(page)).toContain('test/clock.test.ts');
    expect(faults).toEqual([]);
  });

  test('a passed run is green and shows what passed', async () => {
    const { page } = await dashboard.open(`/runs/${made.careful.run_id}`);
    await heading(page, 'Gates').waitFor();
    expect(await words(page)).toMatch(/^Runs passed monotonic-clock .*4 required checks, 1 stage and the judge passed/);
    expect(await page.locator('.result-word').getAttribute('data-tone')).toBe('good');
    expect(await page.locator('.gauge[data-tone="good"]').count()).toBeGreaterThan(0);
    expect(await page.getByRole('region', { name: 'Integrity findings' }).count()).toBe(0);
  });

  test('the overview shows the gates and their disagreement, ledgers, dimensions, cost and resources', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}`);
    await heading(page, 'Gates').waitFor();
    await page.getByText('maximum').first().waitFor();
    const said = await words(page);
    for (const text of ['run PASS', 'scorers FAIL', 'judge PASS', 'Constraint violated: a required scorer failed'])
      expect(said).toContain(text);
    for (const title of ['Scorecard ledger', 'AXIS ledger', 'Dimensions', 'Insights', 'Cost and resources', 'Stages'])
      expect(await heading(page, title).count(), title).toBe(1);
    expect(said).toMatch(/Scorecard (Bronze|Silver)/);
    await page.getByText('entries of built-in').waitFor();
    await page
      .getByRole('button', { name: /^Open interaction i\d+$/ })
      .first()
      .click();
    await page.waitForURL(/tab=trace&interaction=i\d+|interaction=i\d+&tab=trace/);
    await page.getByRole('dialog').waitFor();
    expect(faults).toEqual([]);
  });

  test('the trace shows scorers with output, the judge with its matrix, the timeline, and links to the evidence', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=trace`);
    const scorers = page.getByRole('region', { name: 'Scorers' });
    await scorers.waitFor();
    expect(await scorers.textContent()).toMatch(/scored 5 of 5[\s\S]*mean[\s\S]*OVERALL FAIL/);
    expect(await page.locator('.scorer[open] .scorer-name bdi').allTextContents()).toEqual(['tests untouched']);
    await scorers.locator('summary').filter({ hasText: 'tests pass' }).click();
    await scorers.getByText('return OFFSET_MS + performance.now();').waitFor();
    await scorers.getByText('exit code 0').first().waitFor();
    const judge = page.getByRole('region', { name: 'Judge' });
    for (const text of ['PASS', 'task completion', 'instruction adherence', 'efficiency', 'claude-sonnet-4-6'])
      expect(await judge.textContent()).toContain(text);
    expect(await judge.textContent()).toContain('Assay itself found 1 row violated, although the judge says PASS.');

    await page.getByLabel(/^Interactions/).press('Enter');
    const detail = page.getByRole('dialog');
    await detail.getByRole('button', { name: 'Show in transcript' }).first().click();
    await page.waitForURL(/tab=transcript/);
    await page.locator('.entry-line[data-wanted]').getByText('I should look at the code').waitFor();
    await page.goBack();
    await detail.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).not.toContain('interaction');
    await judge
      .getByRole('button', { name: /^Go to step e1$/ })
      .first()
      .click();
    await page.locator('.entry-line[data-wanted]').getByText('Make now() never go back.').waitFor();
    await page.goBack();
    await judge.getByRole('button', { name: /^Go to hunk test/ }).click();
    await page.waitForURL(/file=test/);
    await expect.poll(() => focused(page)).toContain('test/clock.test.ts');
    await page.goBack();
    await scorers.getByRole('button', { name: 'test/clock.test.ts' }).click();
    await page.waitForURL(/tab=diff/);
    expect(faults).toEqual([]);
  });

  test('the diff shows a file tree, colors, and findings below their lines', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=diff`);
    const file = page.getByRole('region', { name: 'Changes of test/clock.test.ts' });
    await file.waitFor();
    const lines = await file.locator('.diff-line').allInnerTexts();
    const pinned = lines.findIndex((line) => line.includes('nothing skipped:'));
    expect(lines[pinned - 1]).toContain("+test.skip('later is after now'");
    expect(lines.some((line) => line.includes('tests untouched: its content changed'))).toBe(true);
    expect(await file.locator('[data-token="string"]').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: /clock.test.ts has a finding/ }).click();
    await page.waitForURL(/file=test%2Fclock.test.ts/);
    expect(await page.getByRole('button', { name: /^clock\.ts/ }).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('the transcript can be searched, and a match can be shown in context', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=transcript`);
    await page.getByText('14 entries').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('OPERATOR is');
    await page.getByText('1 of 14 entries').waitFor();
    await page.getByRole('button', { name: 'Show in context' }).click();
    await page.getByText('14 entries', { exact: true }).waitFor();
    await page.locator('.entry-line[data-wanted]').getByText('The operator is wrong.').waitFor();
    await page.reload();
    await page.locator('.entry-line[data-wanted]').getByText('The operator is wrong.').waitFor();
    await page.getByRole('searchbox').fill('nobody said this');
    await page.getByText('No matching entries.').waitFor();
    expect(faults).toEqual([]);
  });

  test('the evidence lists every file with its digest, unchanged', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=evidence`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'diff.patch' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(
      await readFile(join(made.claude.folder, 'diff.patch'), 'utf8'),
    );
    expect(await page.locator('.digest').first().textContent()).toMatch(/^[0-9a-f]{64}$/);
    await page.getByText('The run was executed elsewhere').waitFor();
    await page.getByRole('link', { name: 'download it' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a regraded run shows the new grade without a reload', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.careful.run_id}?tab=trace`);
    await page.getByText('OVERALL PASS').waitFor();
    const scorers = [{ name: 'nothing may change', type: 'max_files_changed', limit: 0 }];
    const response = await fetch(`${dashboard.server.url}/v1/runs/${made.careful.run_id}/regrade`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dashboard.server.first_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scorers }),
    });
    expect(response.status).toBe(200);
    await page.getByText('OVERALL FAIL').waitFor();
    await page.getByRole('button', { name: 'Regrade' }).click();
    await page.getByText('Regraded.').waitFor();
    await page.getByText('OVERALL PASS').waitFor();
    expect(faults).toEqual([]);
  });

  test.each(TABS)('the tab %s is accessible, in light and dark, and fits a phone', async (tab) => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=${tab}`, { colorScheme: 'light' });
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });

  test('a long run renders only the visible rows', async () => {
    const INTERACTIONS = 2_000;
    await using long = await makeLongRun(INTERACTIONS);
    await dashboard.send(long.run.folder);
    const { page, faults } = await dashboard.open(`/runs/${long.run.run_id}?tab=trace`);
    const list = page.getByLabel(/^Interactions/);
    const rows = list.getByRole('option');
    for (const [key, number] of [
      ['Home', 1],
      ['End', INTERACTIONS],
    ] as const) {
      await list.press(key);
      await rows.and(page.locator(`[aria-posinset="${number}"]`)).waitFor();
      expect(await rows.count()).toBeLessThan(80);
    }
    await list.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Show in transcript' }).click();
    const entries = page.locator('.entry-line');
    await page.locator('.entry-line[data-wanted]').waitFor();
    expect(await entries.count()).toBeLessThan(80);
    await page.getByRole('searchbox').fill(`src/file-${INTERACTIONS - 4}.ts`);
    await page.getByText(/^1 of [\d,]+ entries$/).waitFor();
    expect(await entries.allTextContents()).toEqual([expect.stringContaining(`src/file-${INTERACTIONS - 4}.ts`)]);
    expect(faults).toEqual([]);
  });

  test('leaving before the transcript has loaded causes no error', async () => {
    const { page, faults } = await dashboard.open('/runs');
    let asked = 0;
    await page.route(/evidence\/file/, () => void asked++);
    await page.getByRole('link', { name: made.claude.scenario }).first().click();
    await page.waitForURL(/\/runs\/run_/);
    await page.keyboard.press('2');
    await expect.poll(() => asked).toBeGreaterThan(0);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/\/runs$/);
    await page.getByRole('link', { name: made.claude.scenario }).first().waitFor();
    expect(faults).toEqual([]);
  });

  test('an unknown run and an unknown path show an error page', async () => {
    const { page } = await dashboard.open('/runs/run_00000000000000000000000000');
    await page.getByText('Run not found').waitFor();
    await page.goto(`${dashboard.server.url}/nowhere`);
    await page.getByText('Page not found').waitFor();
  });

  test('a failed request shows an error and can be retried', async () => {
    const { page } = await dashboard.open(`/runs/${made.idle.run_id}`);
    await heading(page, 'Gates').waitFor();
    await page.route('**/v1/runs/*/diff', (route) => route.abort());
    await page.getByRole('link', { name: 'Diff' }).click();
    await page.getByText('Could not load the diff.').waitFor();
    await page.unroute('**/v1/runs/*/diff');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No changes recorded').waitFor();
  });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

const words = async (page: Page): Promise<string> =>
  (await page.getByRole('main').allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();

const focused = (page: Page): Promise<string> => page.evaluate(`document.activeElement?.textContent ?? ''`);
