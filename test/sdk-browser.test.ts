import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleClient } from '../packages/sdk/test/bundle.ts';
import { accept, eventsOf, type FaultServer, json, openFaultServer } from '../packages/sdk/test/fault-server.ts';
import { HAS_BROWSER, launchBrowser } from './browser.ts';

/* The client in a page that may be closed at any moment. */

describe.skipIf(!HAS_BROWSER)('in a browser (skipped without Chromium)', () => {
  let browser: BrowserContext;
  let server: FaultServer;

  beforeAll(async () => {
    const code = bundleClient();
    server = await openFaultServer((received) => {
      if (received.path === '/v1/ingest') return accept(received);
      if (received.path.startsWith('/v1/')) return json({ passed: true, checks: [] });
      const page = `<!doctype html><link rel="icon" href="data:,"><title>page</title><script>${code}</script>`;
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    });
    browser = await (await launchBrowser()).newContext();
  });
  afterAll(async () => {
    await browser?.browser()?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const batches = () => server.received.filter(({ path }) => path === '/v1/ingest');
  const open = async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.url);
    await page.evaluate(`window.assay = new sdk.Assay({
      baseUrl: location.origin, apiKey: 'assay_sk_page', batchDelayMs: 3600000 }); 0`);
    return { page, faults };
  };

  test('calls, gates and batches work', async () => {
    const { page, faults } = await open();
    const before = batches().length;
    const outcome = await page.evaluate(`(async () => {
      const gated = assay.gate(async (text) => text + '!', { agent_id: 'page', on_fail: 'throw' });
      assay.record({ agent_id: 'page', output: 1, passed: true });
      return [await gated('hi'), await assay.flush(), assay.recorded];
    })()`);
    expect(outcome).toEqual(['hi!', 0, { queued: 0, sent: 1, dropped: 0 }]);
    expect(batches().length).toBe(before + 1);
    expect(batches().at(-1)?.headers).toMatchObject({ authorization: 'Bearer assay_sk_page', 'x-assay-source': 'sdk' });
    await page.close();
    expect(faults).toEqual([]);
  });

  test.each([
    { how: 'navigates away', leave: (page: Page) => page.goto(`${server.url}/elsewhere`) },
    { how: 'is closed', leave: (page: Page) => page.close({ runBeforeUnload: true }) },
  ])('sends recorded evaluations when the page $how', async ({ how, leave }) => {
    const { page } = await open();
    await page.evaluate(
      `for (let i = 0; i < 3; i++) assay.record({ agent_id: 'page', output: i, passed: true }, { event_id: ${JSON.stringify(how)} + i })`,
    );
    expect(batches().flatMap(eventsOf)).not.toContain(`${how}0`);
    await leave(page);
    await expect
      .poll(() => batches().flatMap(eventsOf), { timeout: 60_000 })
      .toEqual(expect.arrayContaining([`${how}0`, `${how}1`, `${how}2`]));
  });
});
