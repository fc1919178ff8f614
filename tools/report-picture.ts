import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gradeFile } from '@assay/harness';
import type { ReportData, ReportedRun } from '@assay/schema';
import type { Page } from 'playwright-core';
import { buildReport } from '../packages/cli/src/reports/html.ts';
import { launchBrowser } from '../test/browser.ts';

const TRANSCRIPT = fileURLToPath(new URL('../fixtures/transcripts/copilot/success.events.jsonl', import.meta.url));

/** Takes a screenshot of a built report, whose runs are based on a real transcript. */
export async function takePicture(
  make: (read: ReportedRun) => Omit<ReportData, 'assay_version'>,
  take: (page: Page) => Promise<Buffer>,
): Promise<Buffer> {
  const { grade, details } = await gradeFile(TRANSCRIPT, { withDetails: true });
  if (details === undefined) throw new Error('Expected details, because withDetails is set');
  const { runs, comparison } = make({ grade, ...details });
  const folder = mkdtempSync(join(tmpdir(), 'assay-picture-'));
  const browser = await launchBrowser();
  try {
    const file = join(folder, 'report.html');
    writeFileSync(file, await buildReport(runs, comparison));
    const page = await browser.newPage({ viewport: { width: 1100, height: 1400 }, colorScheme: 'light' });
    await page.goto(pathToFileURL(file).href);
    return await take(page);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
