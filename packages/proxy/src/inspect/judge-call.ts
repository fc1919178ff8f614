import type { CheckResult } from '@assay/schema';
import type { ToolCall } from '../messages/pair-calls.ts';

/** What is held against checks: a call, and what came of it. */
export interface Checked {
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly latency_ms: number;
}

/** Runs the checks of this proxy; `passed` is null when a required one could not say. */
export type RunChecks = (checked: Checked) => {
  readonly passed: boolean | null;
  readonly checks: readonly Pick<CheckResult, 'id' | 'verdict' | 'reason'>[];
};

export interface Judged extends ReturnType<RunChecks> {
  readonly is_error: boolean;
  readonly output: unknown;
  /** The checks alone: an error that says nothing it should not is fit to be passed on. */
  readonly is_fit: boolean;
}

/** The verdict on a call: the checks pass, and the result is no error. */
export function judgeCall(
  { tool, input }: ToolCall,
  { result, error, latency_ms }: { result: unknown; error: unknown; latency_ms: number },
  runChecks: RunChecks,
): Judged {
  const isFault = isThere(error) || typeof result !== 'object' || result === null;
  const is_error = isFault || Boolean((result as { isError?: unknown }).isError);
  // who sends both a result and an error has both looked at
  const output = isFault
    ? { error: error ?? null, ...(isThere(result) ? { result } : {}) }
    : readOutput(result as Record<string, unknown>);
  const { passed, checks } = runChecks({ tool, input, output, latency_ms });
  return { passed: is_error ? false : passed, is_error, output, checks, is_fit: passed === true };
}

/** Whether a field of an answer says anything: some servers send both, one of them null. */
export const isThere = (field: unknown): boolean => field !== undefined && field !== null;

const KNOWN = ['content', 'structuredContent', 'isError'];

/**
 * What a result is checked as: text that is alone is that text; what is structured, with or without the same once more
 * as text, is that; anything else is a list of all its parts, so that nothing in it goes unchecked.
 */
function readOutput(result: Record<string, unknown>): unknown {
  const { content, structuredContent } = result;
  if (!Array.isArray(content)) return result;
  const texts = content.map(readText);
  const isPlain = !texts.includes(null) && Object.keys(result).every((name) => KNOWN.includes(name));
  if (isPlain && structuredContent === undefined) return texts.join('\n');
  if (isPlain && texts.every((text) => holds(structuredContent, text))) return structuredContent;
  const { content: _content, structuredContent: _structured, isError: _isError, ...rest } = result;
  return [...content, { ...rest, ...(structuredContent === undefined ? {} : { structuredContent }) }];
}

// anything beside the text could hold what the text does not
function readText(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || Object.keys(item).length !== 2) return null;
  const { type, text } = item as Record<string, unknown>;
  return type === 'text' && typeof text === 'string' ? text : null;
}

// fields whose names do not say what is in them, so that it is looked at as any text is
const PLAIN_FIELDS = ['content', 'result', 'text'];

/** Whether a text says nothing that is not in a value too: it is the value as JSON, or one of its plain fields. */
function holds(value: unknown, text: unknown): boolean {
  const written = String(text);
  if (typeof value === 'object' && value !== null) {
    if (PLAIN_FIELDS.some((name) => Object.hasOwn(value, name) && Reflect.get(value, name) === written)) return true;
    // what cannot be it need not be read: an error costs more than all else that is done here
    if (!written.trimStart().startsWith(Array.isArray(value) ? '[' : '{')) return false;
  }
  try {
    return JSON.stringify(JSON.parse(written)) === JSON.stringify(value);
  } catch {
    // a text of its own
    return false;
  }
}
