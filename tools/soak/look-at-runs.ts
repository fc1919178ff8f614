import { chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const ROUNDS = 10;
const ROW = '.run-lines .run-line';
const SCROLLED_MS = 3_000;

/** What somebody who opens the list of runs waits for, in milliseconds. */
export interface Looked {
  readonly what: string;
  readonly ms: number;
  readonly most_ms: number;
}

/** Opens the dashboard in a real browser as people do, and takes the time of what they see. Medians of a few rounds. */
export async function lookAtRuns(url: string, login: string): Promise<Looked[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--headless'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    await page.goto(login);
    await page.locator(ROW).first().waitFor();
    const opened = await repeat(async () => {
      const began = performance.now();
      await page.goto(`${url}/runs`, { waitUntil: 'commit' });
      await page.locator(ROW).first().waitFor();
      return performance.now() - began;
    });
    let turn = 0;
    const filtered = await repeat(() => timeFilter(page, turn++ % 2 === 0 ? 'FAIL' : 'PASS'));
    await page.goto(`${url}/runs`);
    await page.locator(ROW).first().waitFor();
    const frames = await timeFrames(page);
    return [
      { what: 'the first list is visible', ms: opened, most_ms: 1_000 },
      { what: 'another filter is visible', ms: filtered, most_ms: 200 },
      { what: 'a frame while scrolling', ms: frames, most_ms: 1_000 / 60 + 1 },
    ];
  } finally {
    await browser.close();
  }
}

async function repeat(once: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await once());
  return median(took);
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number;

/** From the choice of a filter to the first row that it leaves. */
async function timeFilter(page: Page, verdict: string): Promise<number> {
  await page.evaluate(`window.seen = new Promise((resolve) => {
    const first = () => document.querySelector(${JSON.stringify(ROW)})?.textContent;
    const before = first();
    const select = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent.startsWith('Scorers'));
    let began;
    select.addEventListener('change', () => { began = performance.now(); }, { once: true });
    const look = () => {
      if (began !== undefined && first() !== before && first() !== undefined) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  }); 0`);
  await page.getByLabel('Scorers', { exact: true }).selectOption(verdict);
  return await page.evaluate<number>('window.seen');
}

/** How long most frames take while the list is scrolled without a pause. */
const timeFrames = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const times = [];
    const began = performance.now();
    let last = began;
    const step = (now) => {
      times.push(now - last);
      last = now;
      window.scrollBy(0, 60);
      if (now - began < ${SCROLLED_MS}) requestAnimationFrame(step);
      else resolve(times.slice(1).sort((one, other) => one - other)[Math.floor(times.length * 0.9)]);
    };
    requestAnimationFrame(step);
  })`);
