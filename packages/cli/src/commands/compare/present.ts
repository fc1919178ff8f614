import { describeRun, findRuns, readRunWithGrade } from '@assay/harness';
import type { Comparison } from '@assay/schema';
import { wantsColor } from '../../config.ts';
import { writeComparisonReport } from '../../reports/comparison/html.ts';
import { writeComparisonJson } from '../../reports/comparison/json.ts';
import { writeComparisonJunit } from '../../reports/comparison/junit.ts';
import { writeComparisonMarkdown } from '../../reports/comparison/markdown.ts';
import { drawComparison } from '../../reports/comparison/text.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import type { CompareOptions, Format } from './read-options.ts';

interface Places {
  readonly folder: string;
  /** The folder `.assay`. */
  readonly root: string;
}

/** Writes a comparison in the requested formats. */
export async function presentComparison(
  comparison: Comparison,
  { format, html, ...places }: Pick<CompareOptions, 'format' | 'html'> & Places,
): Promise<void> {
  if (html !== undefined) await writeHtml(html, comparison, places);
  await writeOut(WRITERS[format](comparison));
  if (html !== undefined && format === 'text') await writeOut(`\nThe report is in ${html}\n`);
}

const WRITERS: Readonly<Record<Format, (comparison: Comparison) => string>> = {
  text: (comparison) => drawComparison(comparison, wantsColor(process.stdout) ? COLOR : PLAIN),
  markdown: writeComparisonMarkdown,
  junit: writeComparisonJunit,
  json: writeComparisonJson,
};

async function writeHtml(file: string, comparison: Comparison, places: Places): Promise<void> {
  const ids = comparison.tasks.flatMap(({ baseline, candidate }) => [...baseline.run_ids, ...candidate.run_ids]);
  const results = [];
  for (const folder of await findRuns(ids, places)) results.push(describeRun(await readRunWithGrade(folder), null));
  await writeComparisonReport(file, comparison, results);
}
