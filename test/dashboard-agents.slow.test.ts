import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';

/* The agent pages with real evaluations, a real server and a real browser. */
describe.skipIf(!HAS_BROWSER)('the agents of an organization (skipped without Chromium)', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await evaluate('steady/1', { count: 60, failsEvery: 30 });
    await evaluate('shaky', { count: 55, failsEvery: 3 });
    await evaluate('novice', { count: 37, failsEvery: 40 });
    await callApi(dashboard, '/v1/evaluate', { body: { agent_id: 'novice', output: 'rm -rf /', tool: 'shell' } });
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function evaluate(agent_id: string, { count, failsEvery }: { count: number; failsEvery: number }) {
    const evaluations = Array.from({ length: count }, (_, index) => ({
      event_id: `${agent_id}-${index}`,
      agent_id,
      output: 'done',
      passed: index % failsEvery !== 0,
      latency_ms: 40,
      latency_ref_ms: 100,
    }));
    await callApi(dashboard, '/v1/ingest', { body: { evaluations } });
  }

  test('the ranking lists agents with enough evaluations, best first; the list by name has all', async () => {
    const { page, faults } = await dashboard.open('/agents');
    const names = page.locator('tbody th');
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual(['steady/1 ', 'shaky ']);
    await page.getByRole('link', { name: 'All by name' }).click();
    await page.waitForURL(/view=all/);
    const novice = page.getByRole('row', { name: /novice/ });
    await novice.waitFor();
    expect(await novice.textContent()).toMatch(/calibrating 38\/50/);
    const cells = await novice.getByRole('cell').allTextContents();
    expect(cells.slice(0, 7)).toEqual(['–', '–', '–', expect.stringMatching(/^calibrating 38\/50/), '–', '–', '–']);
    expect(faults).toEqual([]);
  });

  test('keyboard shortcuts move between agents and open one, even if its name contains a slash', async () => {
    const { page, faults } = await dashboard.open('/runs');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('link', { name: 'steady/1' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'steady/1' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/agents/steady%2F1');
    expect(faults).toEqual([]);
  });

  test('an agent page shows the dial, the components, the history, and the evaluations with their source', async () => {
    const reading = await callApi<{ score: number; interval: { low: number; high: number } }>(
      dashboard,
      '/v1/reputation/steady%2F1',
      { method: 'GET' },
    );
    const { page, faults } = await dashboard.open('/agents/steady%2F1');
    await page.locator('.dial').waitFor();
    expect(await page.locator('.dial').textContent()).toBe(`${reading.score}of 1,000active`);
    expect(await page.locator('.facts').textContent()).toContain(`${reading.interval.low} to ${reading.interval.high}`);
    expect(await page.locator('.components li b').allTextContents()).toEqual([
      'Pass rate',
      'Latency',
      'Streak',
      'Volume',
    ]);
    await page.getByRole('img', { name: /^Score after each of 11 evaluations/ }).waitFor();
    await page.locator('.chart canvas').waitFor();
    const evaluations = page.locator('.evaluations > li');
    await evaluations.first().waitFor();
    expect(await evaluations.count()).toBe(20);
    expect(await evaluations.first().textContent()).toMatch(/^60PASSrest/);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => evaluations.count()).toBe(40);
    expect(faults).toEqual([]);
  });

  test('a calibrating agent shows its progress, and a failed evaluation its reason', async () => {
    const { page, faults } = await dashboard.open('/agents/novice');
    await page.locator('.dial').waitFor();
    expect(await page.locator('.dial').textContent()).toBe('No score yetcalibrating 38/50');
    expect(await page.locator('.facts').textContent()).toMatch(/^Evaluations38\/50/);
    expect(await page.getByRole('heading', { name: 'Score components' }).count()).toBe(0);
    await page.getByText('No score yet: requires 50 evaluations.').waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
    const failed = page.locator('.evaluations > li').first();
    await failed.locator('summary').click();
    await expect.poll(() => failed.textContent()).toMatch(/FAIL.*shell.*filesystem/s);
    expect(faults).toEqual([]);
  });

  test('an agent without evaluations is shown as new', async () => {
    const { page, faults } = await dashboard.open('/agents/nobody');
    await page.locator('.dial').waitFor();
    expect(await page.locator('.dial').textContent()).toBe('No score yetnew');
    expect(await page.locator('.facts').textContent()).toMatch(/^Evaluationsnone/);
    expect(faults).toEqual([]);
  });

  test('a reputation can be made public, with a badge and an attestation to copy', async () => {
    const { page, faults } = await dashboard.open('/agents/shaky');
    await page.getByRole('checkbox', { name: 'Public' }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Public' }).isChecked()).toBe(true);
    const markdown = (await page.locator('.proofs pre').first().textContent()) ?? '';
    const badge = /\((.*)\)$/.exec(markdown)?.[1] ?? '';
    const shown = await fetch(badge);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('<svg')]);
    const attestation = JSON.parse((await page.locator('.proofs pre').nth(1).textContent()) ?? '');
    const statement = JSON.parse(Buffer.from(attestation.payload, 'base64').toString());
    expect(statement.predicate).toMatchObject({ agent_id: 'shaky', eval_count: 55 });
    await page.reload();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Public' }).isChecked()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('the pages are accessible and fit a phone, in light and dark', async () => {
    await expectAccessible(
      dashboard,
      ['/agents?view=all', '.ladder tbody tr'],
      ['/agents/steady%2F1', '.chart canvas'],
      ['/agents/novice', '.dial'],
    );
  });
});
