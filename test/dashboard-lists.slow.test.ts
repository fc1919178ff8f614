import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCheck, buildProof } from '../packages/server/test/pushed.ts';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';

/* Every list is sorted by its headings, and the order is in the address. */
describe.skipIf(!HAS_BROWSER)('lists (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
    const post = (path: string, body: object) => callApi(dashboard, path, { body });
    for (const role of ['viewer', 'owner', 'editor']) await post('/v1/invitations', { role, note: `A ${role}` });
    for (const name of ['b', 'a'])
      await post('/v1/webhooks', { url: `https://${name}.example.com/`, events: ['run.graded'] });
    for (const [name, budget_usd_micros] of [
      ['small', 2_000_000],
      ['large', 90_000_000],
    ] as const)
      await post('/v1/workspaces', { name, budget_usd_micros });
    for (const branch of ['b', 'c', 'a']) await post('/v1/checks', buildCheck(branch));
    for (const scenario of ['b', 'a']) await post('/v1/proofs', buildProof(scenario));
    for (const agent_id of ['b', 'c', 'a'])
      await post('/v1/ingest', {
        evaluations: [{ event_id: agent_id, agent_id, input: 'x', output: 'y', latency_ms: 1, latency_ref_ms: 1 }],
      });
  }, 120_000);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const sortBy = async (page: Page, { label, heading }: { label: string; heading: string }) => {
    const header = page.getByRole('group', { name: label }).getByRole('columnheader', { name: heading });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).not.toBe('none');
    return await header.getAttribute('aria-sort');
  };

  test.each([
    { path: '/settings/members', label: 'Open invitations', heading: 'Role', column: 2 },
    { path: '/settings/audit', label: 'Audit log', heading: 'Action', column: 2 },
    { path: '/checks', label: 'Checks', heading: 'Change', column: 2 },
    { path: '/scenarios', label: 'Proofs from other machines', heading: 'Scenario', column: 2 },
    { path: '/agents?view=all', label: 'Agents', heading: 'Agent', column: 2 },
    { path: '/settings/sign-ins', label: 'Signed-in browsers', heading: 'Signed in by', column: 1 },
  ])('$label at $path is sorted by $heading', async ({ path, label, heading, column }) => {
    const { page, faults } = await dashboard.open(path);
    const cells = () =>
      page.getByRole('group', { name: label }).locator(`tbody tr > :nth-child(${column})`).allTextContents();
    await expect.poll(async () => (await cells()).length).toBeGreaterThan(0);
    const orders = [await sortBy(page, { label, heading }), await sortBy(page, { label, heading })];
    expect(orders.toSorted()).toEqual(['ascending', 'descending']);
    const sorted = await cells();
    const expected = sorted.toSorted((a, b) => a.localeCompare(b, 'en'));
    expect(sorted).toEqual(orders[1] === 'ascending' ? expected : expected.toReversed());

    // the address is enough to see the same
    const address = page.url();
    expect(address).toMatch(/sort=/);
    await page.goto('about:blank');
    await page.goto(address);
    await expect.poll(cells).toEqual(sorted);
    expect(faults).toEqual([]);
  });

  test.each([
    { path: '/settings/webhooks', choice: 'address', first: 'https://a.example.com/' },
    { path: '/settings/workspaces', choice: 'budget', first: 'large' },
  ])('$path is sorted by $choice', async ({ path, choice, first }) => {
    const { page, faults } = await dashboard.open(path);
    await page.getByLabel('Sort by').selectOption({ label: choice });
    await page.waitForURL(/sort=/);
    await expect.poll(() => page.locator('.setting summary b').first().textContent()).toBe(first);
    // each choice has its own order
    await page.goto(page.url().replace(/&order=\w+/, ''));
    await expect.poll(() => page.locator('.setting summary b').first().textContent()).toBe(first);
    expect(faults).toEqual([]);
  });

  test('a list that is longer than a page is sorted as a whole', async () => {
    const { organization_id, services } = dashboard.server;
    for (let number = 0; number < 205; number++)
      await services.store.api_keys.create(organization_id, { name: `key ${number}`, scopes: ['read'] });
    const { page, faults } = await dashboard.open('/settings/keys');
    const names = page.getByRole('group', { name: 'API keys' }).locator('tbody th');
    await expect.poll(() => names.count()).toBe(200);
    await page.getByRole('button', { name: 'Created' }).click();
    await page.waitForURL(/sort=created&order=asc/);
    await expect.poll(() => names.first().textContent()).toBe('first start');
    expect(await names.count()).toBe(206);
    expect(faults).toEqual([]);
    await expectAccessible(
      dashboard,
      ['/settings/members?invitations_sort=role', 'tbody th'],
      ['/settings/webhooks?sort=url&order=asc', '.sort-choice'],
    );
  });
});
