import { AssayError, type JudgeSpec } from '@assay/schema';
import { PUSH_HELP, PUSH_OPTIONS, wantsPush } from '../../push/push-after.ts';
import { SORTS, type Sort } from '../../reports/grades.ts';
import { readJudge } from '../../terminal/judge-option.ts';
import { parseOptions } from '../../terminal/options.ts';

export const HELP = `Usage: assay grade [PATH…] [OPTIONS]

Shows what happened in agent sessions you already have, what it cost, and what to change. PATH is a file or a folder
(default: the latest sessions of the agents on this machine). Runs made by \`assay run\` are shown with their result.

  --html FILE       write the report as one self-contained file
  --json            print one JSON document: {runs, totals, skipped}
  --sort NAME       ${Object.keys(SORTS).join(', ')} (default: verification)
  --since WHEN      include only sessions changed since a date or within a period: 2026-11-01, 7d, 12h
  --project TEXT    include only sessions whose project contains TEXT
  --agent NAME      include only sessions of this agent
  --limit N         grade at most the N newest sessions (default without a path: 20; with --since, --project or
                    --agent: no limit)
  --watch           print each session when it ends, until interrupted
  --no-cache        grade every file again
  --min-score N     exit with 1 if the AXIS result of a run is below N or missing; needs --judge
  --judge NAME      heuristic (default: facts by rules, offline, free), or a model: auto, anthropic, openai, claude-cli.
                    To choose the model, append it after a colon
  --no-redact       do not redact secrets
  ${PUSH_HELP}

Uses \`formulas\` and \`weights\` from the configuration in this folder. If a session reports no cost, \`prices\` from the
configuration take precedence over list prices.
`;

export interface Options {
  readonly paths: readonly string[];
  readonly html: string | undefined;
  readonly json: boolean;
  readonly sort: Sort;
  readonly since_ms: number;
  readonly project: string | undefined;
  readonly agent: string | undefined;
  readonly watch: boolean;
  readonly cached: boolean;
  readonly limit: number;
  readonly minScore: number | undefined;
  readonly reveal: boolean;
  readonly judge: JudgeSpec;
  readonly push: boolean;
}

const LATEST = 20;

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseOptions(args, {
    html: { type: 'string' },
    json: { type: 'boolean' },
    sort: { type: 'string' },
    since: { type: 'string' },
    project: { type: 'string' },
    agent: { type: 'string' },
    watch: { type: 'boolean' },
    'no-cache': { type: 'boolean' },
    limit: { type: 'string' },
    'min-score': { type: 'string' },
    judge: { type: 'string' },
    'no-redact': { type: 'boolean' },
    ...PUSH_OPTIONS,
  });
  const sort = values.sort ?? 'verification';
  if (!Object.hasOwn(SORTS, sort))
    throw new AssayError('usage', `expected --sort to be one of ${Object.keys(SORTS).join(', ')}, found ${sort}`);
  const isNarrowed =
    positionals.length > 0 || [values.since, values.project, values.agent].some((one) => one !== undefined);
  return {
    paths: positionals,
    html: values.html,
    json: values.json ?? false,
    sort: sort as Sort,
    since_ms: values.since === undefined ? 0 : parseSince(values.since, Date.now()),
    project: values.project,
    agent: values.agent,
    watch: values.watch ?? false,
    cached: !(values['no-cache'] ?? false),
    limit:
      values.limit === undefined
        ? isNarrowed
          ? Number.POSITIVE_INFINITY
          : LATEST
        : wholeNumber('limit', values.limit),
    minScore: values['min-score'] === undefined ? undefined : wholeNumber('min-score', values['min-score']),
    reveal: values['no-redact'] ?? false,
    judge: readJudge(values.judge ?? 'heuristic'),
    push: wantsPush(values),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AssayError('usage', `expected --${name} to be a whole number, found ${text}`);
  return Number(text);
}

/** Parses a date, or an age such as `7d` or `12h`. */
export function parseSince(text: string, now_ms: number): number {
  const ago = /^(\d{1,6})([dh])$/.exec(text);
  if (ago) return now_ms - Number(ago[1]) * (ago[2] === 'd' ? 86_400_000 : 3_600_000);
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new AssayError('usage', `expected --since to be a date or an age such as 7d, found ${text}`);
  return instant;
}
