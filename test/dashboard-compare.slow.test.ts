import { join } from 'node:path';
import { promoteStored } from '@assay/harness';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writePromotion } from '../packages/cli/src/reports/promotion-proposal.ts';
import { buildRun } from '../packages/server/test/runs.ts';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, HOME, openDashboard } from './dashboard-kit.ts';
import { expectAccessible } from './dashboard-looks.ts';
import { TOKEN } from './scripted-github/project.ts';
import { COMPARED, openPromotable, type Promotable, REPOSITORY } from './scripted-github/promotable.ts';

/* Two sets of real runs, compared by the server and shown in a browser. */
describe.skipIf(!HAS_BROWSER)('comparisons (skipped without Chromium)', () => {
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

  /** Counts the clicks that an answer takes. */
  const counted = () => {
    let clicks = 0;
    return { click: (target: Locator) => target.click().then(() => ++clicks), count: () => clicks };
  };
  const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
  const cells = (page: Page, row: RegExp | string) => page.getByRole('row', { name: row }).locator('td');

  test('from Home, one click shows the pass rates, two more say which agent is better', async () => {
    const { page, faults } = await dashboard.open('/');
    const journey = counted();
    await journey.click(page.getByRole('link', { name: 'Compare', exact: true }));
    const [careful, claude] = [page.getByLabel('Compare careful'), page.getByLabel('Compare claude')];
    await careful.waitFor();
    expect(await cells(page, /^monotonic-clock/).allTextContents()).toEqual([
      expect.stringMatching(
        /^100%2\/2 runs passed, 95 % between 34% and 100%, cost unknown.* newest first: passed, passed$/,
      ),
      expect.stringMatching(/^0%0\/2 runs passed, 95 % between 0% and 66%, .* newest first: (tampered|failed), /),
      expect.stringMatching(/^0%0\/2 runs passed/),
      expect.stringMatching(/^33%2\/6 runs passed/),
    ]);
    const colors = await page
      .locator('tbody .heat')
      .evaluateAll((found) => found.map((cell) => (cell as unknown as { style: { cssText: string } }).style.cssText));
    expect(colors.slice(0, 2)).toEqual(['--pass-rate: 100%;', '--pass-rate: 0%;']);
    expect(journey.count()).toBe(1);
    await journey.click(claude);
    await page.getByText('claude is the baseline. Select a second column.').waitFor();
    await journey.click(careful);
    await expect
      .poll(() => verdict(page).getByRole('heading').textContent())
      .toMatch(/careful|Can't tell|No difference/);
    expect(journey.count()).toBe(3);
    expect(new URL(page.url()).searchParams.getAll('pick')).toEqual(['claude', 'careful']);
    expect(await verdict(page).textContent()).toContain('careful against claude: +');
    expect(await page.getByRole('rowheader', { name: /^monotonic-clock/ }).textContent()).toMatch(
      /^monotonic-clock(worse|better|can't tell)/,
    );
    expect(faults).toEqual([]);
  });

  test('the keyboard selects columns; the address keeps columns, selection and order; a cell leads to its runs', async () => {
    const { page, faults } = await dashboard.open('/compare');
    await page.getByLabel('Compare careful').focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/pick=careful/);
    await page.getByRole('button', { name: 'Sort by the pass rate of careful' }).press('Enter');
    await page.waitForURL(/sort=careful/);
    await page.reload();
    expect(await page.getByLabel('Compare careful').isChecked()).toBe(true);
    expect(await page.getByRole('columnheader', { name: /careful/ }).getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByLabel('Compare next').waitFor();
    expect(new URL(page.url()).search).toBe('?columns=label');
    await cells(page, /^monotonic-clock/)
      .first()
      .getByRole('link')
      .click();
    await page.waitForURL(/\/runs\?.*label=(main|next)/);
    expect(faults).toEqual([]);
  });

  test('comparing two labels says what is better, and saving it opens its page', async () => {
    // the address of earlier versions
    const { page, faults } = await dashboard.open('/compare?baseline_label=main&candidate_label=next');
    await page.getByText('No comparisons yet').waitFor();
    const heading = verdict(page).getByRole('heading');
    await heading.waitFor();
    const answer = await heading.textContent();
    expect(await verdict(page).textContent()).toMatch(/Better on \d tasks?, .* on 3 shared tasks\./);
    await verdict(page).getByRole('button', { name: 'Swap sides' }).click();
    await page.waitForURL(/pick=next&pick=main/);
    await verdict(page).getByRole('button', { name: 'Swap sides' }).click();
    await expect.poll(() => heading.textContent()).toBe(answer);
    await verdict(page).getByRole('button', { name: 'Save comparison' }).click();
    await page.locator('.banner h1').waitFor();
    comparison_path = new URL(page.url()).pathname;
    expect(await page.locator('.banner h1').textContent()).toBe(answer);
    expect(await page.locator('.banner').textContent()).toMatch(/(improved|neutral|regressed) next against main/);
    expect(await page.locator('.dumbbells li').count()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('a read-only key sees the answer and no button that saves it', async () => {
    const { organization_id, services, url } = dashboard.server;
    const token = await services.store.sessions.createLink({ organization_id, scopes: ['read'], actor: 'a reader' });
    const { page } = await dashboard.open(`/login#token=${token}`, { signedIn: false });
    await page.waitForURL(HOME);
    await page.goto(`${url}/compare?pick=claude&pick=careful`);
    await verdict(page).getByRole('button', { name: 'Swap sides' }).waitFor();
    expect(await verdict(page).getByRole('button').allTextContents()).toEqual(['Swap sides']);
  });

  test('shows both sides of a task next to each other, with their runs', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    await page.locator('.dumbbells .task-name', { hasText: 'careful' }).click();
    await page.waitForURL(/task=/);
    const task = page.locator('.both[open]', { hasText: 'careful' });
    for (const side of ['Baseline', 'Candidate']) {
      const runs = task.getByRole('region', { name: side }).locator('.side-run');
      await runs.first().waitFor();
      await expect.poll(() => runs.first().textContent()).toMatch(/passed\d+ (Elite|Gold)/);
      expect(await runs.count()).toBe(1);
    }
    await task.locator('.side-run a').first().click();
    await page.waitForURL(/\/runs\/run_.*tab=trace/);
    expect(faults).toEqual([]);
  });

  test('clicking the name of a task that is already open goes to it', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    const task = page.locator('.both', { hasText: 'careful' });
    if ((await task.getAttribute('open')) === null) await task.locator('summary').click();
    await task.getByRole('region', { name: 'Baseline' }).waitFor();
    const other = page.locator('.dumbbells .task-name').filter({ hasNotText: 'careful' }).first();
    const name = await other.textContent();
    await other.click();
    await page.waitForURL((url) => url.searchParams.get('task') === name);
    await page.locator('.dumbbells .task-name', { hasText: 'careful' }).click();
    await page.waitForURL(/task=.*careful/);
    expect(faults).toEqual([]);
  });

  test('the URL of a task opens it', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    const name = await page.locator('.both summary b').last().textContent();
    await page.goto(`${dashboard.server.url}${comparison_path}?task=${encodeURIComponent(name ?? '')}`);
    await page.locator('.both[open]', { hasText: name ?? '' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a comparison of earlier runs cannot become a pull request and lists what blocks it', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    const card = page.getByRole('region', { name: 'Pull request' });
    await card.getByText('Blocked:').waitFor();
    const blockers = await card.locator('.blockers li').allTextContents();
    expect(blockers).toContain('this server was not started in a git repository of yours');
    expect(blockers).toContain('the comparison uses earlier runs, not runs made side by side');
    expect(await card.textContent()).toContain('assay promote --baseline REF --candidate REF');
    expect(await card.getByRole('button', { name: 'Open pull request' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('an existing pull request can be linked and appears in the list', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    await page.getByText('Link an existing pull request').click();
    await page.getByLabel('URL').fill('https://example.com/agents/pull/7');
    await page.getByRole('button', { name: 'Save pull request' }).click();
    await page.getByRole('link', { name: 'example.com/agents/pull/7' }).waitFor();
    await page.getByRole('link', { name: 'All comparisons' }).click();
    const row = page.getByRole('row', { name: /next against main/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('open example.com/agents/pull/7');
    expect(faults).toEqual([]);
  });

  test('says what to do if a column has no runs', async () => {
    const { page } = await dashboard.open('/compare?columns=label&pick=main&pick=never');
    await page.getByText('main and never cannot be compared: they share no scenario').waitFor();
  });

  test('a run that ends changes its cell without a reload, and nothing moves', async () => {
    const { page, faults } = await dashboard.open('/compare?sort=careful');
    const heads = () => page.locator('.matrix-head bdi').allTextContents();
    const total = page.locator('.pass-matrix tfoot td').last();
    await total.waitFor();
    const [before, order] = [await total.textContent(), await heads()];
    const top = (await page.locator('.pass-matrix').boundingBox())?.y;
    const { organization_id, workspace_id, services } = dashboard.server;
    const { items } = await services.store.runs.list(organization_id, { workspace_id, limit: 1, after: null });
    const { task_id } = items[0] as (typeof items)[number];
    // more runs than any other column has
    for (let count = 0; count < 5; count++)
      await services.store.runs.record(organization_id, {
        run: buildRun({ task_id, scenario: 'monotonic-clock', agent_id: order.at(-1) as string }),
        workspace_id,
      });
    await expect.poll(() => total.textContent(), { timeout: 30_000 }).not.toBe(before);
    expect(await heads()).toEqual(order);
    expect((await page.locator('.pass-matrix').boundingBox())?.y).toBe(top);
    expect(await page.locator('.loading').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the pages are accessible and fit a phone, in light and dark', async () => {
    await expectAccessible(
      dashboard,
      ['/compare', '.heat'],
      ['/compare?pick=claude&pick=careful&sort=careful', '.matrix-outcome'],
      [comparison_path, '.dumbbells li'],
    );
  });
});

/* A comparison made by `assay compare` in a repository, a server in that repository, and a scripted GitHub. */
describe.skipIf(!HAS_BROWSER)('pull requests (skipped without Chromium)', () => {
  let made: Promotable;
  let dashboard: Dashboard;
  let comparison_path = '';

  beforeAll(async () => {
    made = await openPromotable();
    const { project, environment } = made;
    const compared = await made.assay(['compare', ...COMPARED]);
    expect(compared).toMatchObject({ status: 0 });
    const { comparison_id } = JSON.parse(compared.stdout);
    comparison_path = `/compare/${comparison_id}`;
    const [host, describe] = [project.host({ ...environment, GITHUB_TOKEN: TOKEN }), writePromotion];
    const where = { folder: project.folder, remote: 'origin', repo: REPOSITORY };
    dashboard = await openDashboard({
      root: join(project.folder, '.assay'),
      promoter: {
        options: ['--repo', REPOSITORY],
        promote: (comparison, asked) => promoteStored({ ...where, ...asked, comparison, host, describe }),
      },
    });
    const { store } = dashboard.server.services;
    const find = () => store.comparisons.find(dashboard.server.organization_id, comparison_id);
    await vi.waitUntil(find, { timeout: 120_000, interval: 500 });
  }, 600_000);
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    await made?.[Symbol.asyncDispose]();
  });

  test('lists what blocks a pull request and the command to copy, without a button', async () => {
    made.project.shell('echo x >> CLAUDE.md');
    try {
      const { page, faults } = await dashboard.open(comparison_path);
      const card = page.getByRole('region', { name: 'Pull request' });
      await card.getByText('the working tree has uncommitted changes').waitFor();
      expect(await card.locator('.blockers li').count()).toBe(1);
      expect(await card.locator('.copied').textContent()).toMatch(
        /^assay promote --baseline [0-9a-f]{40} --candidate [0-9a-f]{40} --from \.assay\/comparisons\/cmp_\w+\.json --repo acme\/shop --yes/,
      );
      expect(await card.getByRole('button', { name: 'Open pull request' }).count()).toBe(0);
      expect(faults).toEqual([]);
      await expectAccessible(dashboard, [comparison_path, '.blockers li']);
    } finally {
      made.project.shell('git checkout -q -- .');
    }
  });

  test('shows a preview of the pull request, in light and dark and on a phone', async () => {
    const { page, faults } = await dashboard.open(comparison_path);
    const card = page.getByRole('region', { name: 'Pull request' });
    await card.getByText('Ready to open.').waitFor();
    await card.getByText(/^Agent configuration [0-9a-f]{8}: improved by/).click();
    await card.getByText('delete mode 100644 AGENTS.md').waitFor();
    expect(await card.textContent()).toMatch(/assay\/promote-[0-9a-f]{8} into the default branch of acme\/shop/);
    expect(faults).toEqual([]);
    expect(made.github.requests).toEqual([]);
    await expectAccessible(dashboard, [comparison_path, '.open-pull-request button']);
  });

  test('says who can open it to users who cannot', async () => {
    const { organization_id, services, url } = dashboard.server;
    const token = await services.store.sessions.createLink({ organization_id, scopes: ['write'], actor: 'a writer' });
    const { page } = await dashboard.open(`/login#token=${token}`, { signedIn: false });
    await page.waitForURL(HOME);
    await page.goto(`${url}${comparison_path}`);
    const card = page.getByRole('region', { name: 'Pull request' });
    await card.getByText('An admin can open it here.').waitFor();
    expect(await card.getByRole('button', { name: 'Open pull request' }).count()).toBe(0);
  });

  test('shows an error of GitHub, and a second click opens the pull request', async () => {
    made.github.fail({ method: 'POST', times: 1, status: 403, message: 'Resource not accessible' });
    const { page } = await dashboard.open(comparison_path);
    const card = page.getByRole('region', { name: 'Pull request' });
    await card.getByRole('button', { name: 'Open pull request' }).click();
    await card.getByRole('alert').waitFor();
    expect(await card.getByRole('alert').textContent()).toContain('the token needs write access to contents');
    expect(made.branches()).toBe('main\n');
    await card.getByRole('button', { name: 'Open pull request' }).click();
    await card.getByRole('link', { name: 'github.example/acme/shop/pull/1' }).waitFor();
    expect(await card.getByRole('button', { name: 'Open pull request' }).count()).toBe(0);
    expect(made.github.pulls).toHaveLength(1);
    expect(made.branches()).toMatch(/^assay\/promote-[0-9a-f]{8}\nmain\n$/);
    await page.getByRole('link', { name: 'All comparisons' }).click();
    const row = page.getByRole('row', { name: /better against main/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('open github.example/acme/shop/pull/1');
  });
});
