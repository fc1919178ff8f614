import type { Pattern } from '@assay/schema';
import { joinPatterns } from '@assay/scoring';
import type { Run } from '../command.ts';
import { cacheFolder, wantsColor } from '../config.ts';
import { gradeFiles } from '../grade-files.ts';
import { readOwnPrices } from '../imported-prices.ts';
import { drawPatterns } from '../reports/patterns.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { COLOR, PLAIN } from '../terminal/style.ts';
import { requireFiles } from './grade/find-files.ts';
import { parseSince } from './grade/options.ts';

const HELP = `Usage: assay patterns [PATH…] [OPTIONS]

Finds what recurs over sessions: the same failing command or error, the same missing tool, the same file looked for, the
same correction, the same check forgotten. PATH is a file or a folder (default: all sessions of the agents on this
machine). Works offline; only new and changed sessions are read again.

  --json            print one JSON document: {patterns, sessions, skipped}
  --since WHEN      include only sessions changed since a date or within a period: 2026-11-01, 7d, 12h
  --project TEXT    include only sessions whose project contains TEXT
  --agent NAME      include only sessions of this agent
  --kind NAME       show only patterns of this kind
  --no-cache        read every session again
`;

/** Finds what recurs over sessions. */
export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean' },
    since: { type: 'string' },
    project: { type: 'string' },
    agent: { type: 'string' },
    kind: { type: 'string' },
    'no-cache': { type: 'boolean' },
  });
  const since_ms = values.since === undefined ? 0 : parseSince(values.since, Date.now());
  const files = await requireFiles({ paths: positionals, since_ms, limit: Number.POSITIVE_INFINITY });
  const progress = createProgress('reading', files.length);
  const results = await gradeFiles(
    files.map(({ path }) => path),
    {
      prices: await readOwnPrices(process.cwd()),
      cache: values['no-cache'] ? null : cacheFolder(),
      onProgress: (done) => progress.advance(done),
    },
  );
  progress.done();
  const grades = results
    .flatMap((result) => ('graded' in result ? [result.graded.grade] : []))
    .filter(({ project }) => values.project === undefined || (project ?? '').includes(values.project))
    .filter(({ agent }) => values.agent === undefined || agent === values.agent);
  const skipped = results.flatMap((result) =>
    'failure' in result ? [{ path: result.path, reason: result.failure.message }] : [],
  );
  const patterns = joinPatterns(grades).filter(
    ({ kind }: Pattern) => values.kind === undefined || kind === values.kind,
  );
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(
    values.json
      ? `${JSON.stringify({ patterns, sessions: grades.length, skipped })}\n`
      : drawPatterns(patterns, grades.length, style),
  );
  return grades.length === 0 ? 2 : 0;
};
