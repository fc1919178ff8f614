const TOKEN = /"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}]/gs;

/** The first duplicate key of an object in a valid JSON text, and its position. */
export function findDuplicateKey(text: string): { readonly key: string; readonly index: number } | undefined {
  const open: Set<string>[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      // compare keys unescaped
      const key: string = JSON.parse(token);
      const keys = open.at(-1);
      if (keys?.has(key)) return { key: token, index };
      keys?.add(key);
    }
  }
  return undefined;
}
