const LONGEST_TEXT = 300;
const LONGEST_LIST = 10;
const KEPT_ITEMS = 3;
const MARK = '…[cut]';

/** Cuts long texts and lists, such as vendor prompts and tool lists. Other lines stay unchanged. */
export const cutRecording = (recording: string): string => recording.split('\n').map(cutLine).join('\n');

function cutLine(line: string): string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    // an empty last line, or an incomplete line of an agent that was killed
    return line;
  }
  const short = JSON.stringify(cut(record));
  return short.includes(MARK) ? short : line;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}${MARK}` : value;
  if (Array.isArray(value))
    return value.length > LONGEST_LIST ? [...value.slice(0, KEPT_ITEMS).map(cut), MARK] : value.map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]));
}
