import type { ModelPrices, Usage } from '@assay/schema';
import { computeCostMicros, sumUsage } from '@assay/transcripts';
import { createHealthRecord, type HealthCall, type ModelHealth } from './model-health.ts';
import { createToolRecord, type OpenRecord, type ToolRecord } from './tool-record.ts';
import type { ReplyFacts } from './usage.ts';

/** Metadata and cost of one request to the model service, never its content. */
export interface ModelCall {
  readonly at: string;
  readonly method: string;
  /** Without the query, which may contain a key. */
  readonly path: string;
  /** Null if the agent disconnected before an answer. */
  readonly status: number | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly duration_ms: number;
  /** Size of the answer's body. */
  readonly bytes: number;
  /** Whether the answer is complete. */
  readonly whole: boolean;
  /** The service's error message. */
  readonly error?: string;
}

/** Totals of all requests to the model service. */
export interface GatewayUsage {
  readonly requests: number;
  readonly usage: Usage;
  /** By configured prices or the table; null if a used model is in neither. */
  readonly cost_usd_micros: number | null;
  readonly models: string[];
}

export interface GatewayLimits {
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}

/** Counts requests through a gateway and checks the limits. */
export interface Meter {
  begin(request: Pick<ModelCall, 'method' | 'path'>): OpenCall;
  total(): GatewayUsage;
  records(): readonly ModelCall[];
  health(): ModelHealth;
  tools(): ToolRecord;
  /** The reached limit as a sentence; null if none. */
  reached(): string | null;
}

export interface OpenCall extends Pick<HealthCall, 'heard'>, Pick<OpenRecord, 'sent' | 'called'> {
  observe(facts: ReplyFacts): void;
  end(answer: Pick<ModelCall, 'status' | 'bytes' | 'whole' | 'error'>): void;
}

export interface MeterOptions {
  readonly limits: GatewayLimits;
  /** Prices that override the built-in table. */
  readonly prices?: ModelPrices;
  readonly onUsage?: (usage: GatewayUsage) => void;
  readonly onLimit?: (reason: string) => void;
}

// bounds the memory, however many requests an agent sends
const MOST_RECORDS = 10_000;
const MOST_MODELS = 100;
const LONGEST_PATH = 300;

const NOTHING: Usage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
};

export function createMeter({ limits, prices = [], onUsage, onLimit }: MeterOptions): Meter {
  const records: ModelCall[] = [];
  const byModel = new Map<string, Usage>();
  let requests = 0;
  let limit: string | null = null;
  const health = createHealthRecord(() => performance.now());
  const tools = createToolRecord();

  const spend = (model: string, [before, after]: readonly [Usage, Usage]): void => {
    const name = byModel.has(model) || byModel.size < MOST_MODELS ? model : OTHER_MODELS;
    const minus = Object.fromEntries(Object.entries(before).map(([field, tokens]) => [field, -tokens])) as Usage;
    byModel.set(name, addUsage([byModel.get(name) ?? NOTHING, after, minus]));
    const total = summarize({ requests, byModel, prices });
    onUsage?.(total);
    if (limit !== null) return;
    limit = findReached({ limits, usage: total.usage, cost: knownCost({ byModel, prices }) });
    if (limit !== null) onLimit?.(limit);
  };

  return {
    begin(request) {
      requests++;
      const { sent, heard, ended: recordEnd } = health.begin();
      const tool_calls = tools.begin();
      const at = new Date().toISOString();
      const started = performance.now();
      let facts: ReplyFacts = { model: null, usage: null };
      let ended = false;
      return {
        observe(next) {
          const before = facts.usage ?? NOTHING;
          facts = next;
          spend(facts.model ?? UNNAMED_MODEL, [before, facts.usage ?? NOTHING]);
        },
        sent(body) {
          sent();
          tool_calls.sent(body);
        },
        heard,
        called: tool_calls.called,
        end(answer) {
          if (ended) return;
          ended = true;
          recordEnd({ ...answer, error: answer.error ?? null });
          tool_calls.ended(answer.whole);
          if (records.length >= MOST_RECORDS) return;
          const duration_ms = Math.round(performance.now() - started);
          const path = request.path.slice(0, LONGEST_PATH);
          records.push({ at, method: request.method, path, ...facts, ...answer, duration_ms });
        },
      };
    },
    total: () => summarize({ requests, byModel, prices }),
    records: () => records,
    health: health.read,
    tools: tools.read,
    reached: () => limit,
  };
}

const UNNAMED_MODEL = '(unnamed)';
const OTHER_MODELS = '(others)';

const addUsage = (parts: readonly Usage[]): Usage => sumUsage(parts) ?? NOTHING;

interface Metered {
  readonly byModel: ReadonlyMap<string, Usage>;
  readonly prices: ModelPrices;
}

function summarize({ requests, byModel, prices }: Metered & { requests: number }): GatewayUsage {
  const priced = [...byModel].every(([model, usage]) => computeCostMicros(model, usage, prices) !== null);
  return {
    requests,
    usage: addUsage([...byModel.values()]),
    cost_usd_micros: priced ? knownCost({ byModel, prices }) : null,
    models: [...byModel.keys()],
  };
}

const knownCost = ({ byModel, prices }: Metered): number =>
  [...byModel].reduce((sum, [model, usage]) => sum + (computeCostMicros(model, usage, prices) ?? 0), 0);

function findReached({ limits, usage, cost }: { limits: GatewayLimits; usage: Usage; cost: number }): string | null {
  const tokens = usage.input_tokens + usage.output_tokens;
  if (limits.tokens !== null && tokens >= limits.tokens)
    return `the limit of ${limits.tokens} tokens is reached: ${tokens} used`;
  if (limits.cost_usd !== null && cost >= limits.cost_usd * 1e6)
    return `the limit of ${limits.cost_usd} US dollars is reached: ${(cost / 1e6).toFixed(4)} spent`;
  return null;
}
