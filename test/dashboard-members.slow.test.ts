import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrganization } from '../packages/server/src/first-start.ts';
import { type IdentityProvider, startIdentityProvider } from '../packages/server/test/identity-provider.ts';
import { HAS_BROWSER } from './browser.ts';
import { type Dashboard, HOME, openDashboard, overflow } from './dashboard-kit.ts';
import { callApi } from './dashboard-looks.ts';
import { violations } from './violations.ts';

/* People join, sign in again, and work in two organizations. */
describe.skipIf(!HAS_BROWSER)('members (skipped without Chromium)', () => {
  let dashboard: Dashboard;
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider();
    dashboard = await openDashboard({ environment: provider.environment });
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const readSecret = async (page: Page): Promise<string> => {
    const link = (await page.locator('.told-once pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    return link.slice(dashboard.server.url.length);
  };

  test('an invited person joins, gets another role, signs in again with a link, and is removed', async () => {
    const { page, faults } = await dashboard.open('/settings/members');
    await page.getByLabel('Role').selectOption('editor');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Note').fill('for Ann');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const invitation = await readSecret(page);
    await page.getByRole('row', { name: /^for Ann · ann@example.com editor/ }).waitFor();
    expect(faults).toEqual([]);

    const ann = await dashboard.open(invitation, { signedIn: false });
    await ann.page.getByRole('heading', { name: 'Join My organization' }).waitFor();
    expect({ violations: await violations(ann.page), overflow: await overflow(ann.page) }).toEqual({
      violations: [],
      overflow: 0,
    });
    await ann.page.getByLabel('Your name').fill('Ann <b>');
    await ann.page.getByRole('button', { name: 'Join' }).click();
    await ann.page.waitForURL(HOME);
    await ann.page.locator('.side-foot', { hasText: 'Ann <b> · My organization' }).waitFor();
    await ann.page.goto(`${dashboard.server.url}/settings/members`);
    await ann.page.getByText('Requires an owner or an admin key').waitFor();
    expect(ann.faults).toEqual([]);

    const again = await dashboard.open(invitation, { signedIn: false });
    await again.page.getByText('This invitation was used').waitFor();

    const owner = await dashboard.open('/settings/members');
    await owner.page.getByLabel('Role of Ann <b>').selectOption('owner');
    await owner.page.getByRole('button', { name: 'Sign-in link for Ann <b>' }).click();
    const link = await readSecret(owner.page);
    const returned = await dashboard.open(link, { signedIn: false });
    // opening it alone signs nobody in
    await returned.page.getByRole('heading', { name: 'Sign in to My organization' }).waitFor();
    expect(returned.page.url()).not.toContain('token=');
    expect(await violations(returned.page)).toEqual([]);
    await returned.page.getByRole('button', { name: 'Sign in' }).click();
    await returned.page.waitForURL(HOME);
    await returned.page.goto(`${dashboard.server.url}/settings/members`);
    const row = returned.page.getByRole('row', { name: /^Ann <b> ann@example.com/ });
    await row.getByRole('button', { name: 'Remove Ann <b>' }).click();
    await row.getByRole('button', { name: 'Really remove Ann <b>' }).click();
    await returned.page.waitForURL(/\/login/);
  });

  test('an owner of the first organization creates another one, whose owner joins', async () => {
    const { page, faults } = await dashboard.open('/settings/server');
    await page.getByText(provider.issuer).waitFor();
    await page.getByLabel('Name').fill('Platform <b>team</b>');
    await page.getByRole('button', { name: 'Create organization' }).click();
    const invitation = await readSecret(page);
    await page.getByRole('row', { name: /^Platform <b>team<\/b> org_/ }).waitFor();
    const ann = await dashboard.open(invitation, { signedIn: false });
    await ann.page.getByLabel('Your name').fill('Ann');
    await ann.page.getByRole('button', { name: 'Join' }).click();
    await ann.page.waitForURL(HOME);
    await ann.page.goto(`${dashboard.server.url}/settings/server`);
    await ann.page.getByText(provider.issuer).waitFor();
    expect(await ann.page.getByRole('heading', { name: 'Create an organization' }).count()).toBe(0);
    expect([...faults, ...ann.faults]).toEqual([]);
  });

  test('an invited address signs in at the identity provider', async () => {
    const body = { role: 'viewer', email: 'bea@example.com' };
    await callApi(dashboard, '/v1/invitations', { body });
    provider.account = { sub: 'bea', email: 'bea@example.com', email_verified: true, name: 'Bea' };
    const { page } = await dashboard.open('/login', { signedIn: false });
    await page.getByRole('button', { name: `Sign in with ${new URL(provider.issuer).host}` }).click();
    await page.locator('.side-foot', { hasText: 'Bea · My organization' }).waitFor();
    expect(page.url()).not.toContain('code=');
    const asked = await dashboard.open('/agents', { signedIn: false });
    await asked.page.getByRole('button', { name: /^Sign in with/ }).click();
    await asked.page.waitForURL(/\/agents$/);
    provider.account = { sub: 'eve', email: 'eve@example.com', email_verified: true };
    const eve = await dashboard.open('/login', { signedIn: false });
    await eve.page.getByRole('button', { name: /^Sign in with/ }).click();
    await eve.page.getByText('eve@example.com is not a member').waitFor();
    expect(eve.page.url()).not.toContain('code=');
    expect(await violations(eve.page)).toEqual([]);
  });

  test('a browser works in two organizations', async () => {
    const { store } = dashboard.server.services;
    const { secret } = await createOrganization(store, { name: 'Second', now: Date.now });
    const { page, faults } = await dashboard.open('/settings');
    await page.getByRole('link', { name: 'sign in to another one' }).click();
    await page.getByLabel('API key').fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.side-foot', { hasText: 'Second' }).waitFor();
    await page.goto(`${dashboard.server.url}/tasks/task_01m7ew0rvjraj0vfggyenb7x96`);
    await page.getByText('If it belongs to My organization, switch the organization').waitFor();
    await page.getByLabel('Organization').selectOption('My organization');
    await page.locator('.side-foot', { hasText: 'My organization' }).waitFor();
    expect(await page.getByLabel('Organization').locator('option').allTextContents()).toEqual([
      'My organization',
      'Second',
    ]);
    const tab = await page.context().newPage();
    await tab.goto(`${dashboard.server.url}/agents`);
    await tab.locator('.side-foot', { hasText: 'My organization' }).waitFor();
    const chooseIn = (shown: Page, name: string) =>
      shown.locator('label.workspace', { hasText: 'Organization' }).locator('select').selectOption(name);
    await chooseIn(page, 'Second');
    await page.locator('.side-foot', { hasText: 'Second' }).waitFor();
    // the menu of a tab that still shows the other organization works, and coming back to such a tab reloads it
    await chooseIn(tab, 'Second');
    await tab.locator('.side-foot', { hasText: 'Second' }).waitFor();
    await chooseIn(tab, 'My organization');
    await tab.locator('.side-foot', { hasText: 'My organization' }).waitFor();
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.locator('.side-foot', { hasText: 'My organization' }).waitFor();
    await chooseIn(page, 'Second');
    await page.locator('.side-foot', { hasText: 'Second' }).waitFor();
    await tab.close();
    await page.goto(`${dashboard.server.url}/settings`);
    const remove = page.getByRole('button', { name: 'Delete organization' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel('Name of the organization').fill('Second');
    await remove.click();
    await page.locator('.side-foot', { hasText: 'My organization' }).waitFor();
    expect(await page.getByLabel('Organization').count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  test('a tab of another organization can sign out', async () => {
    const { store } = dashboard.server.services;
    const { secret } = await createOrganization(store, { name: 'Third', now: Date.now });
    const { page } = await dashboard.open('/login', { signedIn: false });
    const tab = await page.context().newPage();
    const signInWith = async (shown: Page, key: string) => {
      await shown.goto(`${dashboard.server.url}/login`);
      await shown.getByLabel('API key').fill(key);
      await shown.getByRole('button', { name: 'Sign in', exact: true }).click();
      await shown.waitForURL(HOME);
    };
    await signInWith(page, String(dashboard.server.first_key));
    await signInWith(tab, secret);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await tab.reload();
    await tab.waitForURL(/\/login/);
  });
});
