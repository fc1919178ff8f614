import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { findReportSubject, type ReportSubject } from '../find-report-subject.ts';
import { buildComparisonReport } from '../reports/comparison/html.ts';
import { writeComparisonJunit } from '../reports/comparison/junit.ts';
import { writeComparisonMarkdown } from '../reports/comparison/markdown.ts';
import { buildReport } from '../reports/html.ts';
import { reportRuns } from '../reports/run-report.ts';
import { writeRunsJunit } from '../reports/runs-junit.ts';
import { writeRunsMarkdown } from '../reports/runs-markdown.ts';
import { formatNoun } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, printProblem, writeOut } from '../terminal/output.ts';
import { OWN_FOLDER, writeNamedFile } from '../write-file.ts';

type Format = (reported: ReportSubject) => Promise<string> | string;

const FORMATS: Readonly<Record<string, Format>> = {
  html: async ({ comparison, results }) =>
    comparison === null
      ? await buildReport(await reportRuns(results))
      : await buildComparisonReport(comparison, results),
  markdown: ({ comparison, results }) =>
    comparison === null ? writeRunsMarkdown(results) : writeComparisonMarkdown(comparison),
  junit: ({ comparison, results }) =>
    comparison === null ? writeRunsJunit(results) : writeComparisonJunit(comparison),
  json: ({ comparison, results }) => `${JSON.stringify({ runs: results, comparison })}\n`,
};

const HELP = `Usage: assay report [RUN…] [OPTIONS]

Shows stored runs, or a comparison with its runs. RUN is a run id, a label, a run folder, a folder of runs, or the id
or file of a comparison (default: the most recent runs).

  --format html|markdown|junit|json
                    html (default) is one self-contained file; markdown is for comments
  --out FILE        output file (default: .assay/report.html for html, otherwise standard output)
  --json            same as --format json: {runs, comparison}

Exit codes: 0 written · 2 usage error, or no such run or comparison
`;

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { runs, format, out } = readOptions(args);
  const folder = process.cwd();
  const reported = await findReportSubject(runs, { folder, root: join(folder, OWN_FOLDER) });
  const { missing } = reported;
  if (missing.length > 0)
    printProblem(
      `${formatNoun(missing.length, 'run')} of the comparison cannot be found any more, such as ${missing[0]}`,
      'They still count; only their pages are missing.',
    );
  const text = await format(reported);
  if (out === null) await writeOut(text);
  else {
    await writeNamedFile(out, text);
    await writeOut(`The report is in ${escapeControls(out)}\n`);
  }
  return 0;
};

interface Options {
  readonly runs: readonly string[];
  readonly format: Format;
  /** Null for standard output. */
  readonly out: string | null;
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseOptions(args, {
    format: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  });
  const name = values.format ?? (values.json ? 'json' : 'html');
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format === undefined || (values.json && name !== 'json'))
    throw new AssayError('usage', `expected one --format of ${Object.keys(FORMATS).join(', ')}, found ${name}`);
  return { runs: positionals, format, out: values.out ?? (name === 'html' ? join(OWN_FOLDER, 'report.html') : null) };
}
