import type { CDPSession, Page } from 'playwright-core';
import * as look from './look.ts';

const ROUNDS = 5;
const WHEEL_MS = 1_500;
const KEY_PRESSES = 40;
// scroll positions to start from, as a share of the full height
const PLACES = [0, 0.37, 0.98];

/** A list to scroll, and the selector of its rows. */
interface Scrolled {
  readonly tab: 'trace';
  readonly row: string;
  /** JavaScript expression for the scrolling element. */
  readonly scroller: string;
}

const LIST: Scrolled = { tab: 'trace', row: '.rows .row', scroller: `document.querySelector('.rows')` };

// as with the list of runs: users lose attention after a second
const FIRST_MS = 1_000;
// feels instant after a click or key press
const AT_ONCE_MS = 200;
// two screens of the smallest rows, plus the rows rendered ahead on both sides
const MOST_ROWS = 80;
// ten times the size of the transcript; more would mean copies of it
const MOST_MB = 240;

interface Asked {
  readonly url: string;
  readonly link: string;
  readonly run_id: string;
  readonly interactions: number;
}

/** Opens a long run in a real browser and times what users see. */
export async function measureTracePage({ url, link, run_id, interactions }: Asked): Promise<look.PageMeasurement[]> {
  await using opened = await look.openPage(link);
  const { page } = opened;
  // as on a first visit
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const looked: look.PageMeasurement[] = [];
  looked.push(...(await lookAtList(page, `${url}/runs/${run_id}`, LIST)));
  looked.push(...(await lookForSomething(page, interactions)));
  await page.goto(`${url}/runs/${run_id}`);
  await page.getByRole('button', { name: /^Show all \d+ changes/ }).click();
  looked.push(...(await followFinding(page)));
  return [...looked, { what: 'heap of the page', value: await measureHeapMb(session), unit: 'MB', most: MOST_MB }];
}

async function lookAtList(page: Page, run: string, list: Scrolled): Promise<look.PageMeasurement[]> {
  const { tab, row } = list;
  const visible = await look.repeat(ROUNDS, () => look.timeVisible(page, `${run}?tab=${tab}`, row));
  const rows: number[] = [];
  const scroll = async (): Promise<void> => {
    for (const place of PLACES) {
      await standAt(page, list, place);
      await look.turnWheel(page, { ms: WHEEL_MS, pixels: 120 });
      await look.turnWheel(page, { ms: WHEEL_MS, pixels: -120 });
      await look.turnWheel(page, { ms: WHEEL_MS / 3, pixels: 1_200 });
      if ((await page.evaluate(`${list.scroller}.scrollTop`)) === 0)
        throw new Error(`Expected the ${tab} to scroll, but it is still at the top`);
      rows.push(await page.locator(row).count());
    }
  };
  const wheel = await look.timeFrames(page, scroll);
  const keys = await look.timeFrames(page, async () => {
    for (const place of PLACES) {
      await standAt(page, list, place);
      for (const key of ['ArrowDown', 'PageDown', 'PageUp'])
        for (let press = 0; press < KEY_PRESSES; press++) await page.keyboard.press(key, { delay: 10 });
      rows.push(await page.locator(row).count());
    }
    for (const key of ['End', 'Home']) await page.keyboard.press(key);
    rows.push(await page.locator(row).count());
  });
  return [
    { what: `${tab}: the first rows are visible`, value: visible, unit: 'ms', most: FIRST_MS },
    { what: `${tab}: rows in the page, at most`, value: Math.max(...rows), unit: 'rows', most: MOST_ROWS },
    ...tellFrames(`${tab}, wheel`, wheel),
    ...tellFrames(`${tab}, keys`, keys),
  ];
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Jumps to a scroll position and puts the mouse and the focus on the list. */
async function standAt(page: Page, { row, scroller }: Scrolled, place: number): Promise<void> {
  await page.evaluate(`(() => {
    const scroller = ${scroller};
    scroller.scrollIntoView({ block: 'center' });
    scroller.focus({ preventScroll: true });
    scroller.scrollTop = ${place} * (scroller.scrollHeight - scroller.clientHeight);
  })()`);
  await page.locator(row).first().waitFor();
  const { x, y, width, height } = await page.evaluate<Box>(`${scroller}.getBoundingClientRect().toJSON()`);
  // below the sticky page header
  await page.mouse.move(x + width / 2, Math.max(300, y + Math.min(height, 300) / 2));
}

const tellFrames = (what: string, frames: readonly number[]): look.PageMeasurement[] => {
  const above = (ms: number): number => (100 * frames.filter((frame) => frame > ms).length) / frames.length;
  return [
    { what: `${what}: a frame, p50`, value: look.quantile(frames, 0.5), unit: 'ms', most: null },
    { what: `${what}: a frame, p95`, value: look.quantile(frames, 0.95), unit: 'ms', most: look.FRAME_MS },
    { what: `${what}: a frame, p99`, value: look.quantile(frames, 0.99), unit: 'ms', most: null },
    { what: `${what}: frames above 16.9 ms`, value: above(16.9), unit: '%', most: null },
    { what: `${what}: frames above 33 ms`, value: above(33), unit: '%', most: null },
  ];
};

/** Searches the steps for a rare and for a common text. */
async function lookForSomething(page: Page, interactions: number): Promise<look.PageMeasurement[]> {
  const search = async (text: string): Promise<number> => {
    await page.evaluate('window.scrollTo(0, 0)');
    const said = `document.querySelector('output')?.textContent`;
    const before = JSON.stringify(await page.evaluate<string>(said));
    return await look.timeUntil(page, { event: 'input', holds: `${said} !== ${before}` }, () =>
      page.getByRole('searchbox').fill(text),
    );
  };
  // the last interaction that is a call
  const rare = await search(`src/file-${interactions - 3}.ts`);
  await search('');
  const common = await search('const');
  await search('');
  return [
    { what: 'trace: search with one match', value: rare, unit: 'ms', most: AT_ONCE_MS },
    { what: 'trace: search with many matches', value: common, unit: 'ms', most: AT_ONCE_MS },
  ];
}

/** Follows a finding on the overview to its step, and goes on to the next step. */
async function followFinding(page: Page): Promise<look.PageMeasurement[]> {
  const inSight = (selector: string): string =>
    `(({ top, bottom } = { top: 0, bottom: 0 }) => bottom > 0 && top < innerHeight)(document.querySelector('${selector}')?.getBoundingClientRect())`;
  const opened = await look.timeUntil(
    page,
    { event: 'click', holds: `${inSight('.row[aria-selected="true"]')} && ${inSight('.trace-detail .entry')}` },
    () =>
      page
        .getByRole('button', { name: /^Open interaction/ })
        .last()
        .click(),
  );
  const title = `document.querySelector('.trace-detail h2')?.textContent`;
  const before = JSON.stringify(await page.evaluate<string>(title));
  const next = await look.timeUntil(page, { event: 'click', holds: `${title} !== ${before}` }, () =>
    page.getByRole('button', { name: 'Next' }).click(),
  );
  return [
    { what: 'from a finding to its step', value: opened, unit: 'ms', most: AT_ONCE_MS },
    { what: 'from there to the next step', value: next, unit: 'ms', most: AT_ONCE_MS },
  ];
}

/** Heap of the page after garbage collection, in megabytes. */
async function measureHeapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
