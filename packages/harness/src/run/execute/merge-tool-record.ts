import type { Run, TranscriptEntry } from '@assay/schema';
import { pairResults, readCall, readTestOutcome } from '@assay/scoring';
import type { RecordedCall } from '../../machine/gateway/tool-record.ts';

/** A transcript with marks at the steps that only one side has, and their numbers. */
export interface Merged {
  readonly entries: readonly TranscriptEntry[];
  readonly steps: NonNullable<Run['steps']>;
}

/**
 * Compares the steps of an agent with the calls that the gateway saw. Each step takes one recorded call: by id,
 * else by what it asks for, else by order, because some agents rename tools and log other inputs. Where a step shows
 * another command than its call, the call is right. What is left of the agent's steps is claimed; what is left of the
 * record is added.
 */
export function mergeToolRecord(entries: readonly TranscriptEntry[], record: readonly RecordedCall[]): Merged {
  const steps = readSteps(entries);
  const callOf = matchSteps(steps, record);
  const replaced = new Map<number, TranscriptEntry>();
  const matched = new Map<RecordedCall, number>();
  let claimed = 0;
  for (const step of steps) {
    const call = callOf.get(step);
    const use = entries[step.use] as TranscriptEntry;
    const result = step.result === undefined ? undefined : entries[step.result];
    if (call === undefined) {
      claimed++;
      replaced.set(step.use, { ...use, only_in: 'agent' });
      if (step.result !== undefined) replaced.set(step.result, { ...(result as TranscriptEntry), only_in: 'agent' });
      continue;
    }
    matched.set(call, step.result ?? step.use);
    const isOther = asksForOther(step, call);
    if (isOther) replaced.set(step.use, { ...use, tool: call.tool, input: call.input });
    if (step.result !== undefined && call.result !== null && (isOther || isDenied(result, call.result)))
      replaced.set(step.result, { ...(result as TranscriptEntry), ...said(call.result) });
  }
  const marked = entries.map((entry, index) => replaced.get(index) ?? entry);
  const hidden = record.filter((call) => call.is_due && !matched.has(call));
  return {
    entries: hidden.length === 0 ? marked : insert(marked, placeAll(entries, { record, matched, hidden })),
    steps: { seen_by: 'gateway', claimed, hidden: hidden.length },
  };
}

interface Step {
  readonly use: number;
  readonly result: number | undefined;
  readonly id: string | null;
  readonly call: ReturnType<typeof readCall>;
}

function readSteps(entries: readonly TranscriptEntry[]): Step[] {
  const resultOf = pairResults(entries);
  return entries.flatMap(({ type, tool = '', tool_id, input }, use) =>
    type === 'tool_use' ? { use, result: resultOf.get(use), id: tool_id ?? null, call: readCall(tool, input) } : [],
  );
}

function matchSteps(steps: readonly Step[], record: readonly RecordedCall[]): Map<Step, RecordedCall> {
  const callOf = new Map<Step, RecordedCall>();
  const open = new Set(record);
  const match = (keyOfStep: (step: Step) => string | null, keyOfCall: (call: RecordedCall) => string | null): void => {
    const queues = Map.groupBy(open, keyOfCall);
    for (const step of steps) {
      const key = callOf.has(step) ? null : keyOfStep(step);
      const call = key === null ? undefined : queues.get(key)?.shift();
      if (call === undefined) continue;
      callOf.set(step, call);
      open.delete(call);
    }
  };
  match(
    ({ id }) => id,
    ({ id }) => id,
  );
  match(
    ({ call }) => call.key,
    ({ key }) => key,
  );
  match(({ call }) => plain(call), commandIn);
  match(
    ({ call }) => editedFiles(call),
    ({ tool, input }) => editedFiles(readCall(tool, input)),
  );
  match(
    ({ call }) => String(plain(call) === null),
    (call) => String(commandIn(call) === null),
  );
  match(
    () => '',
    () => '',
  );
  return callOf;
}

// any tool may be a shell under another name
const commandIn = ({ tool, input }: RecordedCall): string | null =>
  readCall(tool, input).role === 'edit' ? null : plain(readCall('bash', input));

// some agents log `bash -lc 'make'` for `make`, with other quotes inside
const plain = ({ command }: Step['call']): string | null =>
  command
    ?.replaceAll('\0', ' ')
    .replace(/^\S*sh\s+-\w*c\s+/, '')
    .replace(/[\s'"`\\]/g, '') ?? null;

const editedFiles = ({ role, targets }: Step['call']): string | null =>
  role === 'edit' && targets.length > 0
    ? targets
        .map((path) => path.replace(/^.*\//, ''))
        .toSorted()
        .join('\0')
    : null;

/** Whether a step shows another command than the model asked for. */
const asksForOther = ({ call }: Step, recorded: RecordedCall): boolean =>
  call.key !== recorded.key && plain(call) !== commandIn(recorded);

/** Whether tests passed by what the agent shows, and failed by what it told the model. */
const isDenied = (result: TranscriptEntry | undefined, sent: NonNullable<RecordedCall['result']>): boolean =>
  readTestOutcome({ type: 'tool_result', ...said(sent) }).holds === false && readTestOutcome(result).holds === true;

const said = ({ text, is_error }: NonNullable<RecordedCall['result']>) => ({ text, ...(is_error && { is_error }) });

interface Placing {
  readonly record: readonly RecordedCall[];
  readonly matched: ReadonlyMap<RecordedCall, number>;
  readonly hidden: readonly RecordedCall[];
}

/** Each hidden call with the position that it goes before: after the previous call of the record, by time. */
function placeAll(entries: readonly TranscriptEntry[], { record, matched, hidden }: Placing) {
  const added = new Map<number, TranscriptEntry[]>();
  const missing = new Set(hidden);
  let after = 0;
  for (const call of record) {
    after = Math.max(after, (matched.get(call) ?? -1) + 1);
    if (!missing.has(call)) continue;
    const later = entries.findIndex(({ at }, index) => index >= after && Date.parse(String(at)) > Date.parse(call.at));
    const place = later === -1 ? entries.length : later;
    added.set(place, [...(added.get(place) ?? []), ...toEntries(call)]);
  }
  return added;
}

function toEntries({ at, id, tool, input, result }: RecordedCall): TranscriptEntry[] {
  const shared = { only_in: 'gateway', ...(id === null ? {} : { tool_id: id }) } as const;
  const use: TranscriptEntry = { type: 'tool_use', at, tool, input, ...shared };
  return result === null ? [use] : [use, { type: 'tool_result', at: result.at, ...shared, ...said(result) }];
}

const insert = (
  entries: readonly TranscriptEntry[],
  added: ReadonlyMap<number, TranscriptEntry[]>,
): TranscriptEntry[] =>
  [...entries, undefined].flatMap((entry, index) => [
    ...(added.get(index) ?? []),
    ...(entry === undefined ? [] : [entry]),
  ]);
