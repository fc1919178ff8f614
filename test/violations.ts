import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Accessibility violations of a page found by axe, with all rules or some. Runs axe in the page itself: the wrapper
 * library opens a second page and takes twice as long.
 */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules.length === 0 ? {} : { runOnly: [...rules] }) };
  const asked = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => [id + ':', target.join(' '), html, failureSummary].join(' '))))`;
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return await page.evaluate<string[]>(asked);
}
