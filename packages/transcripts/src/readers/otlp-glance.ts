import type { TranscriptEntry, Usage } from '@assay/schema';
import { at, type Json, list, text } from '@assay/schema/json';
import { sumUsage } from '../recording.ts';
import { dialectOf, nameEvent, readDollars, readModel, readUsage } from './otlp-logs.ts';
import { attributesOf } from './otlp-spans.ts';

/** What some log records of a session tell. */
export interface LogsGlance {
  readonly agent: string | null;
  /** The last one. */
  readonly model: string | null;
  readonly responses: number;
  readonly usage: Usage | null;
  readonly cost_usd: number | null;
  readonly prompts: readonly TranscriptEntry[];
}

/** Reads only what these sums need: while agents work, every record they send passes here. */
export function glanceAtLogs(document: Json): LogsGlance {
  const usages: Usage[] = [];
  const prompts: TranscriptEntry[] = [];
  let agent: string | null = null;
  let model: string | null = null;
  let cost_usd: number | null = null;
  for (const log of listLogs(document)) {
    const body = text(at(log, 'body', 'stringValue')) ?? '';
    const name = dialectOf(body) === undefined ? nameEvent(body, findEventName(log)) : body;
    const dialect = dialectOf(name);
    if (dialect === undefined) continue;
    agent ??= dialect.agent;
    const event = name.slice(dialect.prefix.length);
    if (event !== dialect.response.name && event !== 'user_prompt') continue;
    const attributes = attributesOf(log);
    if (event === 'user_prompt') prompts.push({ type: 'user', text: text(attributes.get('prompt')) ?? '' });
    const usage = event === 'user_prompt' ? undefined : readUsage(attributes, dialect.response.includes_cached);
    if (usage === undefined) continue;
    usages.push(usage);
    model = readModel(attributes) ?? model;
    const usd = readDollars(attributes);
    if (usd !== undefined && usd >= 0) cost_usd = (cost_usd ?? 0) + usd;
  }
  return { agent, model, responses: usages.length, usage: sumUsage(usages), cost_usd, prompts };
}

const listLogs = (document: Json): readonly Json[] =>
  list(at(document, 'resourceLogs')).flatMap((group) =>
    list(at(group, 'scopeLogs')).flatMap((scope) => list(at(scope, 'logRecords'))),
  );

const findEventName = (log: Json): string | undefined =>
  text(
    at(
      list(at(log, 'attributes')).find((pair) => at(pair, 'key') === 'event.name'),
      'value',
      'stringValue',
    ),
  );
