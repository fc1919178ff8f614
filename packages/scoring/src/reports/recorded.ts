import { ReportFormat, TestOutcome, type TestReport, TestState } from '@assay/schema';
import { goJson } from './readers/go-json.ts';
import { junit } from './readers/junit.ts';
import { tap } from './readers/tap.ts';
import { parseObject, readText } from './text/json.ts';
import { createTally, type Tally, type TestDetails } from './text/tally.ts';

const MAX_LINES = 200_000;

interface RecordedFile {
  /** Names the format of a runner's own report: `gotest-12.json`. */
  readonly name: string;
  readonly text: string;
}

interface RecordedOptions {
  /** Tests to list even when the list is full. */
  readonly wanted?: Iterable<string>;
  /** The folder in which the tests ran; paths of test files are relative to it. */
  readonly workspace: string;
}

/**
 * Reads what Assay's own reporters wrote, and reports that runners wrote because Assay asked for them. Null without any
 * record, or with a damaged report: then the output has to do.
 */
export function readRecorded(
  files: readonly RecordedFile[],
  { wanted = [], workspace }: RecordedOptions,
): TestReport | null {
  const tally = createTally(new Set(wanted));
  const formats: ReportFormat[] = [];
  for (const { name, text } of files) {
    const format = name.endsWith('.jsonl')
      ? readLines(text, { tally, workspace })
      : readOwn(name, { text, tally, workspace });
    if (format === null) return null;
    if (format !== undefined) formats.push(format);
  }
  const [first] = formats;
  return first === undefined ? null : { format: first, source: 'reporter', ...tally.total() };
}

const READERS = { json: goJson, tap, xml: junit } as const;

/** A report of the runner itself; null if it is damaged. */
function readOwn(
  name: string,
  { text, tally, workspace }: { text: string; tally: Tally; workspace: string },
): ReportFormat | null {
  const [, runner, extension] = /^([a-z]+)-\d+\.(json|tap|xml)$/.exec(name) ?? [];
  const format = ReportFormat.safeParse(runner);
  if (!format.success || extension === undefined) return null;
  const rename = NAMES[format.data] ?? ((test: string) => test);
  const test: Tally['test'] = (title, outcome, more) => tally.test(rename(title), outcome, more);
  const relative = text.replaceAll(`${workspace}/`, '');
  return READERS[extension as keyof typeof READERS].read(relative, { ...tally, test }) ? format.data : null;
}

/** Names as in the output of these runners. */
const NAMES: Partial<Record<ReportFormat, (name: string) => string>> = {
  surefire: (name) => name.replace('::', '.'),
  gradle: (name) => name.replace('::', ' > '),
  phpunit: (name) => name.replace(/^[^:]*/, (owner) => owner.replaceAll('.', '\\')),
};

/**
 * One line of JSON for each test of one process. A test that started and did not end crashed, as did a runner that did
 * not end. Undefined if no runner wrote it.
 */
function readLines(text: string, { tally, workspace }: { tally: Tally; workspace: string }): ReportFormat | undefined {
  let format: ReportFormat | undefined;
  const running = new Map<string, TestDetails>();
  let ended = false;
  for (const line of text.split('\n', MAX_LINES)) {
    const entry = line === '' ? undefined : parseObject(line, (fields) => fields);
    if (entry === undefined) continue;
    const runner = ReportFormat.safeParse(entry['runner']);
    if (runner.success) format ??= runner.data;
    ended ||= entry['end'] === true;
    const [started, name] = [readText(entry['start']), readText(entry['test'])];
    const details = readDetails(entry, workspace);
    if (started !== '') running.set(started, details);
    const outcome = TestOutcome.safeParse(entry['outcome']);
    if (name === '' || !outcome.success) continue;
    // its name may have changed since it started
    running.delete(started === '' ? name : started);
    tally.test(name, outcome.data, details);
  }
  for (const [name, details] of running) tally.test(name, 'errored', { ...details, state: 'crashed' });
  if (!ended && running.size === 0) tally.count({ errored: 1 });
  return format;
}

function readDetails({ file, state }: Readonly<Record<string, unknown>>, workspace: string): TestDetails {
  const path = readText(file).replace(/^file:\/\//, '');
  const relative = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  const known = TestState.safeParse(state);
  return {
    ...(relative === '' ? {} : { file: relative.slice(0, 1000) }),
    ...(known.success ? { state: known.data } : {}),
  };
}
