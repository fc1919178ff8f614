/** A call in a text, as far as brackets and quotes tell. */
export interface Call {
  /** From what the pattern matched to the closing bracket. */
  readonly text: string;
  /** Between the brackets, cut at commas of its own. */
  readonly args: readonly string[];
  /** Where the text goes on. */
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Exchanges each call whose beginning, up to and with the opening bracket, matches the pattern. */
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

/** The call whose opening bracket is at `open`; undefined when it does not end. */
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
  // an apostrophe of a comment, most likely
  return start;
}
