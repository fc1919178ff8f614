import type { ReportData } from '@assay/schema';

/** The data in the page: a report, or the reason why there is none. */
export type Report =
  | { readonly status: 'ready'; readonly data: ReportData }
  | { readonly status: 'empty'; readonly reason: string }
  | { readonly status: 'broken'; readonly reason: string };

/** Reads the data in the page. The writer validated it; only its outline is checked here. */
export function parseReport(source: string): Report {
  const text = source.trim();
  // only a prefix: the whole placeholder must occur once in the built file, where the data goes
  if (text === '' || text.startsWith('__ASSAY_'))
    return { status: 'empty', reason: 'This file is an empty report template without data.' };
  try {
    return outline(JSON.parse(text));
  } catch (fault) {
    return { status: 'broken', reason: `The data is not valid JSON: ${String(fault)}` };
  }
}

function outline(data: Partial<ReportData> | null): Report {
  if (typeof data !== 'object' || data === null || !Array.isArray(data.runs))
    return { status: 'broken', reason: 'The data is JSON, but not a report: expected a list of runs.' };
  const { runs, comparison } = data;
  // a comparison can outlive its runs
  if (runs.length === 0 && comparison === undefined) return { status: 'empty', reason: 'No run was graded.' };
  return {
    status: 'ready',
    data: { assay_version: String(data.assay_version), runs, ...(comparison && { comparison }) },
  };
}
