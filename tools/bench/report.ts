import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gradeFile } from '@assay/harness';
import { HAS_BROWSER, launchBrowser } from '../../test/browser.ts';
import { type Ratio, root } from './ratio.ts';

const SECOND_MS = 1000;

export const REPORT: readonly Ratio[] = [
  {
    what: 'size of the report without data',
    against: '1.5 MB',
    limit: { most: 1 },
    measure: () => ({ subject: readFileSync(`${root}packages/web/dist/report.html`).length, reference: 1_500_000 }),
  },
  ...(HAS_BROWSER
    ? [
        {
          what: 'first paint of a report with 20,000 interactions, in Chromium',
          against: '1 s',
          limit: { most: 1 },
          measure: async () => ({ subject: await firstPaintMs(20_000), reference: SECOND_MS }),
        },
      ]
    : []),
];

async function firstPaintMs(interactions: number): Promise<number> {
  const folder = mkdtempSync(`${tmpdir()}/assay-paint-`);
  const browser = await launchBrowser();
  try {
    writeFileSync(`${folder}/report.html`, await buildLongReport(interactions, folder));
    const page = await browser.newPage();
    await page.goto(`file://${folder}/report.html`);
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    // as text: the types of the browser are not available here
    return Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1'));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildLongReport(interactions: number, folder: string): Promise<string> {
  const lines = Array.from({ length: interactions }, (_, i) => {
    const shared = {
      isSidechain: false,
      sessionId: 's',
      version: '2.1.197',
      timestamp: new Date(1_794_700_000_000 + i * 1000).toISOString(),
    };
    const use = { type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: `npm test -- ${i}` } };
    const result = { type: 'tool_result', tool_use_id: `t${i}`, content: `ok ${i}`, is_error: i % 50 === 0 };
    return [
      { type: 'assistant', message: { role: 'assistant', model: 'claude-opus-4-8', content: [use] }, ...shared },
      { type: 'user', message: { role: 'user', content: [result] }, ...shared },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
  });
  writeFileSync(`${folder}/session.jsonl`, lines.join('\n'));
  const { grade, details } = await gradeFile(`${folder}/session.jsonl`, { withDetails: true });
  const json = JSON.stringify({ assay_version: '0', runs: [{ grade, ...details }] }).replaceAll('<', '\\u003c');
  return readFileSync(`${root}packages/web/dist/report.html`, 'utf8').replace('__ASSAY_DATA__', () => json);
}
