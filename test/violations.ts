import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What a reader with other needs could not use of a page, as axe sees it, by all of its rules or by some. Asked in the
 * page itself, which has no frames: a library in between would read its answer in a page of its own, twice as slowly.
 */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules.length === 0 ? {} : { runOnly: [...rules] }) };
  const asked = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => [id + ':', target.join(' '), html, failureSummary].join(' '))))`;
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return await page.evaluate<string[]>(asked);
}
