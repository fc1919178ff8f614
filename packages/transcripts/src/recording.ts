import {
  entryId,
  type ModelPrices,
  type Transcript,
  type TranscriptEnd,
  type TranscriptEntry,
  toUsd,
  toUsdMicros,
  type Usage,
} from '@assay/schema';
import { type MeasuredEntry, measureEntry, pairInteractions } from '@assay/scoring';
import { findMissing } from './find-missing.ts';
import { findPlaceholders } from './find-placeholders.ts';
import { computeCostMicros } from './prices.ts';
import { createOutcomes } from './result-outcome.ts';
import type { Recorder, TranscriptReader } from './transcript-reader.ts';

/** What has been read of a transcript so far. Keeps counts, not entries. */
export interface Recording {
  readonly recorder: Recorder;
  countRecord(): void;
  /** The entries since the last call, with ids. */
  drain(): TranscriptEntry[];
  /** The same recording, for entries of a sub-agent. */
  within(lane: string): Recording;
  /** The values known so far. */
  glance(): {
    readonly session_id: string | null;
    readonly agent: string | null;
    readonly model: string | null;
    /** Responses of the model with known tokens. */
    readonly responses: number;
    readonly usage: Usage | null;
    readonly cost_usd_micros: number | null;
  };
  summarize(reader: TranscriptReader): Omit<Transcript, 'entries'>;
}

type Facts = Parameters<Recorder['identify']>[0];

interface State {
  readonly prices: ModelPrices;
  readonly measured: MeasuredEntry[];
  readonly withOutcome: (entry: TranscriptEntry) => TranscriptEntry;
  fresh: TranscriptEntry[];
  readonly facts: Facts;
  /** How long calls without a result yet waited for approval. */
  readonly waits: Map<string, number>;
  readonly responses: Map<string, Usage>;
  totalUsage: Usage | null;
  cost: number | null;
  end: TranscriptEnd;
  readonly notes: Map<string, number>;
  readonly counts: { records: number; entries: number; unknown: number; repaired: number };
}

/** Creates a recording. If no cost is reported, own prices override the built-in table. */
export function createRecording(prices: ModelPrices = []): Recording {
  return recordInto({
    prices,
    measured: [],
    withOutcome: createOutcomes(),
    fresh: [],
    facts: {},
    waits: new Map(),
    responses: new Map(),
    totalUsage: null,
    cost: null,
    end: { status: 'unknown', reason: 'the transcript does not say how the run ended' },
    notes: new Map(),
    counts: { records: 0, entries: 0, unknown: 0, repaired: 0 },
  });
}

function recordInto(state: State, lane?: string): Recording {
  return {
    recorder: lane === undefined ? createRecorder(state) : createSubRecorder(state, lane),
    countRecord: () => {
      state.counts.records++;
    },
    drain: () => {
      const entries = state.fresh;
      state.fresh = [];
      return entries;
    },
    within: (inner) => recordInto(state, inner),
    glance: () => {
      const { usage, cost_usd } = tally(state);
      const { session_id = null, agent = null, model = null } = state.facts;
      const responses = state.responses.size;
      return { session_id, agent, model, responses, usage, cost_usd_micros: toUsdMicros(cost_usd) };
    },
    summarize: (reader) => summarize(state, reader),
  };
}

function createRecorder(state: State): Recorder {
  const note = (sentence: string): void => {
    state.notes.set(sentence, (state.notes.get(sentence) ?? 0) + 1);
  };
  return {
    entry: (entry) => {
      const index = state.counts.entries++;
      const numbered = { ...state.withOutcome(entry), ...waitOf(state, entry), id: entryId(entry, index) };
      state.measured.push(measureEntry(numbered, index, Buffer.byteLength));
      state.fresh.push(numbered);
    },
    identify: (facts) => {
      Object.assign(state.facts, { ...facts, ...state.facts });
    },
    waited: (tool_id, ms) => {
      // a clock may jump back
      if (ms >= 0) state.waits.set(tool_id, (state.waits.get(tool_id) ?? 0) + ms);
    },
    usage: (key, usage) => {
      state.responses.set(key, usage);
    },
    totalUsage: (usage) => {
      state.totalUsage = sumUsage([usage]);
    },
    cost: (usd) => {
      if (Number.isFinite(usd) && usd >= 0) state.cost = usd;
      else note('an invalid cost was skipped');
    },
    end: (status, reason) => {
      state.end = { status, reason };
    },
    unknown: (kind) => {
      state.counts.unknown++;
      note(`unknown record: ${kind.slice(0, 80)}`);
    },
    repaired: (what) => {
      state.counts.repaired++;
      note(what);
    },
    warn: note,
  };
}

function waitOf({ waits }: State, { type, tool_id }: TranscriptEntry): { waited_ms?: number } {
  const waited_ms = type === 'tool_result' && tool_id ? waits.get(tool_id) : undefined;
  if (waited_ms === undefined) return {};
  waits.delete(tool_id as string);
  return { waited_ms };
}

// a sub-agent adds entries and tokens; identity, cost and end come from the main thread
function createSubRecorder(state: State, lane: string): Recorder {
  const recorder = createRecorder(state);
  const silent = (): void => undefined;
  return {
    ...recorder,
    entry: (entry) => recorder.entry({ ...entry, lane }),
    identify: silent,
    totalUsage: silent,
    cost: silent,
    end: silent,
  };
}

// usage and cost: as reported, or priced from the tokens
function tally(state: State): Pick<Transcript, 'usage' | 'cost_usd' | 'cost_source'> {
  const usage = state.totalUsage ?? sumUsage([...state.responses.values()]);
  const { model } = state.facts;
  const priced =
    state.cost === null && usage !== null && model !== undefined
      ? toUsd(computeCostMicros(model, usage, state.prices))
      : null;
  return { usage, cost_usd: state.cost ?? priced, cost_source: sourceOf(state.cost, priced) };
}

function summarize(state: State, reader: TranscriptReader): Omit<Transcript, 'entries'> {
  const totals = tally(state);
  const span = findTimeSpan(state.measured);
  const { model = null } = state.facts;
  const placeholders = findPlaceholders(state.measured, totals.usage);
  return {
    format: reader.format,
    agent: state.facts.agent ?? reader.agent,
    agent_version: state.facts.agent_version ?? null,
    model,
    session_id: state.facts.session_id ?? null,
    interactions: pairInteractions(state.measured).interactions,
    ...totals,
    ...placeholders,
    ...span,
    end: state.end,
    counts: { ...state.counts },
    missing: findMissing(state.measured, { ...totals, ...span, model, end: state.end }),
    warnings: [...state.notes, ...explain({ ...totals, ...placeholders, model })].map(([sentence, times]) =>
      times === 1 ? sentence : `${sentence} (${times} times)`,
    ),
  };
}

type Explained = Pick<Transcript, 'usage' | 'estimated_output_tokens' | 'cost_usd' | 'model'>;

function explain({ usage, estimated_output_tokens: estimate, cost_usd, model }: Explained): [string, number][] {
  if (usage === null) return [];
  const said = [
    ...(estimate === undefined
      ? []
      : [
          `the ${usage.output_tokens} output tokens are placeholders for about ${estimate}: tokens and cost are at least`,
        ]),
    ...(cost_usd === null && model !== null ? [`no price is known for ${model}; see \`assay prices\``] : []),
  ];
  return said.map((sentence) => [sentence, 1]);
}

function sourceOf(reported: number | null, priced: number | null): Transcript['cost_source'] {
  if (reported !== null) return 'reported';
  return priced === null ? null : 'priced';
}

export function sumUsage(all: readonly Usage[]): Usage | null {
  if (all.length === 0) return null;
  const total = (field: keyof Usage) =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      all.reduce((sum, usage) => sum + usage[field], 0),
    );
  return {
    input_tokens: total('input_tokens'),
    cached_input_tokens: total('cached_input_tokens'),
    cache_write_input_tokens: total('cache_write_input_tokens'),
    output_tokens: total('output_tokens'),
  };
}

// from the first to the latest timestamp, so that a clock jumping back does not shorten the run
export function findTimeSpan(
  entries: readonly Pick<TranscriptEntry, 'at'>[],
): Pick<Transcript, 'started_at' | 'wall_ms'> {
  let [started_at, first, latest]: [string | null, number, number] = [null, Number.NaN, Number.NEGATIVE_INFINITY];
  for (const { at } of entries) {
    const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    if (Number.isNaN(ms)) continue;
    if (started_at === null) [started_at, first] = [at as string, ms];
    latest = Math.max(latest, ms);
  }
  return { started_at, wall_ms: latest > first ? latest - first : null };
}
