import type { Page } from 'playwright-core';
import * as look from './look.ts';

const ROUNDS = 5;
// users lose attention after a second
const FIRST_MS = 1_000;
// feels instant after a click
const AT_ONCE_MS = 200;

/** Every page that reads runs, and what its content is. */
const PAGES = {
  home: { path: '/', content: '.tile' },
  explorer: { path: '/explorer', content: '.explorer-table tbody tr' },
  compare: { path: '/compare', content: '.heat' },
  trends: { path: '/trends', content: '.totals tbody th' },
  agents: { path: '/agents', content: '.ladder tbody tr' },
} as const;

/** A button that changes what a page shows, and its content after that. */
const CHOICES = [
  { page: 'compare', button: 'Labels', back: 'Agents', content: '.pass-matrix thead' },
  { page: 'trends', button: 'Scenario', back: 'Agent', content: '.totals tbody' },
] as const;

/** Opens the pages in a real browser and times what users see. Medians of several rounds. */
export async function measurePages(page: Page, url: string): Promise<look.PageMeasurement[]> {
  const looked: look.PageMeasurement[] = [];
  for (const [name, { path, content }] of Object.entries(PAGES)) {
    const value = await look.repeat(ROUNDS, () => look.timeVisible(page, `${url}${path}`, content));
    looked.push({ what: `${name}: the content is visible`, value, unit: 'ms', most: FIRST_MS });
  }
  for (const { page: name, button, back, content } of CHOICES) {
    await look.timeVisible(page, `${url}${PAGES[name].path}`, PAGES[name].content);
    const value = await look.repeat(ROUNDS, async () => {
      const took = await timeChoice(page, button, content);
      await timeChoice(page, back, content);
      return took;
    });
    looked.push({ what: `${name}: ${button} instead of ${back}`, value, unit: 'ms', most: AT_ONCE_MS });
  }
  return looked;
}

/** The time from a click on a choice to other content. */
async function timeChoice(page: Page, name: string, content: string): Promise<number> {
  const text = `document.querySelector(${JSON.stringify(content)})?.textContent`;
  const before = JSON.stringify(await page.evaluate<string>(text));
  return await look.timeUntil(page, { event: 'click', holds: `(${text} ?? ${before}) !== ${before}` }, () =>
    page.getByRole('button', { name, exact: true }).first().click(),
  );
}
