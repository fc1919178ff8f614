import type { ReportData } from '@assay/schema';

/** What the page carries: a report, or the reason why there is none. */
export type Report =
  | { readonly status: 'ready'; readonly data: ReportData }
  | { readonly status: 'empty'; readonly reason: string }
  | { readonly status: 'broken'; readonly reason: string };

/** Reads the data inside the page. It was validated by whoever wrote it; here only its outline is checked. */
export function parseReport(source: string): Report {
  const text = source.trim();
  // not spelled out: the whole placeholder may occur in the built file once, where the data goes
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
  // runs may be gone when their comparison is still there
  if (runs.length === 0 && comparison === undefined) return { status: 'empty', reason: 'No run was graded.' };
  return {
    status: 'ready',
    data: { assay_version: String(data.assay_version), runs, ...(comparison && { comparison }) },
  };
}
