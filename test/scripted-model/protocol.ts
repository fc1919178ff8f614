import type { Usage } from '@assay/schema';
import type { ModelRequest, ScriptedTurn } from './scripts.ts';

/** The protocol of a model service: pure functions between its JSON and a script. One file each. */
export interface Protocol {
  readonly id: string;
  /** Whether a path requests a model reply. */
  speaks(path: string): boolean;
  ask(path: string, body: unknown): ModelRequest;
  /** The reply as one document, and as the events of a stream. */
  document(reply: Reply): unknown;
  events(reply: Reply): readonly ServerEvent[];
  error(status: number, message: string): unknown;
  /** The answer to other requests, such as counting tokens; undefined for unknown paths. */
  aside(path: string): unknown;
}

export interface Reply {
  /** Unique for each reply of a server. */
  readonly number: number;
  readonly model: string;
  readonly turn: ScriptedTurn;
  readonly usage: Usage;
}

export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** The text of a message in any content format. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => get(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const get = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The fields of a request that most protocols have in common. */
export const askedIn = (body: unknown) => ({
  model: modelIn(body),
  stream: get(body, 'stream') === true,
  offers_tools: list(get(body, 'tools')).length > 0,
});

const modelIn = (body: unknown): string => String(get(body, 'model') ?? 'scripted');
