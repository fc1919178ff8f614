import { readCall } from './languages/calls.ts';

/** A call in a test with only literal arguments, and its expected value. */
export interface ExpectedValue {
  readonly name: string;
  readonly args: readonly string[];
  readonly value: string;
}

// the pattern before the call, and between the call and the value
const FORMS: readonly { readonly before: RegExp; readonly between: RegExp }[] = [
  { before: /\bassert\s+/g, between: /^\s*==\s*/ },
  { before: /\bassertEquals?\(\s*/g, between: /^\s*,\s*/ },
  { before: /\bassert\.(?:deepS|s)trictEqual\(\s*|\bassert\.(?:deepE|e)qual\(\s*/g, between: /^\s*,\s*/ },
  { before: /\bexpect\(\s*(?:await\s+)?/g, between: /^\s*\)\s*\.to(?:Be|Equal|StrictEqual)\(\s*/ },
  { before: /\bif \(\s*/g, between: /^\s*!==?\s*/ },
];

const WORDS = /\b(?:True|False|None|true|false|null|undefined|NaN|Infinity)\b/g;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Reads the expectations in a Python or JavaScript test file. */
export function listExpectedValues(text: string): ExpectedValue[] {
  return FORMS.flatMap(({ before, between }) =>
    [...text.matchAll(before)].flatMap((match) => readExpectation(text.slice(match.index + match[0].length), between)),
  );
}

function readExpectation(text: string, between: RegExp): ExpectedValue[] {
  const head = /^(?:\w+\.)*(\w+)\(/.exec(text);
  const call = head && readCall(text, { start: 0, open: head[0].length - 1 });
  const gap = call && between.exec(text.slice(call.end));
  if (head == null || call == null || gap == null) return [];
  const value = readLiteral(text.slice(call.end + gap[0].length));
  return value !== undefined && call.args.every(isLiteral) ? [{ name: head[1] ?? '', args: call.args, value }] : [];
}

// up to the end of the statement or enclosing call
function readLiteral(text: string): string | undefined {
  const holder = readCall(`(${text.split('\n')[0]})`, { start: 0, open: 0 });
  const literal = holder?.args[0]?.replace(/;$/, '').trim();
  return literal !== undefined && isLiteral(literal) ? literal : undefined;
}

const KEYS = /\b[A-Za-z_]\w*(?=\s*:)/g;

const isLiteral = (text: string): boolean => {
  const rest = [STRINGS, WORDS, KEYS].reduce((left, part) => left.replace(part, '0'), text);
  return text !== '' && /^[\d\s.,:[\]{}()+\-eE_]*$/.test(rest);
};
