import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/browser.ts';
import { HOME } from '../../test/dashboard-kit.ts';

/** One frame at 60 frames per second, plus a tolerance for the clock. */
export const FRAME_MS = 1_000 / 60 + 1;

/** A measurement of a page: a time or an amount. */
export interface PageMeasurement {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'rows' | 'MB' | '%';
  /** Upper limit; null: report only. */
  readonly most: number | null;
}

export const exceedsLimit = ({ value, most }: PageMeasurement): boolean => most !== null && value > most;

export function formatMeasurement(looked: PageMeasurement): string {
  const { what, value, unit, most } = looked;
  const told = `${what.padEnd(44)} ${value.toFixed(1).padStart(8)} ${unit}`;
  return `${told}${most === null ? '' : ` of ${most.toFixed(0)}`}${exceedsLimit(looked) ? '  too much' : ''}`;
}

/** Opens a page in a real browser and signs in. */
export async function openPage(link: string): Promise<AsyncDisposable & { readonly page: Page }> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    await page.goto(link);
    await page.waitForURL(HOME);
    return { page, [Symbol.asyncDispose]: () => browser.close() };
  } catch (fault) {
    await browser.close();
    throw fault;
  }
}

/** The time from opening a URL to the frame after the first match. The page itself looks: it is busy at that time. */
export async function timeVisible(page: Page, url: string, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.visible = new Promise((resolve) => {
      const look = () => {
        const found = document.querySelector(${JSON.stringify(selector)});
        requestAnimationFrame(found?.checkVisibility() ? () => resolve(performance.now()) : look);
      };
      look();
    })`,
  });
  await page.goto(url, { waitUntil: 'commit' });
  const took = await page.evaluate<number>('window.visible');
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await session.detach();
  return took;
}

/** The time from the next event of a type to the frame in which the JavaScript expression `holds` is true. */
export async function timeUntil(
  page: Page,
  { event, holds }: { event: string; holds: string },
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(`window.seen = new Promise((resolve) => {
    let began;
    document.addEventListener('${event}', () => { began = performance.now(); }, { once: true, capture: true });
    const look = () => {
      if (began !== undefined && (${holds})) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    look();
  }); 0`);
  await act();
  return await page.evaluate<number>('window.seen');
}

/** The median of several rounds. */
export async function repeat(rounds: number, once: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) took.push(await once());
  return quantile(took, 0.5);
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

/** The duration of each frame while `work` runs. */
export async function timeFrames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`(() => {
    const watched = { on: true, times: [] };
    window.watched = watched;
    let last;
    const step = (now) => {
      if (last !== undefined) watched.times.push(now - last);
      last = now;
      if (watched.on) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })()`);
  await work();
  return await page.evaluate<number[]>('window.watched.on = false, window.watched.times');
}

/** Turns the mouse wheel for the given time. */
export async function turnWheel(page: Page, { ms, pixels }: { ms: number; pixels: number }): Promise<void> {
  for (const began = performance.now(); performance.now() - began < ms; ) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
}

// about as often as a wheel or a touchpad sends events
const WHEEL_EVERY_MS = 10;
