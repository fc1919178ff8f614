import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Comparison, ReportData, ReportedRun } from '@assay/schema';
import { version } from '../version.ts';

const PLACEHOLDER = '__ASSAY_DATA__';

/** The single-file report: the built page with the data inserted, escaped so that it cannot close its script tag. */
export async function buildReport(runs: readonly ReportedRun[], comparison?: Comparison): Promise<string> {
  const data: ReportData = { assay_version: version(), runs: [...runs], ...(comparison && { comparison }) };
  const page = await readFile(fileURLToPath(import.meta.resolve('@assay/web/report.html')), 'utf8');
  const json = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return page.replace(PLACEHOLDER, () => json);
}
