/** Every text in a value of JSON, names of fields included, in their order. Does not call itself: values may be deep. */
export function* textsIn(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === 'string') yield item;
    else if (Array.isArray(item)) for (let at = item.length - 1; at >= 0; at--) waiting.push(item[at]);
    else if (typeof item === 'object' && item !== null) {
      for (const [key, inner] of Object.entries(item).toReversed()) waiting.push(inner, key);
    }
  }
}

/** The output as one text: text as it is, the texts of an MCP result one after another, anything else as JSON. */
export function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  const parts = mcpTexts(output);
  if (parts !== null) return parts.join('\n');
  try {
    return JSON.stringify(output) ?? '';
  } catch {
    // nested deeper than the stack is high; its texts are still there
    return [...textsIn(output)].join('\n');
  }
}

/** The texts of what an MCP tool gave back; null when it is something else. */
function mcpTexts(output: unknown): string[] | null {
  if (typeof output !== 'object' || output === null || !('content' in output)) return null;
  const { content } = output;
  if (!Array.isArray(content)) return null;
  const texts: string[] = [];
  for (const part of content as unknown[]) {
    if (typeof part !== 'object' || part === null || !('type' in part) || part.type !== 'text') return null;
    if (!('text' in part) || typeof part.text !== 'string') return null;
    texts.push(part.text);
  }
  return texts;
}
