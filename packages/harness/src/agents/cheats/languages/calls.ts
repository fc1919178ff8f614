/** A call in a text, found by brackets and quotes. */
export interface Call {
  /** From the start of the match to the closing bracket. */
  readonly text: string;
  /** The arguments: split at top-level commas. */
  readonly args: readonly string[];
  /** Index after the closing bracket. */
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Replaces each call whose start, including the opening bracket, matches the pattern. */
export function replaceCalls(text: string, start: RegExp, replace: (call: Call) => string): string {
  const pattern = new RegExp(start.source, 'gm');
  let result = '';
  let done = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const call = readCall(text, { start: match.index, open: pattern.lastIndex - 1 });
    if (call === undefined) continue;
    result += text.slice(done, match.index) + replace(call);
    done = pattern.lastIndex = call.end;
  }
  return result + text.slice(done);
}

/** The call whose opening bracket is at `open`; undefined if the bracket is not closed. */
export function readCall(text: string, { start, open }: { start: number; open: number }): Call | undefined {
  const expected: string[] = [];
  const args: string[] = [];
  let from = open + 1;
  for (let index = open; index < text.length; index++) {
    const character = text[index] ?? '';
    const closing = CLOSING[character];
    if (closing !== undefined) expected.push(closing);
    else if ('"\'`'.includes(character)) index = skipString(text, index);
    else if (character === ',' && expected.length === 1) {
      args.push(text.slice(from, index).trim());
      from = index + 1;
    } else if (character === expected.at(-1)) {
      expected.pop();
      if (expected.length > 0) continue;
      const last = text.slice(from, index).trim();
      if (last !== '') args.push(last);
      return { text: text.slice(start, index + 1), args, end: index + 1 };
    }
  }
  return undefined;
}

function skipString(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === quote) return index;
  }
  // probably an apostrophe in a comment
  return start;
}
