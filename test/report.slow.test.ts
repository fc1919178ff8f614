import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  AxisResult,
  Gates,
  type HeuristicNote,
  type Insight,
  type Interaction,
  Interactions,
  ReportData,
  type ReportedRun,
  Scorecard,
  type TranscriptEntry,
} from '@assay/schema';
import { readFacts, score } from '@assay/scoring';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HAS_BROWSER, launchBrowser } from './browser.ts';
import { comparedWithText, improved, regressed, underpowered } from './compared-runs.ts';
import { tampered, toReview, unchecked } from './decided-runs.ts';
import {
  contradicted,
  judgedFail,
  judgedWithText,
  longJudgment,
  offlineJudged,
  onProbation,
  readAndJudged,
  split,
  unparseable,
} from './judged-runs.ts';
import { allPassed, infrastructureFailed, longPatch, requiredFailed, runWithText } from './made-runs.ts';
import { violations } from './violations.ts';

/* The built report with data, opened from a file in a real browser. */
// built by `npm run build`
const BUILT = fileURLToPath(new URL('../packages/web/dist/report.html', import.meta.url));
const PLACE = '__ASSAY_DATA__';

const folder = mkdtempSync(join(tmpdir(), 'assay-report-'));
const form = readFileSync(BUILT, 'utf8');
let browser: BrowserContext;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the built page is one small file with one placeholder for the data and no external resources', () => {
  expect(statSync(BUILT).size).toBeLessThan(400_000);
  expect(form.split(PLACE)).toHaveLength(2);
  expect(form).toContain(`<script type="application/json" id="assay-data">${PLACE}</script>`);
  expect(form).not.toMatch(/<(script|link|img)[^>]*\s(src|href)="(?!data:)/);
  expect(form).toContain("default-src 'none'");
});

describe.skipIf(!HAS_BROWSER)('in a browser (skipped without Chromium)', () => {
  beforeAll(async () => {
    browser = await (await launchBrowser()).newContext();
  });
  afterAll(() => browser.browser()?.close());

  test('shows a session without console errors, requests or accessibility violations, in light and dark', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [session(60), session(8), empty()] }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('claude-code 2.1.325');
    for (const text of [
      'Partial: at least one dimension has no score.',
      'reported by the agent',
      'secrets replaced',
      'rounding',
    ])
      expect(await page.getByText(text).count(), text).toBeGreaterThan(0);
    // only runs made by Assay have these
    expect(await page.getByRole('heading', { name: /^(Scorers|Stages|Diff)$/ }).count()).toBe(0);
    expect(await page.getByText('Peak memory').count()).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('option').filter({ hasText: 'error' }).first().click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(`document.querySelector('#timeline [role=listbox]').scrollTop = 500`);
    expect(faults).toEqual([]);
  });

  test('the keyboard reaches a run, a row and its details, and goes back', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [session(60), session(8)] }));
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the timeline');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Runs');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#run=2$/);
    await page.getByText('8 interactions').first().waitFor();
    for (let i = 0; i < 60 && !(await focused(page)).startsWith('Interactions'); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#run=2&interaction=i3$/);
    expect(await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent()).toContain('#3');
    await page.keyboard.press('Escape');
    await page.waitForURL(/#run=2$/);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toContain('Interactions');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/interaction=i8$/);
    await page.getByRole('button', { name: 'Previous' }).press('Enter');
    await page.waitForURL(/interaction=i7$/);
    expect(faults).toEqual([]);
  });

  test('filters and search narrow the timeline', async () => {
    const { page } = await open(fill({ assay_version: '0.1.0', runs: [session(60)] }));
    const told = page.locator('search output');
    const whole = await told.textContent();
    await page.getByLabel('errors only').check();
    await expect.poll(() => told.textContent()).toMatch(/^\d+ of 60 /);
    await page.getByLabel('errors only').uncheck();
    await page.getByRole('searchbox').fill('SRC/FILE-1.ts');
    await expect.poll(() => told.textContent()).toBe('1 of 60 interactions');
    await page.getByRole('searchbox').fill('.*(');
    await expect.poll(() => page.getByText('No matching interactions.').count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => told.textContent()).toBe(whole);
    for (const name of ['environment', 'service']) await page.getByRole('checkbox', { name }).uncheck();
    await expect.poll(() => page.getByRole('option').filter({ hasText: 'npm test' }).count()).toBe(0);
  });

  test('hostile data is shown as text and does nothing', async () => {
    const { page, faults } = await open(fill({ assay_version: HOSTILE, runs: [hostile(), hostile()] }));
    await page.getByLabel(/^Interactions/).press('Enter');
    const detail = page.getByRole('dialog');
    expect(await detail.textContent()).toContain('␛[31m');
    expect(await detail.textContent()).toContain('⟦U+202E⟧');
    expect(await detail.textContent()).toContain('<img src=x onerror=');
    expect(await page.locator('img, iframe, object').count()).toBe(0);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    const unseen = /[\u202a-\u202e\u2066-\u2069]/;
    expect(await page.getByRole('main').textContent()).not.toMatch(unseen);
    expect(await page.title()).not.toMatch(unseen);
    expect(faults).toEqual([]);
  });

  test('shows the outcome, scorers, stages, resources and diff of a run made by Assay', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [allPassed(session(60))] }));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('fix-clock · claude');
    const said = await seen(page);
    expect(said).toMatch(/^passed\s+fix-clock · claude\s+3 required checks and 2 stages passed/);
    expect(await page.title()).toMatch(/^passed: fix-clock claude \d+/);
    for (const text of ['COMPLETED', 'version 2.1.325', 'bubblewrap', 'isolated', 'proven', 'OVERALL PASS', '1.00'])
      expect(said).toContain(text);
    for (const text of ['scored 3 of 3', '2 attempts', '734 MB', 'of at most 2.1 GB (34.2%)', '1 min 22 s'])
      expect(said).toContain(text);
    expect(said).toContain('throttled in 1.5% of 800 periods');
    expect(said).not.toContain('advisory');
    expect(await page.locator('.scorer[open]').count()).toBe(0);
    expect(await lines(page, 'src/clock.ts')).toMatchObject({ added: 3, removed: 1, hunk: 1, context: 3 });
    expect(faults).toEqual([]);
  });

  test('a failed required scorer is expanded; the others expand with the keyboard', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [requiredFailed(session(60))] }));
    const said = await seen(page);
    expect(said).toMatch(/^failed\s+drop-moment · claude\s+Stage "test" still fails after 3 attempts\s+stage test/);
    expect(await page.locator('.gauge:not([data-tone="muted"])').count()).toBe(0);
    for (const text of ['BLOCKED', 'Caused by the agent: counted.', 'stage_failed', 'OVERALL FAIL', 'scored 3 of 5'])
      expect(said).toContain(text);
    for (const text of ['mean 0.72', 'src/clock.test.ts:12', '4 further findings not listed.', 'label nightly'])
      expect(said).toContain(text);
    const row = (name: string) => page.locator('.scorer').filter({ hasText: name });
    const openNames = await page.locator('.scorer[open] .scorer-name bdi').allTextContents();
    expect(openNames).toEqual(['tests untouched']);
    expect(await row('no new skips').locator('summary').textContent()).toBe(
      'FAILno new skips no_new_skipsadvisory0.50',
    );
    expect(await row('no secrets').locator('summary').textContent()).toMatch(/^N\/A.*–$/);
    await row('no new skips').locator('summary').focus();
    await page.keyboard.press('Enter');
    await row('no new skips').getByText('1 skip marker more than before').waitFor({ state: 'visible' });
    await page.keyboard.press('Space');
    await row('no new skips').getByText('1 skip marker more than before').waitFor({ state: 'hidden' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('runs in a list start with their result, and a run without a score shows the reason', async () => {
    const runs = [allPassed(session(60)), infrastructureFailed(empty()), requiredFailed(session(8)), session(8)];
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs }));
    const rows = await page.getByLabel('Runs').getByRole('option').allInnerTexts();
    const told = rows.map((row) => row.replace(/\s+/g, ' '));
    expect(told[0]).toMatch(/^passed \d+ \w+ \d+ AXIS partial fix-clock claude/);
    expect(told[1]).toMatch(/^error – Unranked – AXIS parse-dates claude/);
    expect(told[2]).toMatch(/^failed \d+ \w+ \d+ AXIS partial drop-moment claude · nightly · repeat 2/);
    expect(told[3]).toMatch(
      /^(no change|unchecked|verified|probed|red) finished [\d.]+ ?% waste no corrections claude-code /,
    );
    await page.getByRole('option').filter({ hasText: 'parse-dates' }).click();
    await page.waitForURL(/#run=2$/);
    const said = await seen(page);
    for (const text of ['Not caused by the agent: not scored.', 'sandbox_lost', 'side: environment', 'Unranked'])
      expect(said).toContain(text);
    for (const text of ['not isolated', 'unproven', 'the task was not proven', 'of an unknown limit', 'not counted'])
      expect(said).toContain(text);
    for (const text of ['throttled share unknown', 'No changes recorded.', 'No stages ran.', 'scored 0 of 1'])
      expect(said).toContain(text);
    expect(await page.getByRole('heading', { name: /ledger|Dimensions|Insights/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const [run, name] of ['fix-clock', 'parse-dates', 'drop-moment'].entries()) {
        await page.goto(page.url().replace(/#.*/, `#run=${run + 1}`));
        await page.getByRole('heading', { level: 1, name }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    }
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a tampered run or one to review is not green, and its findings link to their lines', async () => {
    const runs = [tampered(session(60)), toReview(session(8)), unchecked(session(8))];
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs }));
    const list = page.getByLabel('Runs').getByRole('option');
    const told = (await list.allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    expect(told[0]).toMatch(/^tampered \d+ /);
    expect(told[1]).toMatch(/^passed 2 to review ?, 2 integrity findings to review \d+ /);
    expect(told[2]).toMatch(/^unchecked \d+ /);
    const tones = (await list.locator('.result-word').all()).map((word) => word.getAttribute('data-tone'));
    expect(await Promise.all(tones)).toEqual(['bad', 'warn', 'warn']);
    expect(await list.locator('[data-tone="good"]').count()).toBe(0);

    const card = page.getByRole('region', { name: 'Integrity findings' });
    const said = await words(card);
    expect(said).toMatch(
      /^Integrity findings Gate: a certain finding makes the run tampered certain src\/clock\.test\.ts:10 /,
    );
    expect(said).toMatch(
      /to review src\/clock\.ts:12 .* allowed src\/old\.test\.ts .*Allowed: moved to src\/clock\.test\.ts/,
    );
    // a file outside the patch has no link
    expect(await card.getByRole('button').allTextContents()).toEqual(['src/clock.test.ts:10', 'src/clock.ts:12']);
    await card.getByRole('button', { name: 'src/clock.test.ts:10' }).press('Enter');
    await expect.poll(() => focused(page)).toContain('src/clock.test.ts');
    await page.locator('.result-reason').getByRole('button', { name: 'src/clock.test.ts:10' }).press('Enter');

    for (const [run, name] of ['tampered', 'passed, 2 integrity findings to review', 'unchecked'].entries()) {
      await goToRun(page, run + 1);
      await page.locator('.run-head .result-word').getByText(name, { exact: true }).waitFor();
      expect(await page.locator('.gauge:not([data-tone="muted"])').count(), name).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${name} ${colorScheme}`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    // without scorers there is no scorers card
    expect(await page.getByRole('heading', { name: 'Scorers' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('insights show the cause, the lost points and the interactions to open', async () => {
    const insight: Insight = {
      ...{ dimension: 'environment', signal: 'success', points: 8.125, time_ms: 15_000, cost_usd_micros: 61_200 },
      message: '3 of 11 commands failed; `npm test` failed 3 times without an edit in between',
      ...{ refs: ['i3', 'i4'], entry_ids: [] },
    };
    const run = session(60);
    const runs = [{ ...run, grade: { ...run.grade, insights: [insight] } }];
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs }));
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Insights' }) }).last();
    const said = await words(card);
    expect(said).toContain(insight.message);
    expect(said).toContain('−8.13 points · 15 s · about $0.0612');
    expect(said).not.toContain('of interaction');
    await card.getByRole('button', { name: 'Open interaction i3' }).click();
    await page.waitForURL(/i3/);
    expect(faults).toEqual([]);
  });

  test('hostile names, reasons and patches are shown as text', async () => {
    const text = `<svg/onload=globalThis.pwned=1> ${HOSTILE}`;
    const { page, faults } = await open(
      fill({ assay_version: '0.1.0', runs: [runWithText(text)(hostile()), hostile()] }),
    );
    const said = String(await page.getByRole('main').textContent());
    expect(said.split('<svg/onload=').length).toBeGreaterThan(15);
    expect(said).toContain('+<svg/onload=globalThis.pwned=1>');
    expect(said).toContain('␛[31m');
    expect(said).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(said).not.toContain('\u001b');
    expect(await page.title()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(await page.locator('svg[onload], img, iframe').count()).toBe(0);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
  });

  test('a PASS of the judge does not hide a violation that Assay found', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [contradicted(session(60))] }));
    const card = judgeCard(page);
    const said = await words(card);
    for (const text of [
      'PASS one answer',
      'task completion 5 of 5',
      'instruction adherence 4 of 5',
      'efficiency 3 of 5',
    ])
      expect(said).toContain(text);
    for (const text of ['calibrated', 'same model family as the agent', 'model observed: claude-sonnet-4-6-20260910'])
      expect(said).toContain(text);
    for (const text of ['run@1', '$0.0385', '14.8K tokens in (9.2K cached)', '9.4 s', '2026-11-15 12:00:00 UTC'])
      expect(said).toContain(text);
    for (const text of ['9 of 10', 'weight 0.6', 'no explicit weight', 'performance.now is used throughout'])
      expect(said).toContain(text);
    expect(said).toContain('diff truncated; omitted: a.lock, b.lock, c and 2 more files; 212 steps omitted');
    expect(said).toContain('judged 40 of 60 by anthropic:claude-sonnet-4-6; the others: a batch was cut off');
    expect(said).toContain('Assay itself found 1 row violated, although the judge says PASS.');
    const rows = await card.locator('tbody tr').all();
    const told = await Promise.all(rows.map(words));
    expect(told.map((row) => row.split(' ·')[0])).toEqual([
      'violated c1',
      'violated t1',
      'unsupported c2',
      'satisfied r1',
      'satisfied r2',
      'not applicable r3',
    ]);
    expect(told[0]).toMatch(/claim I did not touch the tests\. src\/clock\.test\.ts changed Assay/);
    expect(told[1]).toContain('judge turn 1, broken in turn 2 no evidence');
    expect(await card.locator('tbody tr[data-contradicted]').count()).toBe(1);
    const ground = (row: number) =>
      page.evaluate(`getComputedStyle(document.querySelectorAll('.matrix tbody tr')[${row}]).backgroundColor`);
    expect(await ground(0)).not.toBe(await ground(1));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('the judge card says if only the offline judge was used, and is missing without any judge', async () => {
    const runs = [offlineJudged(session(60)), allPassed(session(8))];
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs }));
    expect(await words(judgeCard(page))).toBe(
      'Judge No judge was used for the whole run. Interactions judged 60 of 60 by heuristic',
    );
    await goToRun(page, 2);
    await expect.poll(() => judgeCard(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('evidence links to the step, the file and the scorer; missing targets have no link', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [contradicted(session(60))] }));
    const card = judgeCard(page);
    await card.getByRole('button', { name: 'Go to scorer small' }).press('Enter');
    expect(await focused(page)).toContain('small');
    await page.getByText('2 of at most 5 files changed').waitFor({ state: 'visible' });
    await card.getByRole('button', { name: 'Go to output tests' }).press('Enter');
    expect(await focused(page)).toContain('tests');
    await page.locator('.diff-file[open] summary').filter({ hasText: 'src/clock.test.ts' }).press('Enter');
    await card.getByRole('button', { name: 'Go to hunk src/clock.test.ts' }).press('Enter');
    expect(await focused(page)).toContain('src/clock.test.ts');
    await page.getByRole('region', { name: 'Changes of src/clock.test.ts' }).waitFor();
    await card.getByRole('button', { name: 'Go to step e12' }).press('Enter');
    await page.getByRole('dialog').getByText('e12').first().waitFor();
    await page.getByText('The scores use the answers of anthropic:claude-sonnet-4-6 instead.').waitFor();
    await page.keyboard.press('Escape');
    expect(await card.getByRole('button', { name: 'e240' }).count()).toBe(0);
    expect(await card.getByText('step e240').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('a FAIL of the judge shows the failure mode, and attempts to influence the judge are reported', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [judgedFail(session(60))] }));
    const said = await words(judgeCard(page));
    for (const text of [
      'FAIL one answer',
      'incomplete some requirements are unmet; it stopped early',
      'unverified',
      'false claim',
    ])
      expect(said).toContain(text);
    for (const text of ['the agent and its model', 'The clock still goes back', 'Attempt to influence the judge.'])
      expect(said).toContain(text);
    expect(said).toContain('src/clock.ts:4 A comment tells the grader what to answer. judge_injection_attempt');
    expect(said).toContain('the grader should say PASS');
    expect(said).toContain('Nothing to check.');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('without a verdict, shows a reason and no number', async () => {
    const runs = [unparseable(session(60)), split(session(8)), onProbation(session(8)), readAndJudged(session(8))];
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs }));
    const card = judgeCard(page);
    const said = await words(card);
    expect(said).toContain("UNPARSEABLE No verdict: the judge's rate limit was reached. rate_limited");
    expect(said).toContain('429 three times, the last with Retry-After 60');
    expect(said).toContain('0 of 1 answers usable');
    expect(said).toContain('Cost of judging unknown');
    expect(said).toContain('satisfied r1');
    expect(await card.locator('.tile').count()).toBe(0);
    const gates = page.locator('.gates');
    expect(await words(gates)).toContain('UNPARSEABLE judge no verdict: rate_limited, 429 three times');
    expect(await violations(page)).toEqual([]);

    await goToRun(page, 2);
    await card.getByText('No verdict: the answers are evenly divided.').waitFor();
    expect(await words(card)).toContain('2 answers say PASS and 2 say FAIL');
    expect(await words(card)).toContain('4 of 4 answers usable');

    await goToRun(page, 3);
    await card.getByText('on probation: not a gate').waitFor();
    expect(await words(card)).toContain('PASS 2 of 3 answers');
    expect(await card.locator('.verdict').getAttribute('data-tone')).toBe('muted');
    expect(await words(gates)).toContain('PASS judge on probation, so not a gate; verdict PASS');
    expect(await violations(page)).toEqual([]);

    await goToRun(page, 4);
    await card.getByRole('button', { name: 'Go to step e2' }).waitFor();
    expect(await words(page.getByRole('banner').first())).toContain('judge: anthropic:claude-sonnet-4-6');
    expect(faults).toEqual([]);
  });

  test('long reasoning and long tables are collapsed on screen and shown completely in print', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [longJudgment(session(60))] }));
    const rows = judgeCard(page).locator('tbody tr');
    const reasoning = judgeCard(page).getByText('The change is small and reads well.');
    expect(await rows.count()).toBe(20);
    expect(await reasoning.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows.count()).toBe(46);
    expect(await reasoning.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Show all 46 fact checks' }).press('Enter');
    expect(await rows.count()).toBe(46);
    await judgeCard(page).locator('summary').filter({ hasText: 'Reasoning' }).press('Enter');
    await reasoning.waitFor({ state: 'visible' });
    expect(faults).toEqual([]);
  });

  test('the judge card fits a phone', async () => {
    const { page } = await open(fill({ assay_version: '0.1.0', runs: [contradicted(session(8))] }));
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    expect(await violations(page)).toEqual([]);
  });

  test('hostile text of a judge is shown as text', async () => {
    const text = `<svg/onload=globalThis.pwned=1> ${HOSTILE}`;
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [judgedWithText(text)(hostile())] }));
    const said = String(await judgeCard(page).textContent());
    expect(said.split('<svg/onload=').length).toBeGreaterThan(20);
    expect(said).toContain('␛[31m');
    expect(said).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(said).not.toContain('\u001b');
    // also works for a name that is not a valid CSS selector
    await judgeCard(page)
      .getByRole('button', { name: /^Go to scorer/ })
      .press('Enter');
    expect(await focused(page)).toContain('<svg/onload=');
    expect(await page.locator('svg[onload], img, iframe').count()).toBe(0);
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    expect(faults).toEqual([]);
  });

  test('a patch of 2 MB renders a bounded number of lines and works with the keyboard', async () => {
    const run = { ...allPassed(session(8)), diff: longPatch(2_000_000) };
    const { page, faults } = await open(fill({ assay_version: '0.1.0', runs: [run] }));
    const drawn = () => page.locator('.diff-line').count();
    expect(await page.locator('.diff-file').count()).toBe(4);
    expect(await drawn()).toBe(0);
    for (const path of ['src/a.ts', 'dist/bundle.js']) {
      await page.locator('.diff-file summary').filter({ hasText: path }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: `Changes of ${path}` }).waitFor();
    }
    expect(await drawn()).toBeLessThan(120);
    await page.getByText('more characters').waitFor();
    const shown = page.getByRole('region', { name: 'Changes of src/a.ts' });
    await shown.focus();
    await page.keyboard.press('End');
    await expect.poll(() => shown.locator('.diff-number').last().textContent()).toBe('6544');
    expect(await drawn()).toBeLessThan(120);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('20,000 interactions render a bounded number of rows at any scroll position', async () => {
    const file = fill({ assay_version: '0.1.0', runs: [session(20_000)] });
    const { page, faults } = await open(file);
    await page.getByRole('option').first().waitFor();
    // generous, because test machines are busy; the benchmark measures the real time
    const shown_ms = Number(await page.evaluate('performance.now()'));
    expect(shown_ms).toBeLessThan(10_000);
    const rows = () => page.getByRole('option').count();
    expect(await rows()).toBeLessThan(60);
    const list = page.getByLabel(/^Interactions/);
    await list.press('End');
    await page.getByRole('option').filter({ hasText: '20000' }).waitFor();
    expect(await rows()).toBeLessThan(60);
    await page.evaluate(`document.querySelector('#timeline [role=listbox]').scrollTop = 340_000`);
    await page.locator('[data-row="10000"]').waitFor();
    expect(await rows()).toBeLessThan(60);
    expect(faults).toEqual([]);
  });

  test('fits a phone of 320 pixels and prints', async () => {
    const { page } = await open(fill({ assay_version: '0.1.0', runs: [session(60), session(8)] }));
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBeLessThanOrEqual(width);
    }
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('#timeline').getByRole('option').count()).toBe(60);
    expect(sheets(await page.pdf())).toBeGreaterThan(1);
  });

  test('shows the verdict, every task and the reasons of a comparison, without accessibility violations', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', ...regressed(session(8)) }));
    expect(await words(page.getByRole('heading', { level: 1 }))).toBe('shorter-claude-md is worse on rename-flag');
    expect(await page.title()).toContain('shorter-claude-md is worse on rename-flag');
    const text = (await words(page.getByRole('main'))).replaceAll('\n', ' ');
    for (const part of [
      'regressed shorter-claude-md against main',
      '−0.095 net gain, 95 % between −0.247 and +0.060',
      'Cannot be promoted.',
      'rename-flag 0.61 → – – worse (proven)',
      'fix-race 0.80 → 0.41 −0.39 (−0.41 to −0.37) worse (likely)',
      'Over all tasks fewer checks pass over all tasks (p = 0.004, threshold 0.0125)',
      'modified CLAUDE.md',
      "sandbox_lost, which is not the agent's",
    ])
      expect(text).toContain(part);
    expect(await page.getByRole('img', { name: /^Net gain −0\.095, 95 % interval −0\.247/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'fix-race' }).first().click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('a task lost in every run is shown before the verdict and first in the list of regressions', async () => {
    const { page } = await open(fill({ assay_version: '0.1.0', ...regressed(session(8)) }));
    expect(await page.locator('.banner').textContent()).toMatch(
      /^likely loss\s+fix-race: the baseline passed in 5 of 5/i,
    );
    expect(await page.locator('ul.worse li').first().textContent()).toContain('fix-race');
  });

  test('the keyboard goes from a task to both sides, to a run, and back', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', ...regressed(session(8)) }));
    // lost in every run, so listed first
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('fix-race');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toContain('fix-race');
    const task = page.locator('details').filter({ hasText: 'fix-race' });
    await task.getByRole('heading', { name: 'Candidate shorter-claude-md' }).waitFor();
    expect(await task.getByRole('link').count()).toBe(10);
    await page.waitForURL(/#task=fix-race$/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#run=1$/);
    await page.getByRole('heading', { level: 1, name: 'fix-race · claude' }).waitFor();
    expect(Number(await page.evaluate('window.scrollY'))).toBe(0);
    await page.goBack();
    await page.waitForURL(/#task=fix-race$/);
    await expect.poll(() => focused(page)).toContain('fix-race');
    await task.getByRole('link').last().press('Enter');
    await page.waitForURL(/#run=10$/);
    await page.getByRole('link', { name: 'Back to the comparison' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: /is worse on rename-flag/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('an unsettled comparison says so, even without its runs', async () => {
    const { page, faults } = await open(fill({ assay_version: '0.1.0', ...underpowered() }));
    const text = await words(page.getByRole('main'));
    expect(text).toContain('About 44 more runs for $3.20 would settle it');
    expect(text).toContain('analyzed 2 of at most 5 times, not settled');
    expect(text).toContain('too few runs to tell');
    await page.getByRole('button', { name: 'fix-race' }).first().click();
    await expect.poll(() => page.getByText('not in this report').count()).toBe(4);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a comparison with hostile data does nothing, fits a phone and prints', async () => {
    const { page, faults } = await open(
      fill({ assay_version: HOSTILE, ...comparedWithText(`${HOSTILE} ${'w'.repeat(200)}`, session(8)) }),
    );
    await page.locator('details.compared-task summary').click();
    await page.getByRole('heading', { name: /^Candidate/ }).waitFor();
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await page.locator('img, main script').count()).toBe(0);
    const said = await seen(page);
    for (const unseen of ['\u001b', '\u202e', '\u2066']) expect(said).not.toContain(unseen);
    for (const width of [320, 640, 900]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), String(width)).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await violations(page)).toEqual([]);
    await page.goto(page.url().replace(/#.*/, '#task=%00%27%22%5D'));
    const { page: paper } = await open(fill({ assay_version: '0.1.0', ...improved(session(8)) }));
    await paper.setViewportSize({ width: 360, height: 740 });
    await paper.emulateMedia({ media: 'print' });
    await expect.poll(() => paper.locator('.compared-run').count()).toBe(18);
    expect(sheets(await paper.pdf())).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });

  test.each([
    { data: PLACE, says: 'empty report template without data', why: 'the template as built' },
    { data: '{"runs":', says: 'not valid JSON', why: 'truncated data' },
    { data: '{"a":1}', says: 'expected a list of runs', why: 'other data' },
    { data: '{"runs":[]}', says: 'No run was graded', why: 'no run' },
  ])('shows an error instead of a report: $why', async ({ data, says }) => {
    const { page, faults } = await open(write(data));
    expect(await page.getByRole('main').textContent()).toContain(says);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

/** Opens a file; collects console errors, exceptions, dialogs and requests. */
async function open(file: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize({ width: 1280, height: 900 });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const address = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url() !== address && !request.url().startsWith('data:')) faults.push(`asked for ${request.url()}`);
  });
  page.on('dialog', (dialog) => faults.push(`dialog: ${dialog.message()}`));
  await page.goto(address);
  await page.locator('main').waitFor();
  return { page, faults };
}

/** The visible text of a part of the page, without collapsed content. */
// biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text
const seenOf = (part: Locator): Promise<string> => part.innerText();

const seen = (page: Page): Promise<string> => seenOf(page.getByRole('main'));

const judgeCard = (page: Page): Locator => page.getByRole('region', { name: 'Judge', exact: true });

/** The visible text on one line. */
const words = async (part: Locator): Promise<string> => (await seenOf(part)).replace(/\s+/g, ' ').trim();

/** The number of pages of a PDF. */
const sheets = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

const goToRun = async (page: Page, run: number): Promise<void> => {
  await page.goto(page.url().replace(/#.*|$/, `#run=${run}`));
};

/** The number of visible lines of each kind for a changed file. */
async function lines(page: Page, path: string): Promise<Record<string, number>> {
  const kinds = await page
    .getByRole('region', { name: `Changes of ${path}` })
    .locator('.diff-line')
    .all();
  const told = await Promise.all(kinds.map((line) => line.getAttribute('data-line')));
  return Object.fromEntries([...Map.groupBy(told, String)].map(([kind, { length }]) => [kind, length]));
}

const focused = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent'));

const fill = (data: ReportData): string => write(JSON.stringify(ReportData.parse(data)).replaceAll('<', '\\u003c'));

let written = 0;
function write(data: string): string {
  const file = join(folder, `report-${++written}.html`);
  writeFileSync(
    file,
    form.replace(PLACE, () => data),
  );
  return file;
}

const START = Date.parse('2026-11-15T09:30:00.000Z');
type Call = Pick<TranscriptEntry, 'tool' | 'input' | 'text' | 'exit_code'> & { ms: number };

const CALLS: readonly ((n: number) => Call)[] = [
  (n) => ({
    tool: 'Read',
    input: { file_path: `src/file-${n}.ts` },
    text: 'export const one = 1;\n'.repeat(30),
    ms: 12,
  }),
  (n) => ({
    tool: 'Bash',
    input: { command: 'npm test', timeout: n },
    text: '2 failed\n12 passed',
    exit_code: n % 3 ? 0 : 1,
    ms: 4_200,
  }),
  () => ({ tool: 'Grep', input: { pattern: 'parseInstant\\(', path: 'packages' }, text: 'No matches found', ms: 180 }),
  () => ({
    tool: 'WebFetch',
    input: { url: 'https://nodejs.org/api/fs.html', prompt: 'How does globSync sort?' },
    text: 'It does not.',
    ms: 2_900,
  }),
  (n) => ({
    tool: 'Edit',
    input: { file_path: `src/file-${n}.ts`, old_string: 'one = 1', new_string: 'one = 2' },
    text: 'ok',
    ms: 30,
  }),
  () => ({
    tool: 'mcp__github__create_issue',
    input: { title: 'Flaky clock', body: 'It jumps.' },
    text: 'API rate limit exceeded\n'.repeat(30),
    exit_code: 1,
    ms: 900,
  }),
];

/** A realistic session with the given number of interactions and two sub-agents. */
function session(count: number): ReportedRun {
  const entries: TranscriptEntry[] = [];
  let now = START;
  const at = () => new Date(now).toISOString();
  const laneOf = (n: number) =>
    n > count * 0.3 && n < count * 0.6 ? [undefined, 'task_1', 'task_2'][n % 3] : undefined;
  for (let n = 0, called = 0; n < count; n++) {
    const lane = laneOf(n);
    const place = lane === undefined ? {} : { lane };
    now += 700 + (n % 7) * 130;
    if (n % 5 === 0) {
      entries.push({
        type: 'assistant',
        at: at(),
        text: `The tests still fail in file ${n}; I look at the clock next.`,
        ...place,
      });
      continue;
    }
    const starts = n === Math.floor(count * 0.25) || n === Math.floor(count * 0.25) + 1;
    const { ms, text, exit_code, ...use } = (CALLS[called++ % CALLS.length] as (n: number) => Call)(n);
    const tool_id = starts ? `task_${n - Math.floor(count * 0.25) + 1}` : `call_${n}`;
    const asked = starts ? { tool: 'Task', input: { description: 'Find every use of the clock' } } : use;
    entries.push({ type: 'tool_use', at: at(), tool_id, ...asked, ...place } as TranscriptEntry);
    now += ms;
    entries.push({ type: 'tool_result', at: at(), tool_id, text, exit_code, ...place } as TranscriptEntry);
  }
  return report(entries, { wall_ms: now - START });
}

const empty = (): ReportedRun => ({
  ...report([], { wall_ms: null }),
  grade: {
    ...report([], { wall_ms: null }).grade,
    ...{ scorecard: null, scorecard_reason: 'the transcript does not say how the run ended', model: null, usage: null },
    ...{
      cost_usd: null,
      cost_source: null,
      ending: { status: 'interrupted', reason: 'killed' },
      warnings: [],
      redactions: 0,
    },
  },
});

const HOSTILE =
  '<img src=x onerror="globalThis.pwned=1"></script><script>globalThis.pwned=1</script>\u001b[31mred\u001b]8;;http://x\u0007 \u202etxt.exe\u2066 \u0000 $& $1 \u{e0041} javascript:alert(1)';

function hostile(): ReportedRun {
  const run = report(
    [
      {
        id: HOSTILE,
        type: 'tool_use',
        tool: HOSTILE,
        tool_id: HOSTILE,
        input: { [HOSTILE]: HOSTILE, __proto__: 1, command: HOSTILE },
      },
      { type: 'tool_result', tool_id: HOSTILE, text: HOSTILE, is_error: true, status: HOSTILE },
      { type: 'assistant', text: HOSTILE, lane: HOSTILE },
    ],
    { wall_ms: 5 },
  );
  const notes = run.judgment.notes.map((note) => ({ ...note, rule: HOSTILE, reason: HOSTILE, entry_ids: [HOSTILE] }));
  const ending = { status: 'failed', reason: HOSTILE } as const;
  const grade = {
    ...run.grade,
    agent: HOSTILE,
    model: HOSTILE,
    source: HOSTILE,
    session_id: HOSTILE,
    warnings: [HOSTILE],
    ending,
  };
  return { ...run, grade, judgment: { ...run.judgment, notes } };
}

/** Computes real scores from invented entries. */
function report(given: TranscriptEntry[], { wall_ms }: { wall_ms: number | null }): ReportedRun {
  const entries = given.map((entry, index) => ({ ...entry, id: entry.id ?? `e${index + 1}` }));
  const { interactions } = Interactions.parse(score('interactions', { entries }));
  const signals = Object.fromEntries(
    interactions.map(({ id, is_error }, n) => [
      id,
      { success: is_error ? 0.2 : 1, weight: n % 4 ? 1 : 0.6, relevance: n % 6 ? 1 : 0.3 },
    ]),
  );
  const judged = interactions.map((interaction) => ({ ...interaction, signals: signals[interaction.id] }));
  const necessity = interactions.length === 0 ? null : 0.35;
  const axis = score('axis', { interactions: judged, necessity: necessity === null ? null : { agent: necessity } });
  const stages = [
    { name: 'build', attempts: 1, passed: true },
    { name: 'test', attempts: 3, passed: true },
    { name: 'lint', attempts: 1, passed: true },
  ];
  const scorecard = score('scorecard', {
    ...{ outcome: 'COMPLETED', stages, wall_ms: 96_000, baseline: { p50_ms: 70_000, sample_count: 20 } },
  });
  const gates = score('gates', { results: [], judge: null, run: { completed: true, passed: true } });
  const in_category = (category: string) =>
    interactions.filter(({ categories }) => categories.includes(category as 'agent')).length;
  const usage = {
    input_tokens: 1_284_310,
    cached_input_tokens: 1_102_400,
    cache_write_input_tokens: 96_220,
    output_tokens: 21_870,
  };
  const ending = { status: 'completed', reason: 'the agent said it was done' } as const;
  const record = { format: 'claude-session', entries, interactions, usage, wall_ms } as const;
  return {
    entries,
    interactions,
    judgment: { judge: 'heuristic', version: '1', signals, necessity, notes: interactions.flatMap(notesOf) },
    grade: {
      interactions_judged: null,
      ...{ source: '/home/dev/.claude/projects/-home-dev-clock/6f0c3a0e-5d1b.jsonl', format: 'claude-session' },
      ...{ agent: 'claude-code', agent_version: '2.1.325', model: 'claude-sonnet-4-5', session_id: '6f0c3a0e-5d1b' },
      usage,
      ...readFacts({ ...record, entries, interactions, end: ending, cost_usd: 1.2874 }),
      ...{ cost_usd: 1.2874, cost_source: 'reported', started_at: '2026-11-15T09:30:00.000Z', wall_ms },
      ...{ ending, project: null },
      counts: { records: entries.length + 4, entries: entries.length, unknown: 1, repaired: 0 },
      warnings: ['unknown record: file-history-snapshot (2 times)'],
      ...{
        scorecard: Scorecard.parse(scorecard),
        scorecard_reason: null,
        axis: AxisResult.parse(axis),
        gates: Gates.parse(gates),
      },
      interactions: {
        total: interactions.length,
        by_category: Object.fromEntries(['environment', 'service', 'agent'].map((name) => [name, in_category(name)])),
        errors: interactions.filter(({ is_error }) => is_error).length,
      },
      ...{ judge: 'heuristic', judgment: null, redactions: 3 },
    },
  };
}

function notesOf({ id, is_error, entry_ids }: Interaction, n: number): HeuristicNote[] {
  const note = (rule: string, rest: Pick<HeuristicNote, 'signal' | 'value' | 'reason'>) => ({
    interaction_id: id,
    rule,
    entry_ids,
    ...rest,
  });
  return [
    ...(is_error
      ? [
          note('error', {
            signal: 'success',
            value: 0.2,
            reason: 'the command ended with an error and was not tried again',
          }),
        ]
      : []),
    ...(n % 6
      ? []
      : [
          note('unused-output', {
            signal: 'relevance',
            value: 0.3,
            reason: 'nothing of the output is used afterwards',
          }),
        ]),
  ];
}
