import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, openDashboard, overflow } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';
import { violations } from './violations.ts';

/* Links that show a run or a comparison to people without a session. */
describe.skipIf(!HAS_BROWSER)('share links (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  let made: Awaited<ReturnType<typeof makeRuns>>[] = [];
  beforeAll(async () => {
    dashboard = await openDashboard();
    made = [await makeRuns('main'), await makeRuns('next')];
    for (const { results } of made) for (const { folder } of results) await dashboard.send(folder);
  });
  afterAll(async () => {
    for (const one of made) await one[Symbol.asyncDispose]();
    await dashboard?.[Symbol.asyncDispose]();
  });

  const createLink = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    expect(link).toMatch(/\/share#token=assay_share_[\w-]{43}$/);
    return link.slice(dashboard.server.url.length);
  };

  /** Opens a link as a stranger, in light mode on a desktop and in dark mode on a phone. */
  const openStranger = async (link: string) => {
    const opened = await dashboard.open(link, { signedIn: false });
    await opened.page.getByText('Shared read-only by My organization until').waitFor();
    return opened;
  };
  const expectGoodLooks = async (page: Page) => {
    await expect.poll(() => page.locator('.loading').count()).toBe(0);
    for (const [colorScheme, width] of [
      ['light', 1360],
      ['dark', 360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const looks = { violations: await violations(page), overflow: await overflow(page) };
      expect({ colorScheme, ...looks }).toEqual({ colorScheme, violations: [], overflow: 0 });
    }
  };

  test('an admin turns links on, shares a run, and revokes the link', async () => {
    const run_id = made[0]?.claude.run_id ?? '';
    const owner = await dashboard.open(`/runs/${run_id}`);
    await owner.page.getByRole('button', { name: 'Share' }).click();
    await owner.page.getByRole('link', { name: 'Settings, Sharing' }).click();
    await owner.page.getByText('No links yet.').waitFor();
    // it changes when the server has answered
    await owner.page.getByLabel('Allow links in').click();
    await expect.poll(() => owner.page.getByLabel('Allow links in').isChecked()).toBe(true);
    await owner.page.goto(`${dashboard.server.url}/runs/${run_id}`);
    const link = await createLink(owner.page);
    expect(await violations(owner.page)).toEqual([]);
    await owner.page.keyboard.press('Escape');
    await expect.poll(() => owner.page.getByRole('dialog').count()).toBe(0);
    expect(owner.faults).toEqual([]);

    const { page, faults } = await openStranger(link);
    await page.locator('.result-word', { hasText: 'tampered' }).waitFor();
    expect(await page.title()).toMatch(/^tampered: monotonic-clock/);
    expect(await page.locator('.result-reason').textContent()).toContain('test/clock.test.ts');
    expect(await page.locator('.side').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Share|Regrade/ }).count()).toBe(0);
    await expectGoodLooks(page);
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.getByRole('link', { name: 'Diff' }).click();
    await page.waitForURL(/tab=diff#token=/);
    await page.locator('.diff-page').waitFor();
    await page.reload();
    await page.locator('.diff-page').waitFor();
    expect(await page.getByRole('link', { name: 'Evidence' }).count()).toBe(0);
    expect(faults).toEqual([]);

    const settings = await dashboard.open('/settings/sharing');
    const row = settings.page.getByRole('row', { name: /^monotonic-clock/ });
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await row.getByRole('button', { name: /^Really revoke/ }).click();
    await row.getByText('revoked').waitFor();
    expect(await row.textContent()).not.toContain('never');

    const late = await dashboard.open(link, { signedIn: false });
    await late.page.getByText('This link was revoked. Ask whoever shared it for a new one.').waitFor();
    await expectGoodLooks(late.page);
    const cut = await dashboard.open('/share', { signedIn: false });
    await cut.page.getByText('This link is incomplete').waitFor();
  });

  test('a comparison and a matrix are shared without their runs', async () => {
    const { items } = await callApi<{ items: { workspace_id: string }[] }>(dashboard, '/v1/workspaces', {
      method: 'GET',
    });
    const workspace_id = items[0]?.workspace_id;
    const { comparison_id } = await callApi<{ comparison_id: string }>(dashboard, '/v1/comparisons', {
      body: { workspace_id, baseline: { label: 'main' }, candidate: { label: 'next' } },
    });
    const owner = await dashboard.open(`/compare/${comparison_id}`);
    const link = await createLink(owner.page);
    const { page, faults } = await openStranger(link);
    await page.locator('.banner', { hasText: 'against' }).waitFor();
    await page.locator('.dumbbells .task-name').first().click();
    await page.waitForURL(/task=.*#token=/);
    expect(await page.locator('main a[href^="/runs"], main a[href^="/compare"]').count()).toBe(0);
    await expectGoodLooks(page);
    expect(faults).toEqual([]);

    const compare = await dashboard.open('/compare?columns=label&pick=main&pick=next');
    await compare.page.getByRole('button', { name: 'Save comparison' }).waitFor();
    const matrix = await openStranger(await createLink(compare.page));
    await matrix.page.locator('.pair-verdict', { hasText: 'next against main' }).waitFor();
    const table = matrix.page.getByRole('table');
    expect(await table.locator('tbody tr').count()).toBeGreaterThan(0);
    expect(await matrix.page.locator('main a, main input').count()).toBe(0);
    expect(await matrix.page.getByRole('button', { name: /Save|Swap|Share/ }).count()).toBe(0);
    await matrix.page.getByRole('button', { name: /^Sort by the pass rate of main/ }).click();
    await expect.poll(() => table.locator('th[aria-sort="ascending"]').textContent()).toContain('main');
    await expectGoodLooks(matrix.page);
    expect(matrix.faults).toEqual([]);
  });

  test('the settings list the links', async () => {
    await expectAccessible(dashboard, ['/settings/sharing', 'tbody th']);
  });

  test('a read-only key is offered no button', async () => {
    const { secret } = await callApi<{ secret: string }>(dashboard, '/v1/api-keys', {
      body: { name: 'reader', scopes: ['read'] },
    });
    const { page } = await dashboard.open('/login', { signedIn: false });
    await page.getByLabel('API key').fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.side').waitFor();
    await page.goto(`${dashboard.server.url}/settings/sharing`);
    await page.locator('td').first().waitFor();
    expect(await page.getByLabel('Allow links in').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /Revoke/ }).count()).toBe(0);
    await page.goto(`${dashboard.server.url}/runs/${made[0]?.claude.run_id}`);
    await page.locator('.result-word').waitFor();
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  });
});
