import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTranscript } from '@assay/transcripts';
import { expect, test } from 'vitest';
import { gradeSilentSessions } from '../packages/server/src/upkeep/grade-silent-sessions.ts';
import { buildCheck } from '../packages/server/test/pushed.ts';
import { HAS_BROWSER } from './browser.ts';
import { openDashboard } from './dashboard-kit.ts';
import { callApi, expectAccessible } from './dashboard-looks.ts';
import { violations } from './violations.ts';

const SESSION = fileURLToPath(new URL('../fixtures/transcripts/claude/basic.session.jsonl', import.meta.url));
const TRANSCRIPTS = new URL('../fixtures/transcripts/recorded/', import.meta.url);
const LOGS = new URL('../fixtures/transcripts/otlp-logs/claude-2.1.325.logs.jsonl', import.meta.url);

test.skipIf(!HAS_BROWSER)('pushed sessions are listed, and each has a page', async () => {
  await using dashboard = await openDashboard();
  const { url, first_key } = dashboard.server;
  const empty = await dashboard.open('/sessions');
  await empty.page.getByText('No sessions yet').waitFor();
  await empty.page.getByText(`assay login ${url}`).waitFor();
  expect(empty.faults).toEqual([]);

  const sent = await fetch(`${url}/v1/agent-sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: '/home/ann/<b>shop</b>.jsonl', transcript: await readTranscript(SESSION) }),
  });
  expect(sent.status, await sent.text()).toBe(201);

  const { page, faults } = await dashboard.open('/sessions');
  await page.getByRole('heading', { name: 'Waste by cause' }).waitFor();
  await page.getByText('A pattern is something that recurs in two sessions or more.').waitFor();
  await page.getByRole('link', { name: /claude-code/ }).click();
  await page.getByRole('heading', { level: 1, name: /claude-code/ }).waitFor();
  await page.getByText('/home/ann/<b>shop</b>.jsonl').waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

/** Writes session files of Claude Code into a home folder; their times are an hour ago. */
function writeSessions(home: string, texts: Readonly<Record<string, string>>): void {
  const folder = join(home, '.claude/projects/-shop');
  mkdirSync(folder, { recursive: true });
  const hour_ago_s = Date.now() / 1000 - 3_600;
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), hour_ago_s, hour_ago_s);
  }
}

test.skipIf(!HAS_BROWSER)('the sessions of the served folder are there without a push', async () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  using _ = { [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
  const read = (name: string): string =>
    readFileSync(new URL(`claude-code/${name}.session.jsonl`, TRANSCRIPTS), 'utf8').replaceAll(
      '"cwd":"/workspace"',
      `"cwd":${JSON.stringify(home)}`,
    );
  writeSessions(home, {
    'edit.jsonl': read('edit'),
    'error.jsonl': read('error'),
    '<b>broken.jsonl': `{"cwd":${JSON.stringify(home)}}\n`,
    'nowhere.jsonl': '{}\n',
  });
  await using dashboard = await openDashboard({ folder: home, own_sessions: { home, prices: [] } });
  await callApi(dashboard, '/v1/agent-sessions', {
    body: { source: 'pushed', transcript: await readTranscript(SESSION) },
  });
  const { page, faults } = await dashboard.open('/');
  const card = page.getByRole('region', { name: 'Sessions', exact: true });
  const here = card.getByRole('row', { name: /on this machine/ });
  await expect.poll(() => here.count(), { timeout: 60_000 }).toBe(2);
  expect(await card.locator('tbody tr').count()).toBe(3);
  await card.getByText('1 session file could not be read').waitFor();

  // from the first page, a session is one click away
  await here.first().getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /claude-code/ }).waitFor();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await expect.poll(() => here.count()).toBe(2);
  await card.getByText('1 session file of this machine names no folder.').waitFor();
  await card.getByText('1 session file could not be read').click();
  await card.getByText('<b>broken.jsonl', { exact: false }).first().waitFor();
  await card.getByText('is not a transcript in a known format').waitFor();
  await page.getByRole('button', { name: 'Started' }).click();
  await page.waitForURL(/sort=started_at&order=asc/);
  expect(await card.getByRole('columnheader', { name: 'Started' }).getAttribute('aria-sort')).toBe('ascending');
  expect(faults).toEqual([]);
  await expectAccessible(dashboard, ['/', '.tag'], ['/sessions', '.folder-notes']);
});

test.skipIf(!HAS_BROWSER)('sessions are sorted by the server, and what recurs has an advice', async () => {
  await using dashboard = await openDashboard();
  const names = ['claude-code/error', 'claude-code/denied', 'codex/error'];
  for (const name of names) {
    const transcript = await readTranscript(fileURLToPath(new URL(`${name}.session.jsonl`, TRANSCRIPTS)));
    await callApi(dashboard, '/v1/agent-sessions', { body: { source: name, transcript } });
  }
  const { page, faults } = await dashboard.open('/sessions');
  const patterns = page.getByRole('region', { name: 'Patterns' });
  await patterns.getByText('`absent.js` was looked for and not found').waitFor();
  await patterns.getByText('Name where it is in the instructions of the agent.').waitFor();
  const durations = () => page.locator('.sheet tbody td:nth-of-type(4)').allTextContents();
  await page.getByRole('button', { name: 'Duration' }).click();
  await page.waitForURL(/sort=wall_ms&order=desc/);
  await expect.poll(durations).toEqual(['375 ms', '245 ms', '231 ms']);
  await page.getByRole('button', { name: 'Duration' }).click();
  await page.waitForURL(/order=asc/);
  await expect.poll(durations).toEqual(['231 ms', '245 ms', '375 ms']);
  expect(faults).toEqual([]);
  await expectAccessible(dashboard, ['/sessions?sort=cost_usd_micros', '.cause-list']);
});

test.skipIf(!HAS_BROWSER)(
  'a session that runs is shown while it sends telemetry, and listed when it ends',
  async () => {
    await using dashboard = await openDashboard({ environment: { ASSAY_TELEMETRY_SILENCE_S: '86400' } });
    const { url, first_key, services } = dashboard.server;
    const batches = readFileSync(LOGS, 'utf8').trim().split('\n');
    const send = async (body: string) => {
      const headers = { authorization: `Bearer ${first_key}`, 'content-type': 'application/json' };
      const sent = await fetch(`${url}/v1/logs`, { method: 'POST', headers, body });
      expect(await sent.json()).toEqual({});
    };
    const { page, faults } = await dashboard.open('/sessions');
    await page.getByText('No sessions yet').waitFor();
    const live = page.getByRole('group', { name: 'Live sessions' });
    for (const batch of batches.slice(0, 3)) await send(batch);
    const first = live.getByRole('row', { name: /running .*claude-code · claude-opus-5-5 1 <\$0\.01 now now/ });
    await first.waitFor();
    for (const batch of batches.slice(3)) await send(batch);
    await live.getByRole('row', { name: /running .* 4 \$0\.02/ }).waitFor();
    expect(await violations(page)).toEqual([]);

    await gradeSilentSessions(services, { silent_ms: 0, signal: new AbortController().signal });
    await page.getByRole('link', { name: /telemetry of claude-code/ }).waitFor();
    await live.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  },
);

test.skipIf(!HAS_BROWSER)('pushed checks are listed with their findings', async () => {
  await using dashboard = await openDashboard();
  const empty = await dashboard.open('/checks');
  await empty.page.getByText('No checks yet').waitFor();

  const check = buildCheck('fix-<b>sum</b>');
  const finding = { path: 'tests/sum.test.ts', line: 4, message: 'the test "adds" asserts nothing', grade: 'blocks' };
  const result = { name: 'tests', type: 'max_files_changed', required: true, verdict: 'FAIL', score: 0, reason: 'bad' };
  const report = {
    ...check.report,
    overall: 'FAIL',
    grades: { blocks: 1, review: 0, note: 0 },
    results: [{ ...result, findings: [finding], findings_omitted: 0, duration_ms: 1 }],
  };
  const change = { ...check.change, pull_request: 'https://github.example/acme/shop/pull/12' };
  await callApi(dashboard, '/v1/checks', { body: { change, report } });

  const { page, faults } = await dashboard.open('/runs');
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  const link = page.getByRole('link', { name: 'acme/shop · fix-<b>sum</b>' });
  expect(await link.getAttribute('href')).toBe(change.pull_request);
  await page.getByText('1 blocks, 0 review, 0 note').click();
  await page.getByText('tests/sum.test.ts:4').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
