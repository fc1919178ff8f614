/** Every text in a JSON value, including field names, in order. Iterative, because values may be deeply nested. */
export function* listTexts(value: unknown): Generator<string> {
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

/** The output as one text: strings as they are, the texts of an MCP result joined, anything else as JSON. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  const parts = mcpTexts(output);
  if (parts !== null) return parts.join('\n');
  try {
    return JSON.stringify(output) ?? '';
  } catch {
    // nested too deep for the stack; join its texts instead
    return [...listTexts(output)].join('\n');
  }
}

/** The texts of an MCP tool result; null for anything else. */
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
