import { createRedactor } from '@assay/harness';
import { redact, redactText } from '@assay/scoring';

/** What is sent instead, and the kinds of the secrets that were replaced. */
interface Clean<T> {
  readonly value: T;
  readonly redacted: readonly string[];
}

/** Removes secrets from what leaves this machine. */
export interface OutgoingRedactor {
  json<T>(value: T): Clean<T>;
  file(name: string, content: Buffer): Clean<Buffer>;
  /** Whether a text contains a secret. */
  finds(text: string): boolean;
}

const MARK = /\[redacted ([^\][]{1,200})\]/g;
const listMarks = (text: string): string[] => Array.from(text.matchAll(MARK), ([, kind]) => kind as string);

/** Redacts by the format of secrets, and by the values of secrets of this machine, given by name. */
export function createOutgoingRedactor(secrets: ReadonlyMap<string, string>): OutgoingRedactor {
  const own = createRedactor(secrets);
  const cleanText = (text: string): string => own.text(redactText(text).text);
  const json = <T>(value: T): Clean<T> => {
    const before = own.count;
    const { value: clean, count } = redact(value);
    const last = own.value(clean);
    if (count + own.count === before) return { value, redacted: [] };
    return { value: last, redacted: newMarks(JSON.stringify(value), JSON.stringify(last)) };
  };
  const text = (content: string): Clean<string> => {
    const clean = cleanText(content);
    return { value: clean, redacted: clean === content ? [] : newMarks(content, clean) };
  };
  const line = (content: string): Clean<string> => {
    const parsed = tryParse(content);
    // text that is not JSON may contain a secret too
    if (parsed === undefined) return text(content);
    const { value, redacted } = json(parsed.value);
    return { value: redacted.length === 0 ? content : JSON.stringify(value), redacted };
  };
  return {
    json,
    finds: (content) => cleanText(content) !== content,
    file(name, content) {
      // one byte per character: bytes that are not text stay as they are
      const read = (encoding: 'utf8' | 'latin1', clean: (text: string) => Clean<string>): Clean<Buffer> => {
        const { value, redacted } = clean(content.toString(encoding));
        return { value: redacted.length === 0 ? content : Buffer.from(value, encoding), redacted };
      };
      if (name.endsWith('.jsonl')) return read('utf8', (whole) => eachLine(whole, line));
      if (name.endsWith('.json')) return read('utf8', line);
      return read('latin1', text);
    },
  };
}

function eachLine(text: string, clean: (line: string) => Clean<string>): Clean<string> {
  const lines = text.split('\n').map(clean);
  return { value: lines.map(({ value }) => value).join('\n'), redacted: lines.flatMap(({ redacted }) => redacted) };
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

// marks of an earlier redaction were there before
function newMarks(before: string, after: string): string[] {
  const old = listMarks(before);
  return listMarks(after).filter((kind) => {
    const index = old.indexOf(kind);
    if (index >= 0) old.splice(index, 1);
    return index < 0;
  });
}
