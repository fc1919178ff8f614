import type { ApiKey } from '@assay/schema/api';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, HOME, openDashboard } from './dashboard-kit.ts';
import { type CheckedPage, callApi, expectAccessible } from './dashboard-looks.ts';

/* The settings pages: what a form saves is what the server returns. */
describe.skipIf(!HAS_BROWSER)('the settings (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const read = <Answer>(path: string) => callApi<Answer>(dashboard, path, { method: 'GET' });

  test('renaming the organization updates the navigation', async () => {
    const { page, faults } = await dashboard.open('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Acme & Sons');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.side-foot', { hasText: 'Acme & Sons' }).waitFor();
    expect(await read('/v1/organization')).toMatchObject({ name: 'Acme & Sons' });
    expect(faults).toEqual([]);
  });

  test('a new workspace can be selected immediately', async () => {
    const { page, faults } = await dashboard.open('/settings/workspaces');
    const form = page.locator('section', { has: page.getByRole('heading', { name: 'New workspace' }) });
    await form.getByLabel('Name').fill('nightly');
    await form.getByLabel('Evidence retention (days)').fill('90');
    await form.getByLabel('Judge').selectOption('anthropic');
    await form.getByLabel('Samples').fill('3');
    await form.getByLabel('Use custom weights').check();
    await form.getByLabel('completion').fill('50');
    await form.getByText('Sum 110; must be 100').waitFor();
    await form.getByLabel('latency').fill('10');
    await form.getByText('Sum 100').waitFor();
    await form.getByRole('button', { name: 'Create workspace' }).click();
    await page.locator('.setting', { hasText: 'nightly' }).waitFor();
    await page.locator('.workspace select').selectOption({ label: 'nightly' });
    const { items } = await read<{ items: Record<string, unknown>[] }>('/v1/workspaces');
    expect(items.find(({ name }) => name === 'nightly')).toMatchObject({
      weights: { completion: 50, error_rate: 25, latency: 10, resource_efficiency: 15 },
      judge: { use: 'anthropic', samples: 3 },
      evidence_retention_days: 90,
      concurrency_limit: null,
      budget_usd_micros: null,
    });
    expect(faults).toEqual([]);
  });

  test('a workspace can be edited, and errors of the server appear in its form', async () => {
    const { page } = await dashboard.open('/settings/workspaces');
    const row = page.locator('.setting').first();
    await row.locator('summary').click();
    await page.waitForURL(/open=wsp_/);
    await row.getByLabel('Concurrent runs').fill('4');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.locator('summary', { hasText: '4 concurrent runs' }).waitFor();
    await row.getByLabel('Name').fill('nightly');
    await row.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('alert').waitFor();
    expect(await row.getByRole('alert').textContent()).not.toBe('');
  });

  test('model prices are edited in rows, with errors shown while typing', async () => {
    const { page, faults } = await dashboard.open('/settings/workspaces');
    const row = page.locator('.setting').first();
    await row.locator('summary').click();
    await row.getByRole('button', { name: 'Add a price' }).click();
    const price = row.getByRole('group', { name: 'Price 1' });
    const field = (name: string) => price.getByLabel(name, { exact: true });
    await field('model').fill('ho*se');
    await price.getByText(/model name of printable ASCII/).waitFor();
    await field('model').fill('house-*');
    await price.locator('.fault').waitFor({ state: 'detached' });
    await field('input').fill('0.5');
    await field('cached input').fill('0');
    await field('output').fill('2');
    await row.getByRole('button', { name: 'Add a price' }).click();
    await row.getByRole('button', { name: 'Remove price 2' }).click();
    await row.getByRole('button', { name: 'Save' }).click();
    await row.locator('summary', { hasText: 'custom prices' }).waitFor();
    const prices = async () => (await read<{ items: { prices: unknown }[] }>('/v1/workspaces')).items[0]?.prices;
    expect(await prices()).toEqual([{ model: 'house-*', input: 0.5, cached_input: 0, output: 2 }]);
    await row.getByRole('button', { name: 'Remove price 1' }).click();
    await row.getByRole('button', { name: 'Save' }).click();
    await expect.poll(prices).toBeNull();
    expect(faults).toEqual([]);
  });

  test('the secret of a key is shown once and works until the key is revoked', async () => {
    const { page, faults } = await dashboard.open('/settings/keys');
    await page.getByLabel('Name').fill('ci');
    await page.getByLabel('Scope').selectOption('read');
    await page.getByLabel('Expires').selectOption('in 90 days');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = (await page.locator('.told-once pre').textContent()) ?? '';
    expect(secret).toMatch(/^assay_sk_/);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await fetch(`${dashboard.server.url}/v1/runs`, { headers })).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('.told-once').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke the key ci' }).click();
    await page.getByRole('button', { name: 'Really revoke the key ci' }).click();
    await page.getByRole('row', { name: /^ci.*revoked/ }).waitFor();
    const { items } = await read<{ items: ApiKey[] }>('/v1/api-keys');
    const { created_at, expires_at } = items.find(({ name }) => name === 'ci') as ApiKey;
    expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBe(90 * 24 * 3_600_000);
    await expect.poll(async () => (await fetch(`${dashboard.server.url}/v1/runs`, { headers })).status).toBe(401);
    expect(faults).toEqual([]);
  });

  test('a signed-in browser is listed and can be signed out', async () => {
    const { page, faults } = await dashboard.open('/settings/sign-ins');
    const body = JSON.stringify({ api_key: dashboard.server.first_key });
    const headers = { 'content-type': 'application/json' };
    const signed = await fetch(`${dashboard.server.url}/v1/session`, { method: 'POST', headers, body });
    const [cookie = ''] = signed.headers.get('set-cookie')?.split(';') ?? [];
    await page.reload();
    await page.getByText('this browser').waitFor();
    const row = page.getByRole('row', { name: /^first start.*admin/ }).filter({ hasNotText: 'this browser' });
    await row.getByRole('button', { name: /^Sign out/ }).click();
    await row.getByRole('button', { name: /^Really sign out/ }).click();
    await row.waitFor({ state: 'detached' });
    expect((await fetch(`${dashboard.server.url}/v1/session`, { headers: { cookie } })).status).toBe(401);
    expect(faults).toEqual([]);
  });

  test('a webhook can be created, tested and removed, and shows its deliveries', async () => {
    // there is no such host; the settings page does not need it
    const url = 'https://hooks.invalid/hook';
    const { page, faults } = await dashboard.open('/settings/webhooks');
    await page.getByLabel('URL').fill(url);
    await page.getByLabel('evaluation.failed').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.locator('.told-once pre', { hasText: 'whsec_' }).waitFor();
    const row = page.locator('.setting', { hasText: url });
    await row.locator('summary').click();
    await row.getByRole('button', { name: 'Send test event' }).click();
    await row.locator('.deliveries li', { hasText: 'webhook.test' }).waitFor();
    await row.getByRole('button', { name: 'Disable' }).click();
    await row.locator('summary', { hasText: 'disabled' }).waitFor();
    await row.getByRole('button', { name: /^Rotate secret/ }).click();
    await row.getByRole('button', { name: /^Really rotate/ }).click();
    await row.locator('.told-once pre', { hasText: 'whsec_' }).waitFor();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await row.getByRole('button', { name: /^Really remove/ }).click();
    await row.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('the audit log lists actions, and a read-only key sees which scope is required', async () => {
    const { page, faults } = await dashboard.open('/settings/audit');
    await page.getByRole('rowheader', { name: 'api_key.revoke' }).first().waitFor();
    expect(faults).toEqual([]);
    const { secret } = await callApi<{ secret: string }>(dashboard, '/v1/api-keys', {
      body: { name: 'reader', scopes: ['read'] },
    });
    const reader = await dashboard.open('/login', { signedIn: false });
    await signIn(reader.page, secret);
    await reader.page.goto(`${dashboard.server.url}/settings/keys`);
    await reader.page.getByText('Requires an owner or an admin key').waitFor();
    await reader.page.goto(`${dashboard.server.url}/settings/workspaces`);
    await reader.page.locator('.setting').first().waitFor();
    expect(await reader.page.getByRole('heading', { name: 'New workspace' }).count()).toBe(0);
    expect(reader.faults).toEqual([]);
  });

  test('the pages are accessible and fit a phone, in light and dark', async () => {
    const sections = ['organization', 'workspaces', 'members', 'keys', 'sign-ins', 'webhooks', 'audit', 'server'];
    const { items } = await read<{ items: { workspace_id: string }[] }>('/v1/workspaces');
    const workspace_id = items[0]?.workspace_id ?? '';
    const prices = [{ model: 'house-*', input: 0.5, output: 2 }];
    await callApi(dashboard, `/v1/workspaces/${workspace_id}`, { method: 'PATCH', body: { prices } });
    await expectAccessible(dashboard, ...sections.map((id): CheckedPage => [`/settings/${id}`, 'main .card']), [
      `/settings/workspaces?open=${workspace_id}`,
      '.price-row',
    ]);
  });
});

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(HOME);
}
