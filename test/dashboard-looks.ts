import { expect } from 'vitest';
import { type Dashboard, overflow } from './dashboard-kit.ts';
import { violations } from './violations.ts';

/** Calls the API of a dashboard's server with its first key. */
export async function callApi<Answer = Record<string, unknown>>(
  { server }: Dashboard,
  path: string,
  { method = 'POST', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.first_key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Expected ${method} ${path} to succeed, found ${response.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

// two combinations cover both color schemes and both widths
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1360, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
] as const;

/** A path, and a selector that matches when the page has loaded. */
export type CheckedPage = readonly [path: string, ready: string];

/** Checks pages in light mode on a desktop and in dark mode on a phone: accessible, not too wide, no errors. */
export async function expectAccessible(dashboard: Dashboard, ...pages: readonly CheckedPage[]): Promise<void> {
  const { page, faults } = await dashboard.open('/runs');
  for (const [path, ready] of pages) {
    await page.goto(`${dashboard.server.url}${path}`);
    for (const { colorScheme, viewport } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.locator(ready).first().waitFor();
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      const seen = { violations: await violations(page), overflow: await overflow(page), faults: [...faults] };
      expect({ path, colorScheme, ...seen }).toEqual({ path, colorScheme, violations: [], overflow: 0, faults: [] });
    }
  }
}
