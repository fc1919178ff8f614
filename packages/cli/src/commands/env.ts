import {
  type BuiltEnvironment,
  buildEnvironments,
  environmentStore,
  environmentsLimit,
  listEnvironments,
  pruneEnvironments,
  readSize,
  type StoredEnvironment,
} from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { createHost } from '../config.ts';
import { formatBytes } from '../push/format-bytes.ts';
import { readDuration } from '../terminal/duration-option.ts';
import { formatDuration, formatNoun, onOneLine } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { drawTable } from '../terminal/table.ts';

const HELP = `Usage: assay env build PATH… [--json]
       assay env list [--json]
       assay env prune [--older-than TIME] [--limit SIZE] [--json]

Manages the installed dependencies of mined tasks. They are stored once for all projects in ASSAY_ENVIRONMENTS
(default: ~/.cache/assay/environments). The name of an environment is the same on every machine.

  build             install the environments of these tasks if they are missing; PATH is a task or a folder of tasks
  list              name, project or task, size, age and last use
  prune             remove environments that no run uses, and what killed processes left

  --older-than TIME remove environments that were last used before this time, such as 12h or 30d
  --limit SIZE      remove the least recently used ones until the others have this size, such as 500MB or 20GB
                    (default without --older-than: 20GB, or ASSAY_ENVIRONMENTS_LIMIT)
  --json            print {environments}, {built} or {removed, size_bytes}

\`build\` runs the install commands of the tasks on this machine, with network: only use tasks that you trust.

Exit codes: 0 done · 1 an environment could not be installed · 2 usage or configuration error ·
3 a program is missing
`;

const ACTIONS = { build, list, prune };

interface Asked {
  readonly words: readonly string[];
  readonly older_than: string | undefined;
  readonly limit: string | undefined;
  readonly signal: AbortSignal;
}

interface Answer {
  readonly json: object;
  readonly text: string;
  readonly exit_code: number;
}

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    'older-than': { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [action = '', ...words] = positionals;
  if (!isAction(action)) throw new AssayError('usage', `expected build, list or prune, found ${action || 'nothing'}`);
  const { 'older-than': older_than, limit } = values;
  if (action !== 'prune' && (older_than ?? limit) !== undefined)
    throw new AssayError('usage', '--older-than and --limit require `assay env prune`');
  const { json, text, exit_code } = await ACTIONS[action]({ words, older_than, limit, signal });
  await writeOut(values.json ? `${JSON.stringify(json)}\n` : text);
  return exit_code;
};

const isAction = (text: string): text is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, text);

async function build({ words, signal }: Asked): Promise<Answer> {
  if (words.length === 0)
    throw new AssayError('usage', 'expected a task or a folder of tasks, such as `assay env build scenarios/mined`');
  const onProgress = (sentence: string): void => void process.stderr.write(`${escapeControls(sentence)}\n`);
  const built = await buildEnvironments({
    ...{ folder: process.cwd(), paths: words, host: createHost(), signal, onProgress },
  });
  const text = drawTable(['', '', ''], built.map(describeBuilt)).slice(1);
  const failed = built.some(({ state }) => state === 'failed');
  return { json: { built }, text: text.map((line) => `${line.trimEnd()}\n`).join(''), exit_code: failed ? 1 : 0 };
}

const STATES: Readonly<Record<BuiltEnvironment['state'], string>> = {
  built: 'installed',
  present: 'already installed',
  failed: 'failed',
  not_needed: 'needs none',
};

const describeBuilt = ({ name, task, state, reason }: BuiltEnvironment): string[] => [
  name ?? '–',
  onOneLine(task),
  reason === null ? STATES[state] : `${STATES[state]}: ${onOneLine(reason)}`,
];

async function list({ words }: Asked): Promise<Answer> {
  refuseWords(words);
  const host = createHost();
  const environments = await listEnvironments(environmentStore(host));
  const since = (instant: string): string => formatAge(host.now() - Date.parse(instant));
  const rows = environments.map(({ name, built_for, size_bytes, built_at, used_at, in_use }) => [
    ...[name, onOneLine(built_for), formatBytes(size_bytes), since(built_at)],
    in_use ? 'in use' : since(used_at),
  ]);
  const lines = drawTable(['NAME', 'FOR', 'SIZE', 'AGE', 'LAST USED'], rows).map((line) => line.trimEnd());
  const none = 'No environments yet. `assay mine` and `assay env build PATH` install them.';
  const text = environments.length === 0 ? none : lines.join('\n');
  return { json: { environments }, text: `${text}\n`, exit_code: 0 };
}

const DAY_MS = 86_400_000;
const formatAge = (ms: number): string =>
  ms < 2 * DAY_MS ? formatDuration(Math.max(0, ms)) : formatNoun(Math.floor(ms / DAY_MS), 'day');

async function prune({ words, older_than, limit }: Asked): Promise<Answer> {
  refuseWords(words);
  const host = createHost();
  const age_ms = readDuration('older-than', older_than);
  const usual = age_ms === undefined ? environmentsLimit(host) : undefined;
  const removed = await pruneEnvironments(environmentStore(host), {
    used_before: age_ms === undefined ? undefined : new Date(host.now() - age_ms).toISOString(),
    limit_bytes: limit === undefined ? usual : readSize(limit, '--limit'),
  });
  const size_bytes = removed.reduce((sum: number, each: StoredEnvironment) => sum + each.size_bytes, 0);
  const lines = removed.map(({ name, built_for }) => `removed ${name}  ${onOneLine(built_for)}\n`);
  const text = `${lines.join('')}${formatNoun(removed.length, 'environment')} removed, ${formatBytes(size_bytes)}\n`;
  return { json: { removed, size_bytes }, text, exit_code: 0 };
}

function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new AssayError('usage', `unexpected argument ${words[0]}`);
}
