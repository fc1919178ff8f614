/**
 * Makes an agent's text safe to read: nothing in it is hidden, moves the cursor, ends a fence or looks like a turn of
 * the conversation with the judge. It stays readable, and applying this twice changes nothing more. Every pattern is
 * bounded, so the time is linear in the length of the text.
 */
export function neutralize(text: string): string {
  return text
    .replace(COLOR, '')
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, showHidden)
    .replaceAll('⟪', '«')
    .replaceAll('⟫', '»')
    .replace(SPECIAL_TOKEN, '‹$1›')
    .replace(BRACKET_TOKEN, '⟦$1⟧')
    .replace(ROLE_TAG, '‹')
    .replace(ROLE_LINE, '$1∶');
}

// removed first: inside a token they would be removed later and leave the token intact
const COLOR = /(?![\n\t])\p{Cc}\[[\d;:]{0,32}m/gu;

// invisible letters: Hangul fillers, the Braille blank, joiners and separators of other scripts
const BLANKS = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\uffa0';
const SELECTORS = '\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
// emoji, and scripts that use joiners
const JOINED = '\\p{Lo}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}';

/** Runs of invisible characters, except line feeds, tabs, and those that are part of an emoji or a word. */
const HIDDEN = new RegExp(
  `(?:(?![\\n\\t]|(?<=[${JOINED}])(?:[\\u200c\\u200d](?=[\\p{Lo}\\p{Extended_Pictographic}])|[\\ufe0e\\ufe0f]))` +
    `[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}${BLANKS}${SELECTORS}])+`,
  'gu',
);

/** `<|im_start|>` and similar, also with full-width bars, and single words in angle brackets. */
const SPECIAL_TOKEN =
  /<([|｜][^\s|｜<>]{1,64}[|｜]|\/?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|end_of_text)|<\/?SYS>)>/gi;

const BRACKET_TOKEN = /\[(\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|gMASK))\]/gi;

/** Tags that mark parts of prompts; after a word, it is a type parameter instead. */
const ROLE_TAG =
  /(?<![\w$])<(?=\/?(?:antml:\w{1,32}|system|system-reminder|system_prompt|user|human|assistant|developer|instructions?|prompt|tool|tool_use|tool_results?|tool_calls?|tool_response|function_calls?|function_results?|invoke|think|thinking|judge|grader|evaluator|evaluation|verdict)[\s/>])/gi;

/** A dialogue turn at the start of a line, also in a diff, a quotation or a list. */
const ROLE_LINE =
  /^([-+ \t>*#|]{0,12}(?:Human|HUMAN|Assistant|ASSISTANT|System|SYSTEM|User|USER|Developer|DEVELOPER|Instruction|Response|Judge|Grader)\*{0,2}):/gm;

/** Longer runs are counted, so that many hidden characters do not become a flood of text. */
const LONGEST_SHOWN = 4;
const DELETE = 0x7f;

function showHidden(run: string): string {
  const codes = Array.from(run, (character) => character.codePointAt(0) ?? 0);
  // symbols for control characters are no longer than the characters themselves
  if (codes.every((code) => code < 0x20 || code === DELETE)) return codes.map(showCode).join('');
  if (codes.length > LONGEST_SHOWN) return `⟦${codes.length} hidden characters⟧`;
  return codes.map(showCode).join('');
}

function showCode(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === DELETE) return '␡';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
