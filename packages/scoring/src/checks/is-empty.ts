/** Whether an output is empty: null, only whitespace, or a list or object whose values all are empty. */
export function isEmpty(output: unknown, text: string): boolean {
  if (output === null || output === undefined) return true;
  if (typeof output === 'string') return output.trim() === '';
  if (typeof output !== 'object') return false;
  // an MCP result is empty when its content is, whatever its other fields
  if ('content' in output && Array.isArray(output.content) && !('structuredContent' in output)) {
    return output.content.length === 0 || (text.trim() === '' && output.content.every(isText));
  }
  return Object.values(output).every((inner) => isEmptyPart(inner));
}

const isText = (part: unknown): boolean => typeof part === 'object' && part !== null && 'text' in part;

// one level only: deeper values count as content
const isEmptyPart = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
