import type { CheckResult } from '@assay/schema';
import type { ToolCall } from '../messages/pair-calls.ts';

/** What checks are run on: a call and its result. */
export interface Checked {
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly latency_ms: number;
}

/** Runs the checks of this proxy; `passed` is null if a required check gave no verdict. */
export type RunChecks = (checked: Checked) => {
  readonly passed: boolean | null;
  readonly checks: readonly Pick<CheckResult, 'id' | 'verdict' | 'reason'>[];
};

export interface Judged extends ReturnType<RunChecks> {
  readonly is_error: boolean;
  readonly output: unknown;
  /** Whether the checks alone pass: an error that passes them may reach the client. */
  readonly is_fit: boolean;
}

/** Judges a call: it passes if the checks pass and the result is not an error. */
export function judgeCall(
  { tool, input }: ToolCall,
  { result, error, latency_ms }: { result: unknown; error: unknown; latency_ms: number },
  runChecks: RunChecks,
): Judged {
  const isFault = isPresent(error) || typeof result !== 'object' || result === null;
  const is_error = isFault || Boolean((result as { isError?: unknown }).isError);
  // if there is both a result and an error, both are checked
  const output = isFault
    ? { error: error ?? null, ...(isPresent(result) ? { result } : {}) }
    : readOutput(result as Record<string, unknown>);
  const { passed, checks } = runChecks({ tool, input, output, latency_ms });
  return { passed: is_error ? false : passed, is_error, output, checks, is_fit: passed === true };
}

/** Whether a field of an answer is present: some servers send both, one of them null. */
export const isPresent = (field: unknown): boolean => field !== undefined && field !== null;

const KNOWN = ['content', 'structuredContent', 'isError'];

/**
 * The output that checks see: plain text as text; structured content, with or without a copy of it as text, as that
 * content; anything else as a list of all its parts, so that nothing goes unchecked.
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

// null if there is anything beside the text: it must be checked too
function readText(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || Object.keys(item).length !== 2) return null;
  const { type, text } = item as Record<string, unknown>;
  return type === 'text' && typeof text === 'string' ? text : null;
}

// fields whose names say nothing about their content
const PLAIN_FIELDS = ['content', 'result', 'text'];

/** Whether a text is a copy of a value: as JSON, or of one of its plain fields. */
function holds(value: unknown, text: unknown): boolean {
  const written = String(text);
  if (typeof value === 'object' && value !== null) {
    if (PLAIN_FIELDS.some((name) => Object.hasOwn(value, name) && Reflect.get(value, name) === written)) return true;
    // avoid parsing what cannot be JSON: the exception would cost more than everything else here
    if (!written.trimStart().startsWith(Array.isArray(value) ? '[' : '{')) return false;
  }
  try {
    return JSON.stringify(JSON.parse(written)) === JSON.stringify(value);
  } catch {
    // text, not JSON
    return false;
  }
}
