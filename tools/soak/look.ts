import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/browser.ts';

/** A frame of a screen that shows 60 in a second, and what a clock may be wrong. */
export const FRAME_MS = 1_000 / 60 + 1;

/** What somebody who looks at a page waits for, or what it takes. */
export interface Looked {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'rows' | 'MB' | '%';
  /** Null where it is only told. */
  readonly most: number | null;
}

export const isTooMuch = ({ value, most }: Looked): boolean => most !== null && value > most;

export function tellLooked(looked: Looked): string {
  const { what, value, unit, most } = looked;
  const told = `${what.padEnd(44)} ${value.toFixed(1).padStart(8)} ${unit}`;
  return `${told}${most === null ? '' : ` of ${most.toFixed(0)}`}${isTooMuch(looked) ? '  too much' : ''}`;
}

/** A page in a real browser, which is signed in. */
export async function openPage(link: string): Promise<AsyncDisposable & { readonly page: Page }> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
    await page.goto(link);
    await page.waitForURL(/\/runs/);
    return { page, [Symbol.asyncDispose]: () => browser.close() };
  } catch (fault) {
    await browser.close();
    throw fault;
  }
}

/** From the request for an address to the first of those that match. */
export async function timeVisible(page: Page, url: string, selector: string): Promise<number> {
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  return performance.now() - began;
}

/** From the next event of a kind to the frame in which something holds, which is said in the words of the page. */
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

/** The median of a few rounds. */
export async function repeat(rounds: number, once: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) took.push(await once());
  return quantile(took, 0.5);
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;

/** How long each frame takes while something goes on in a page. */
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

/** Turns the wheel over what the mouse is at, for so long. */
export async function turnWheel(page: Page, { ms, pixels }: { ms: number; pixels: number }): Promise<void> {
  for (const began = performance.now(); performance.now() - began < ms; ) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
}

// about as often as a wheel or a touchpad tells that it was moved
const WHEEL_EVERY_MS = 10;
