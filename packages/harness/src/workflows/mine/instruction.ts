import { type Answer, findLeaks } from './leak-check.ts';

/** What the tests need to know of a new name. */
export interface NewName {
  readonly name: string;
  /** How the tests use it, without values: `chunk(…, size=…)`. */
  readonly usage: string;
  /** The file that has it in the solution. */
  readonly path: string;
}

export interface Instruction {
  readonly text: string;
  /** Whether the message alone does not say what the tests check. */
  readonly underspecified: boolean;
  /** Whether nothing says what to change. */
  readonly is_empty: boolean;
}

interface InstructionOptions {
  readonly message: string;
  readonly answer: Answer;
  /** New names that the tests use. */
  readonly names: readonly NewName[];
  /** New texts that the tests expect. */
  readonly texts?: readonly string[];
}

const FEWEST_WORDS = 3;
const ENDING = 'Hidden tests check the change. Do not delete, skip or weaken existing tests; new ones are welcome.';
const VAGUE = 'Extend this project so that its hidden tests pass.';

/** The instruction of a task from a commit message: what to achieve, never how. */
export function writeInstruction({ message, answer, names, texts = [] }: InstructionOptions): Instruction {
  const told = cleanMessage(message, answer);
  const words = (told.match(/\p{L}{2,}/gu) ?? []).length;
  const is_vague = words < FEWEST_WORDS;
  const unknown = names.filter(({ name }) => !told.includes(name));
  const isTitle = (text: string) => answer.tests.some((name) => name.includes(text));
  const untold = texts.filter((text) => !told.includes(text) && !isTitle(text));
  // what would give the answer away stays open
  const quoted = untold.map((text) => `- ${quoteCode(text)}`).filter((line) => findLeaks(line, answer).length === 0);
  const list = unknown.map(({ usage, path }) => `- \`${usage}\` in \`${path}\``).join('\n');
  const parts = [
    ...(told === '' ? [] : [told]),
    ...(is_vague ? [VAGUE] : []),
    ...(unknown.length === 0 ? [] : [`The tests use these new names:\n\n${list}`]),
    ...(quoted.length === 0 ? [] : [`The tests expect these texts exactly:\n\n${quoted.join('\n')}`]),
    ENDING,
  ];
  const is_empty = words < 2 && unknown.length === 0;
  const underspecified = is_vague || unknown.length > 0 || untold.length > 0;
  return { text: `${parts.join('\n\n')}\n`, underspecified, is_empty };
}

const quoteCode = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Whether a message says too little to be an instruction, before anything is known of the answer. */
export const saysNothing = (message: string): boolean =>
  writeInstruction({ message, answer: { added_lines: [], own_names: new Set(), tests: [] }, names: [] }).is_empty;

const TRAILER =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|change-id|cc|git-svn-id|refs?|related|bug|see also|pr-url|reviewed-on|cherry[ -]picked from|\(cherry picked from)\b.*$/gim;
const MERGE = /^(?:merge (?:pull request|branch|remote-tracking branch|tag)|merged? in|pull request)\b.*$/gim;
const CLOSES =
  /\(?\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|addresses|refs?|see|issue|pull request|pr)\s*:?\s+(?:(?:and|,|&)?\s*(?:[\w./-]+)?(?:#|GH-)\d+)+\)?\.?/gi;
const FENCE = /^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$/gm;

/** A commit message without whatever gives the answer away. */
export function cleanMessage(message: string, answer: Answer): string {
  const plain = message
    .replace(/\r/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(MERGE, '')
    .replace(TRAILER, '')
    .replace(FENCE, (block) => (findLeaks(block, answer).length > 0 ? '' : block))
    .replace(CLOSES, '')
    .replace(/\(\s*(?:#|GH-)\d+\s*\)/g, '');
  const words = removeTokens(plain, answer);
  const lines = words.split('\n').map((line) => dropSentences(line, answer));
  // what spans several lines
  const kept =
    findLeaks(lines.join('\n'), answer).length > 0 ? lines.filter((line) => isQuiet(line, lines, answer)) : lines;
  const text = tidy(kept.join('\n'));
  return findLeaks(text, answer).length > 0 ? '' : text;
}

// these can go without the sentence around them
const removeTokens = (text: string, answer: Answer): string =>
  findLeaks(text, answer)
    .filter(({ kind }) => kind === 'hash' || kind === 'reference' || kind === 'link')
    .toSorted((a, b) => b.text.length - a.text.length)
    .reduce((rest, leak) => rest.replaceAll(leak.text, ''), text);

const dropSentences = (line: string, answer: Answer): string =>
  findLeaks(line, answer).length === 0
    ? line
    : line
        .split(/(?<=[.!?;])\s+/)
        .filter((sentence) => findLeaks(sentence, answer).length === 0)
        .join(' ');

// a line is part of a leak if the text has fewer without it
const isQuiet = (line: string, lines: readonly string[], answer: Answer): boolean =>
  findLeaks(lines.filter((each) => each !== line).join('\n'), answer).length >=
  findLeaks(lines.join('\n'), answer).length;

const tidy = (text: string): string =>
  text
    .replace(/(?<!\w)\(\s*[,;]?\s*\)|\[\s*\]/g, '')
    .replace(/[ \t]+([.,;:])(?!\w)/g, '$1')
    .replace(/[ \t]{2,}(?=\S)/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/^[\s*-]*(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see)[\s.,;:]*$/gim, '')
    .replace(/^[\s.,;:()*-]*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
