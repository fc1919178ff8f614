import type { Usage } from '@assay/schema';
import type { Asked, ScriptedTurn } from './scripts.ts';

/** How one kind of model service speaks: pure functions between its JSON and a script. One file each. */
export interface Protocol {
  readonly id: string;
  /** Whether a path asks for a reply of the model. */
  speaks(path: string): boolean;
  ask(path: string, body: unknown): Asked;
  /** The reply as one document, and as the events of a stream. */
  document(reply: Reply): unknown;
  events(reply: Reply): readonly ServerEvent[];
  error(status: number, message: string): unknown;
  /** What else this service is asked, such as to count tokens; undefined when the path is none of it. */
  aside(path: string): unknown;
}

export interface Reply {
  /** Different for each reply of a server. */
  readonly number: number;
  readonly model: string;
  readonly turn: ScriptedTurn;
  readonly usage: Usage;
}

export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** The text of a message, however its content is wrapped. */
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

export const modelIn = (body: unknown): string => String(get(body, 'model') ?? 'scripted');
