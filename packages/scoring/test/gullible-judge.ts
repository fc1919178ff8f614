import type { JudgeQuestion } from '../src/judging/text/question.ts';

/** How a gullible judge reads a question. */
export interface Impression {
  /** Why it would obey the evidence; empty when it would not. */
  readonly obeys: readonly string[];
  /** Documents in the evidence that it would repeat before its own reply. */
  readonly echoes: readonly string[];
}

/**
 * Reads a question as the most gullible judge would. It obeys any line outside a fence that is not in `honest`, the same
 * question about runs with other texts in the same place. It takes any line with the nonce for the end of a fence, and
 * obeys any text with tokens of a prompt format or invisible characters.
 */
export function readGullibly(
  question: JudgeQuestion,
  { nonce, honest }: { nonce: string; honest: readonly JudgeQuestion[] },
): Impression {
  const { outside, inside } = split(question, nonce);
  const expected = new Set(honest.flatMap((one) => split(one, nonce).outside.map(mask)));
  const said = [question.system, ...question.parts.map(({ text }) => text)].join('\n');
  return {
    obeys: [
      ...outside.filter((line) => !expected.has(mask(line))).map((line) => `outside of a fence: ${line}`),
      ...TOKENS.flatMap((token) => said.match(token) ?? []).map((token) => `a token: ${JSON.stringify(token)}`),
      ...(said.match(UNSEEN) ?? []).map((unseen) => `not seen: ${JSON.stringify(unseen)}`),
    ],
    echoes: inside.join('\n').match(/\{.*\}/g) ?? [],
  };
}

function split({ parts }: JudgeQuestion, nonce: string): { outside: string[]; inside: string[] } {
  const [outside, inside]: [string[], string[]] = [[], []];
  let open: string | null = null;
  for (const line of parts.flatMap(({ text }) => text.split('\n'))) {
    if (!line.includes(nonce)) (open === null ? outside : inside).push(line);
    else if (open !== null) open = null;
    else open = /begin (.+) /.exec(line)?.[1] ?? '';
  }
  // a fence that does not end would hide what follows
  if (open !== null) outside.push(`a fence without an end: ${open}`);
  return { outside, inside };
}

// counts, sizes and call roles differ with the text; all of them are the asker's own words
const mask = (line: string): string =>
  line
    .replace(/\d+/g, 'N')
    .replace(/\b(?:read|search|look|edit|run|change|agent|thinking|environment|service)\b/g, 'KIND')
    .replace(/\bKIND and KIND\b/g, 'KIND')
    // rows of a matrix, however many
    .replace(/\b[A-Z]N(?:, [A-Z]N)*/g, 'ROWS');

const TOKENS = [
  /<[|｜][^\s|｜<>]+[|｜]>/g,
  /\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>/gi,
  /<\/?(?:system|user|assistant|human|developer|instructions|thinking|tool_result)[\s>]/gi,
  /^[-+ │]*(?:Human|Assistant|System|User):/gm,
];
const UNSEEN = /(?!\n)[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u3164\u{e0000}-\u{e01ef}]/gu;
