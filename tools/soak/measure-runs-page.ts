import type { Page } from 'playwright-core';
import * as look from './look.ts';

const ROUNDS = 10;
const ROW = '.run-lines .run-line';
const SCROLLED_MS = 3_000;

/** Opens the list of runs and times what users see. Medians of several rounds. */
export async function measureRunsPage(page: Page, url: string): Promise<look.PageMeasurement[]> {
  const first = await look.repeat(ROUNDS, () => look.timeVisible(page, `${url}/runs`, ROW));
  let turn = 0;
  const filtered = await look.repeat(ROUNDS, () => timeFilter(page, turn++ % 2 === 0 ? 'FAIL' : 'PASS'));
  await look.timeVisible(page, `${url}/runs`, ROW);
  await page.mouse.move(680, 600);
  const frames = await look.timeFrames(page, () => look.turnWheel(page, { ms: SCROLLED_MS, pixels: 60 }));
  return [
    { what: 'the first list is visible', value: first, unit: 'ms', most: 1_000 },
    { what: 'another filter is visible', value: filtered, unit: 'ms', most: 200 },
    { what: 'a frame while scrolling', value: look.quantile(frames, 0.95), unit: 'ms', most: look.FRAME_MS },
  ];
}

/** The time from choosing a filter to the first matching row. */
async function timeFilter(page: Page, verdict: string): Promise<number> {
  const first = `document.querySelector(${JSON.stringify(ROW)})?.textContent`;
  const before = JSON.stringify(await page.evaluate<string>(first));
  return await look.timeUntil(page, { event: 'change', holds: `(${first} ?? ${before}) !== ${before}` }, () =>
    page.getByLabel('Scorers', { exact: true }).selectOption(verdict),
  );
}
