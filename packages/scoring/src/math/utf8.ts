/** Length of a text in UTF-8 bytes, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // a surrogate pair is two units and four bytes; a lone surrogate becomes a replacement of three bytes
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
    bytes += isPair || unit >= 0x800 ? 2 : 1;
  }
  return bytes;
}

/** Length of a value as JSON in UTF-8 bytes. Iterative: an agent's data may be nested a million levels deep. */
export function jsonLength(value: unknown): number {
  let bytes = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (Array.isArray(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      for (const item of next) stack.push(item ?? null);
    } else if (typeof next === 'object' && next !== null) {
      const entries = Object.entries(next).filter(([, item]) => item !== undefined);
      bytes += 2 + Math.max(0, entries.length - 1);
      for (const [key, item] of entries) {
        bytes += utf8Length(JSON.stringify(key)) + 1;
        stack.push(item);
      }
    } else bytes += utf8Length(JSON.stringify(next) ?? '');
  }
  return bytes;
}
