import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createId } from '@assay/schema';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, HOME, openDashboard, overflow } from './dashboard-kit.ts';
import { violations } from './violations.ts';

/* The list of runs, with a real server, real runs and a real browser. */
describe.skipIf(!HAS_BROWSER)('the runs of a workspace (skipped without Chromium)', () => {
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

  test('signing in with a key leads to the requested page', async () => {
    const { page, faults } = await dashboard.open('/runs?agent_id=idle', { signedIn: false });
    await page.getByLabel('API key').fill('assay_sk_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('API key').fill(String(dashboard.server.first_key));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/runs\?agent_id=idle$/);
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await page.goto(`${dashboard.server.url}/runs`);
    await page.waitForURL(/\/login/);
    expect(faults).toEqual([]);
  });

  test('a login link works only once', async () => {
    const { page } = await dashboard.open('/', { signedIn: false });
    const link = await dashboard.server.createLoginLink();
    await page.goto(link);
    await page.waitForURL(HOME);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await page.goto(link);
    await page.getByRole('alert').waitFor();
    expect(page.url()).not.toContain('token');
  });

  test('every run is a row with its scores, gates and verdict; there are no requests to other servers', async () => {
    const { page, faults } = await dashboard.open('/runs');
    await rows(page).nth(2).waitFor();
    const told = await Promise.all((await rows(page).all()).map(words));
    expect(told.find((row) => row.includes('careful'))).toMatch(
      /^passed \d+ (Elite|Gold) \d+ PASS .*run PASS.*scorers PASS.*judge PASS.*monotonic-clock ?nightly careful/,
    );
    expect(told.find((row) => row.includes('claude'))).toMatch(
      /^tampered \d+ .*PASS .*scorers FAIL.*constraint violated.*test\/clock\.test\.ts:10: /,
    );
    expect(told.find((row) => row.includes('idle'))).toMatch(
      /^failed \d+ \w+ \d+ FAIL .*The agent failed: the agent left neither a change nor an answer/,
    );
    await page.getByText('End of list (3 runs)').waitFor();
    expect(await page.getByRole('img', { name: /^3 runs in 30 days, 1 passed/ }).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast'])).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('only a passed run is green, in its result, score and gates', async () => {
    const { page } = await dashboard.open('/runs');
    await rows(page).nth(2).waitFor();
    const tones = async (agent: string) => {
      const row = rows(page).filter({ has: page.locator('.cell-agent', { hasText: agent }) });
      const toneOf = (part: string) => row.locator(part).first().getAttribute('data-tone');
      const green = await row.locator('[data-tone="good"]').count();
      return { result: await toneOf('.result-word'), score: await toneOf('.cell-score'), green: green > 0 };
    };
    expect(await tones('careful')).toEqual({ result: 'good', score: 'good', green: true });
    expect(await tones('claude')).toEqual({ result: 'bad', score: 'muted', green: false });
    expect(await tones('idle')).toEqual({ result: 'bad', score: 'muted', green: false });
    const stats = await words(page.locator('.stats'));
    expect(stats).toMatch(/3 runs in 30 days 1 passed 1 failed 1 tampered \d+ mean score of passed runs/);
  });

  test('runs can be filtered by result, disagreement and AXIS score', async () => {
    const { page, faults } = await dashboard.open('/runs?result=tampered');
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(await words(rows(page).first())).toMatch(/^tampered /);
    await page.getByLabel('Result', { exact: true }).selectOption('unchecked');
    await page.getByText('No matching runs').waitFor();
    await page.getByLabel('Result', { exact: true }).selectOption('');
    await page.getByLabel('Disagreement').selectOption('constraint violated');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Disagreement').selectOption('');
    await page.getByLabel('AXIS from').fill('1000');
    await page.waitForURL(/min_axis_score=100$/);
    expect(await page.getByLabel('AXIS from').inputValue()).toBe('100');
    await page.getByLabel('AXIS from').fill('0');
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('the page fits a phone', async () => {
    const { page, faults } = await dashboard.open('/runs', { viewport: { width: 360, height: 740 } });
    await rows(page).nth(2).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Runs' }).last().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click();
    await rows(page).filter({ hasText: 'claude' }).click();
    await page.getByRole('heading', { level: 1, name: 'monotonic-clock' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('filters are in the URL: they survive a reload, and "back" undoes them', async () => {
    const { page, faults } = await dashboard.open('/runs');
    await rows(page).nth(2).waitFor();
    await page.getByLabel('Scorers', { exact: true }).selectOption('FAIL');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByLabel('Agent', { exact: true }).fill('idle');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.waitForURL(/overall=FAIL/);
    await page.waitForURL(/agent_id=idle/);
    await page.reload();
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(await page.getByLabel('Agent', { exact: true }).inputValue()).toBe('idle');
    await page.getByLabel('Tier').selectOption('Bronze');
    await page.getByText('No matching runs').waitFor();
    await page.goBack();
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('a view can be saved, opened and deleted', async () => {
    const { page, faults } = await dashboard.open('/runs?overall=FAIL');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('View name').fill('broken ones');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All runs' }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.reload();
    await page.getByRole('button', { name: 'broken ones' }).click();
    await page.waitForURL(/overall=FAIL/);
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'broken ones' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the keyboard alone can select a row, open a run, go back, and reach the filters and any page', async () => {
    const { page, faults } = await dashboard.open('/runs');
    await rows(page).nth(2).waitFor();
    for (const key of ['j', 'j', 'j', 'k']) {
      const before = await focusedRow(page);
      await page.keyboard.press(key);
      await expect.poll(() => focusedRow(page)).not.toBe(before);
    }
    expect(await focusedRow(page)).toBe('1');
    await page.keyboard.press('x');
    await page.getByText('1 run selected').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/run_/);
    await page.getByRole('navigation', { name: 'Parts of the run' }).waitFor();
    await page.keyboard.press('2');
    await page.waitForURL(/tab=trace/);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/\/runs$/);
    await rows(page).nth(2).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('j?');
    expect(await page.getByLabel('Scenario', { exact: true }).inputValue()).toBe('j?');
    await page.getByLabel('Scenario', { exact: true }).fill('');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(made.idle.run_id);
    await page.getByRole('menuitem', { name: made.idle.run_id }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(made.idle.run_id));
    await page.getByRole('navigation', { name: 'Parts of the run' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByLabel('Enable single-letter shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('2');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(page.url()).not.toContain('tab=trace');
    expect(faults).toEqual([]);
  });

  test('a new run appears without a reload, and its status updates live', async () => {
    const { page, faults } = await dashboard.open('/runs');
    await page.getByText('live', { exact: true }).waitFor();
    await rows(page).nth(2).waitFor();
    const { store } = dashboard.server.services;
    const { organization_id, workspace_id } = dashboard.server;
    const run_id = createId('run', { time_ms: Date.now(), entropy: randomBytes(10) });
    const { task_id } =
      (await store.runs.list(organization_id, { workspace_id, limit: 1, after: null })).items[0] ?? {};
    if (task_id === undefined) throw new Error('Expected a run');
    const order = { run_id, workspace_id, task_id, agent_id: 'someone', scenario: 'just-asked', label: null };
    await store.runs.create(organization_id, order);
    const row = rows(page).filter({ hasText: 'just-asked' });
    await row.waitFor();
    expect(await words(row)).toMatch(/^queued – – PENDING .*no answer/);
    await store.runs.cancel(organization_id, run_id);
    await row.getByText('cancelled').waitFor();
    expect(await words(row)).toContain('NOT APPLICABLE');
    expect(faults).toEqual([]);
  });

  test('names with markup or control characters are shown as text', async () => {
    const { store } = dashboard.server.services;
    const { organization_id, workspace_id } = dashboard.server;
    const run_id = createId('run', { time_ms: Date.now(), entropy: randomBytes(10) });
    const [known] = (await store.runs.list(organization_id, { workspace_id, limit: 1, after: null })).items;
    if (known === undefined) throw new Error('Expected a run');
    const name = '<img src=x onerror=globalThis.pwned=1>\u202e"; javascript:alert(1)';
    const order = {
      run_id,
      workspace_id,
      task_id: known.task_id,
      agent_id: 'sly',
      scenario: name,
      label: '\u202elabel',
    };
    await store.runs.create(organization_id, order);
    const { page, faults } = await dashboard.open('/runs?agent_id=sly');
    await rows(page).first().waitFor();
    expect(await words(rows(page).first())).toContain('<img src=x onerror=');
    await rows(page).first().click();
    await page.getByRole('heading', { level: 1, name: '⟦U+202E⟧' }).waitFor();
    expect(await page.title()).not.toContain('\u202e');
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Really cancel this run' }).click();
    await page.getByText('This run is cancelled').waitFor();
    expect(faults).toEqual([]);
  });

  test('a bulk action reports how many runs succeeded and failed', async () => {
    const { page } = await dashboard.open('/runs?label=nightly');
    await rows(page).nth(2).waitFor();
    for (const row of await rows(page).all()) await row.getByRole('checkbox').check();
    await page.getByText('3 runs selected').waitFor();
    await page.getByRole('button', { name: 'Regrade' }).click();
    await page.getByText('regraded: 3').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await rows(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Really cancel 1 run' }).click();
    await page.getByText(/cancelled: 0, failed: 1/).waitFor();
  });

  test('a read-only key sees no editing controls', async () => {
    const { store } = dashboard.server.services;
    const { secret } = await store.api_keys.create(dashboard.server.organization_id, { name: 'r', scopes: ['read'] });
    const { page } = await dashboard.open('/login', { signedIn: false });
    await page.getByLabel('API key').fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(HOME);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await rows(page).first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await rows(page).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Regrade' }).count()).toBe(0);
  });

  test('an empty workspace shows the next step', async () => {
    const { store } = dashboard.server.services;
    const workspace_id = createId('wsp', { time_ms: Date.now(), entropy: randomBytes(10) });
    await store.workspaces.create(dashboard.server.organization_id, {
      workspace_id,
      name: 'still empty',
      weights: null,
    });
    const { page, faults } = await dashboard.open(`/runs?workspace=${workspace_id}`);
    await page.getByText('No runs yet').waitFor();
    const said = await words(page.getByRole('main'));
    for (const command of [`assay login ${new URL(page.url()).origin}`, '--push', 'assay key create'])
      expect(said).toContain(command);
    expect(said).not.toMatch(/curl|tar /);
    expect(await page.getByLabel('Workspace').inputValue()).toBe(workspace_id);
    expect(faults).toEqual([]);
  });

  test('the choice of light or dark mode is saved', async () => {
    const { page } = await dashboard.open('/runs', { colorScheme: 'light' });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: 'Appearance: system. Change to light' }).click();
    await page.getByRole('button', { name: 'Appearance: light. Change to dark' }).click();
    expect(await ground()).not.toBe(light);
    const dark = await ground();
    await page.reload();
    await rows(page).first().waitFor();
    expect(await ground()).toBe(dark);
  });

  test('the first page needs at most 200 kB, compressed', async () => {
    const { page } = await dashboard.open('/login', { signedIn: false });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).pathname));
    await page.goto(await dashboard.server.createLoginLink());
    await page.locator('.tile').first().waitFor();
    const files = [...asked].filter((path) => path.startsWith('/assets/'));
    const bytes = files.map((path) => gzipSync(readFileSync(join(dashboard.site, path))).length);
    expect(files.length).toBeGreaterThan(2);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });
});

const rows = (page: Page) => page.locator('.run-lines .run-line');

const words = async (of: Locator): Promise<string> => (await of.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();

const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(`document.activeElement?.closest('[data-index]')?.dataset.index`);
