import { fileURLToPath } from 'node:url';
import { readTranscript } from '@assay/transcripts';
import { expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { openDashboard } from './dashboard-kit.ts';
import { violations } from './violations.ts';

const SESSION = fileURLToPath(new URL('../fixtures/transcripts/claude/basic.session.jsonl', import.meta.url));

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
  await page.getByRole('link', { name: /claude-code/ }).click();
  await page.getByRole('heading', { level: 1, name: /claude-code/ }).waitFor();
  await page.getByText('/home/ann/<b>shop</b>.jsonl').waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
