import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { makeRuns } from './dashboard-data.ts';
import { type Dashboard, openDashboard, overflow } from './dashboard-kit.ts';
import { makeLongRun } from './long-run.ts';
import { violations } from './violations.ts';

const TABS = ['overview', 'trace', 'diff', 'diff&view=split', 'checks', 'evidence'];

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

  test('one click from the list of runs to the line that decided', async () => {
    const { page, faults } = await dashboard.open('/runs?result=tampered');
    await page.getByRole('link', { name: made.claude.scenario }).first().click();
    const failed = page.getByRole('region', { name: 'Failed checks' });
    const marked = failed.locator('.diff-line[data-marked]');
    await marked.waitFor();
    expect(await marked.textContent()).toContain("+test.skip('later is after now'");
    expect(await isInWindow(marked)).toBe(true);
    const said = await words(page);
    expect(said).toMatch(/^Runs tampered monotonic-clock /);
    const inOrder = [
      'tampered',
      'Prompt',
      'Make now() never go back',
      'Cost',
      'Failed checks',
      'The agent said',
      'Scorecard',
    ];
    expect(inOrder.map((text) => said.indexOf(text))).toEqual(
      inOrder.map((text) => said.indexOf(text)).toSorted((one, other) => one - other),
    );
    for (const text of ['Fixed: add() now adds.', '2 of 5 checks failed: tests untouched, nothing skipped.'])
      expect(said).toContain(text);
    expect(await page.title()).toMatch(/^tampered: monotonic-clock/);
    expect(await page.locator('.result-word').getAttribute('data-tone')).toBe('bad');
    expect(await page.locator('.gauge:not([data-tone="muted"])').count()).toBe(0);
    expect(await page.locator('.gate-tile[data-tone="good"]').count()).toBe(0);
    expect(await failed.textContent()).toMatch(
      /nothing skipped[\s\S]*certain[\s\S]*test\/clock\.test\.ts:10[\s\S]*tests untouched/,
    );
    await page.getByRole('button', { name: 'Gate scorers: Show what failed' }).click();
    await expect.poll(() => focused(page)).toContain('nothing skipped');
    expect(await isInWindow(marked)).toBe(true);
    await failed.getByRole('button', { name: 'test/clock.test.ts:10' }).click();
    await page.waitForURL(/file=test.*line=10|line=10.*file=test/);
    await page.goBack();
    await page.locator('.result-reason').getByRole('button', { name: 'test/clock.test.ts:10' }).click();
    await expect.poll(() => focused(page)).toBe('10');
    expect(faults).toEqual([]);
  });

  test('a check, a finding, a line and a message have an address that highlights them', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = async (name: string | RegExp): Promise<string> => {
      await page.getByRole('button', { name, exact: true }).first().press('Enter');
      await page.getByText('Copied', { exact: true }).first().waitFor();
      return await page.evaluate<Promise<string>>('navigator.clipboard.readText()');
    };
    const follow = async (url: string): Promise<string> => {
      await page.goto(url);
      const linked = page.locator('main [data-linked]');
      await linked.waitFor();
      expect(await isInWindow(linked)).toBe(true);
      return String(await linked.textContent());
    };
    await page.getByRole('region', { name: 'Failed checks' }).waitFor();
    expect(await follow(await copied('Copy link to the check tests untouched'))).toContain('its content changed');
    expect(await follow(await copied('Copy link to the finding in test/clock.test.ts'))).toContain('test.skip');
    await page.getByRole('link', { name: 'line 11 of test/clock.test.ts', exact: true }).click();
    await page.waitForURL(/tab=diff/);
    expect(await follow(await copied('Copy link to line 11 of test/clock.test.ts'))).toContain('assert.ok(later(10)');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/line=L10/);
    await page.getByRole('link', { name: 'Trace' }).click();
    await page.getByRole('treeitem').filter({ hasText: 'The operator is wrong.' }).click();
    const step = await copied('Copy link to this step');
    expect(step).toMatch(/interaction=i\d+/);
    expect(await follow(await copied(/^Copy link to the message /))).toContain('The operator is wrong.');
    await page.goto(step);
    await page.locator('.trace-detail').getByText('The operator is wrong.').waitFor();
    expect(faults).toEqual([]);
  });

  test('the palette finds a run, an agent and a finding by text', async () => {
    const { page, faults } = await dashboard.open('/agents');
    const search = async (text: string, found: RegExp) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type(text);
      await page.getByRole('menuitem', { name: found }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('menuitem', { name: found }).click();
    };
    await search('skips "later', /skips "later is after now".*tampered · monotonic-clock · claude/);
    await page.waitForURL(new RegExp(made.claude.run_id));
    await search('monotonic idle', /monotonic-clock · idle/);
    await page.waitForURL(new RegExp(made.idle.run_id));
    await search('careful', /^careful all runs of this agent/);
    await page.waitForURL(/\/runs\?agent_id=careful/);
    expect(faults).toEqual([]);
  });

  test('a passed run is green and shows what passed', async () => {
    const { page } = await dashboard.open(`/runs/${made.careful.run_id}`);
    await heading(page, 'Gates').waitFor();
    expect(await words(page)).toMatch(/^Runs passed monotonic-clock .*4 required checks and 1 stage passed/);
    expect(await page.locator('.result-word').getAttribute('data-tone')).toBe('good');
    expect(await page.locator('.gauge[data-tone="good"]').count()).toBeGreaterThan(0);
    expect(await page.getByRole('region', { name: 'Failed checks' }).count()).toBe(0);
    expect(await words(page)).toContain('All 4 checks passed.');
  });

  test('the overview shows the gates and their disagreement, ledgers, dimensions, cost and resources', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}`);
    await heading(page, 'Gates').waitFor();
    await page.getByText('maximum').first().waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.1);
    const said = await words(page);
    for (const text of ['run PASS', 'scorers FAIL', 'judge PASS', 'Constraint violated: a required scorer failed'])
      expect(said).toContain(text);
    for (const title of ['Scorecard ledger', 'AXIS ledger', 'Dimensions', 'Insights', 'Cost', 'Resources', 'Stages'])
      expect(await heading(page, title).count(), title).toBe(1);
    expect(said).toMatch(/Scorecard (Bronze|Silver)/);
    await page.getByText('entries of built-in').waitFor();
    await page
      .getByRole('button', { name: /^Open interaction i\d+$/ })
      .first()
      .click();
    await page.waitForURL(/tab=trace&interaction=i\d+|interaction=i\d+&tab=trace/);
    await page.getByRole('treeitem', { selected: true }).waitFor();
    expect(faults).toEqual([]);
  });

  test('the checks show scorers with output and the judge with its matrix, and link to the evidence', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=checks`);
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
    await judge
      .getByRole('button', { name: /^Go to step e1$/ })
      .first()
      .click();
    await page.getByRole('treeitem', { selected: true }).getByText('Make now() never go back.').waitFor();
    await page.goBack();
    await judge.getByRole('button', { name: /^Go to hunk test/ }).click();
    await page.waitForURL(/file=test/);
    await expect.poll(() => focused(page)).toContain('test/clock.test.ts');
    await page.goBack();
    await scorers.getByRole('button', { name: 'test/clock.test.ts' }).click();
    await page.waitForURL(/tab=diff/);
    expect(faults).toEqual([]);
  });

  test('timeline, steps and detail of the trace select the same step, with mouse and keyboard', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=trace`);
    const steps = page.getByRole('tree');
    const selected = page.getByRole('treeitem', { selected: true });
    const slider = page.getByRole('slider', { name: 'Interaction' });
    const detail = page.getByRole('region', { name: 'Selected step' });
    await steps.getByText('The operator is wrong.').click();
    await detail.getByText('The operator is wrong.').waitFor();
    const at = Number(await slider.inputValue());
    await slider.press('ArrowRight');
    await selected.getByText('Edit').waitFor();
    await expect.poll(async () => Number(await slider.inputValue())).toBe(at + 1);
    await detail.getByText('new_string').waitFor();
    await expect.poll(() => page.url()).toMatch(/interaction=i\d+/);
    await steps.press('ArrowDown');
    await detail.getByText('command', { exact: true }).waitFor();
    await expect.poll(async () => Number(await slider.inputValue())).toBe(at + 2);
    await detail.getByRole('button', { name: 'Previous' }).click();
    await selected.getByText('Edit').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('OPERATOR is');
    await page.getByText('1 of 9 steps').waitFor();
    const before = page.url();
    await steps.getByRole('treeitem').click();
    await page.getByRole('searchbox').fill('');
    await page.getByText('9 steps', { exact: true }).waitFor();
    await selected.getByText('The operator is wrong.').waitFor();
    await expect.poll(() => page.url()).not.toBe(before);
    await page.reload();
    await selected.getByText('The operator is wrong.').waitFor();
    await page.getByRole('searchbox').fill('nobody said this');
    await page.getByText('No matching steps.').waitFor();
    expect(faults).toEqual([]);
  });

  test('the diff shows a file tree, colors, and findings below their lines, in one column or two', async () => {
    const { page, faults } = await dashboard.open(`/runs/${made.claude.run_id}?tab=diff`);
    const file = page.getByRole('region', { name: 'Changes of test/clock.test.ts' });
    await file.waitFor();
    const lines = await file.locator('.diff-line').allInnerTexts();
    const pinned = lines.findIndex((line) => line.includes('nothing skipped:'));
    expect(lines[pinned - 1]).toContain("+test.skip('later is after now'");
    expect(lines.some((line) => line.includes('tests untouched: its content changed'))).toBe(true);
    // both line numbers, and words instead of the headers of git
    expect(await file.locator('.diff-line').filter({ hasText: 'assert.ok(now()' }).textContent()).toMatch(/^77 /);
    expect(lines.join('\n')).not.toMatch(/^(diff --git|index|---|\+\+\+|@@)/m);
    expect(await file.locator('[data-token="string"]').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: /clock.test.ts has a finding/ }).click();
    await page.waitForURL(/file=test%2Fclock.test.ts/);
    expect(await page.getByRole('button', { name: /^clock\.ts/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Split' }).click();
    await page.waitForURL(/view=split/);
    const pair = file.locator('.diff-pair').filter({ hasText: 'test.skip(' });
    expect(await pair.locator('.diff-side').count()).toBe(2);
    await file.getByRole('link', { name: 'line 11 of' }).click();
    await page.waitForURL(/line=11/);
    expect(page.url()).toContain('view=split');
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
    const { page, faults } = await dashboard.open(`/runs/${made.careful.run_id}?tab=checks`);
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
    const list = page.getByRole('tree');
    const rows = list.getByRole('treeitem');
    const total = INTERACTIONS + 1;
    await page.getByText('2,001 steps').waitFor();
    for (const [key, number] of [
      ['Home', 1],
      ['End', total],
    ] as const) {
      await list.press(key);
      await rows.and(page.locator(`[aria-posinset="${number}"]`)).waitFor();
      expect(await rows.count()).toBeLessThan(80);
    }
    await page.goto(`${dashboard.server.url}/runs/${long.run.run_id}?tab=trace&interaction=i510`);
    const inTeam = page.getByRole('treeitem', { selected: true });
    await inTeam.waitFor();
    expect(await inTeam.getAttribute('aria-level')).toBe('2');
    const team = rows.filter({ hasText: '40 in sub-agent' });
    await team.locator('[data-toggle]').click();
    expect(await team.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('[aria-level="2"]').count()).toBe(0);
    await list.press('ArrowRight');
    expect(await team.getAttribute('aria-expanded')).toBe('true');
    await page.goto(`${dashboard.server.url}/runs/${long.run.run_id}?tab=trace&interaction=i3`);
    const change = page.getByRole('region', { name: 'In the final change' });
    await expect.poll(() => change.locator('[data-line="added"]').count()).toBe(4);
    await change.getByRole('link', { name: 'line 2 of src/file-3.ts' }).click();
    await page.waitForURL(/tab=diff/);
    await page.goBack();
    await page.getByRole('searchbox').fill(`src/file-${INTERACTIONS - 4}.ts`);
    await page.getByText(/^1 of [\d,]+ steps$/).waitFor();
    expect(await rows.allTextContents()).toEqual([expect.stringContaining(`src/file-${INTERACTIONS - 4}.ts`)]);
    expect(faults).toEqual([]);
  });

  test('the first steps of a long run are there while the rest is loading', async () => {
    await using long = await makeLongRun(2_000);
    await dashboard.send(long.run.folder);
    const { page, faults } = await dashboard.open('/runs');
    await page.addInitScript(HOLD_REST);
    const address = `${dashboard.server.url}/runs/${long.run.run_id}?tab=trace`;
    await page.goto(address);
    await page.getByText(/^First \d+ steps, loading the rest…$/).waitFor();
    expect(await page.locator('.trace-controls').getAttribute('inert')).toBe('');
    const list = page.getByRole('tree');
    await list.press('PageDown');
    const selected = page.getByRole('treeitem', { selected: true });
    const last = await selected.textContent();
    expect(await violations(page)).toEqual([]);
    await page.evaluate('window.sendRest()');
    await page.getByText('2,001 steps').waitFor();
    expect(await selected.textContent()).toBe(last);
    // a step that is not among the first ones
    await page.goto(`${address}&interaction=i1999`);
    await page.getByText('Loading the trace…').waitFor();
    await page.evaluate('window.sendRest()');
    await expect.poll(() => selected.textContent()).toContain('src/file-1999.ts');
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

  test('the overview says why the transcript and the lines of the diff are not there', async () => {
    const { page } = await dashboard.open('/runs');
    const detail = 'The evidence of this run was removed on 2026-11-01.';
    const body = JSON.stringify({ type: 'about:blank', title: 'Gone', status: 410, code: 'evidence_removed', detail });
    await page.route(/\/evidence\/file|\/diff$/, (route) =>
      route.fulfill({ status: 410, contentType: 'application/problem+json', body }),
    );
    await page.goto(`${dashboard.server.url}/runs/${made.claude.run_id}`);
    await page.getByRole('region', { name: "The agent's last message" }).getByText(detail).waitFor();
    await page.getByText(`Shown without the lines of the diff: ${detail}`).waitFor();
    await page.getByText('Interactions').waitFor();
    expect(await page.getByText('loading', { exact: true }).count()).toBe(0);
  });

  test('a failed request shows an error and can be retried', async () => {
    const { page } = await dashboard.open('/runs');
    await page.route('**/v1/runs/*/diff', (route) => route.abort());
    await page.goto(`${dashboard.server.url}/runs/${made.idle.run_id}`);
    await heading(page, 'Gates').waitFor();
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

/** How far content moved while the page loaded, without input: above 0.1 people notice. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput);
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 1_000);
  })`);

/** Whether any of it is visible without scrolling. */
const isInWindow = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => {
    const { top, bottom } = (
      element as unknown as { getBoundingClientRect(): { top: number; bottom: number } }
    ).getBoundingClientRect();
    return bottom > 0 && top < (globalThis as unknown as { innerHeight: number }).innerHeight;
  });

const focused = (page: Page): Promise<string> => page.evaluate(`document.activeElement?.textContent ?? ''`);

/** Makes a page wait before it gets the second part of a transcript. */
const HOLD_REST = `{
  const { fetch } = window;
  const rest = new Promise((resolve) => { window.sendRest = resolve; });
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('transcript.jsonl')) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const start = 600_000;
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, start));
        await rest;
        controller.enqueue(bytes.subarray(start));
        controller.close();
      },
    });
    return new Response(body, response);
  };
}`;
