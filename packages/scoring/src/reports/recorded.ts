import { ReportFormat, TestOutcome, type TestReport, TestState } from '@assay/schema';
import { parseObject, readText } from './text/json.ts';
import { createTally, type TestDetails } from './text/tally.ts';

const MAX_LINES = 200_000;

interface RecordedOptions {
  /** Tests to list even when the list is full. */
  readonly wanted?: Iterable<string>;
  /** The folder in which the tests ran; paths of test files are relative to it. */
  readonly workspace: string;
}

/**
 * Reads what Assay's own reporters wrote, one text for each process of a runner: a line of JSON for each test. A test
 * that started and did not end crashed, as did a runner that did not end. Null without any record.
 */
export function readRecorded(texts: readonly string[], { wanted = [], workspace }: RecordedOptions): TestReport | null {
  const tally = createTally(new Set(wanted));
  let format: ReportFormat | undefined;
  for (const text of texts) {
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
      running.delete(name);
      tally.test(name, outcome.data, details);
    }
    for (const [name, details] of running) tally.test(name, 'errored', { ...details, state: 'crashed' });
    if (!ended && running.size === 0) tally.count({ errored: 1 });
  }
  return format === undefined ? null : { format, source: 'reporter', ...tally.total() };
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
