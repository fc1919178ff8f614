/** Whether an output says nothing: no text that is more than blanks, no number, no truth value, no list or object with any. */
export function isEmpty(output: unknown, text: string): boolean {
  if (output === null || output === undefined) return true;
  if (typeof output === 'string') return output.trim() === '';
  if (typeof output !== 'object') return false;
  // an MCP result is as empty as its parts are, whatever it says beside them
  if ('content' in output && Array.isArray(output.content) && !('structuredContent' in output)) {
    return output.content.length === 0 || (text.trim() === '' && output.content.every(isText));
  }
  return Object.values(output).every((inner) => isEmptyPart(inner));
}

const isText = (part: unknown): boolean => typeof part === 'object' && part !== null && 'text' in part;

// one level: what is nested deeper was put there for a reason
const isEmptyPart = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
