import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Product functions whose result depends on how often they were called. */
export const callCounter = defineDetector({
  kind: 'call_counter',
  find: (file) => (file.is_test ? [] : findCounters(file)),
});

const LANGUAGES = new Set(['python', 'javascript', 'ruby', 'go', 'php']);
const COUNTER = /^(?:export\s+)?(?:let\s+|var\s+|\$)?(\$?\w+)(?:\s*:\s*(?:int|number))?(?:\s+int)?\s*:?=\s*0\s*;?\s*$/;
// number of lines below the counter in which the decision may be
const REACH = 6;
// not an empty return or a boolean, which guards use: a counter that guards is legitimate
const ANSWER = String.raw`return\s+(?:["'\x60[{(]|-?\d)`;
const MOST_COUNTERS = 100;

function findCounters({ language, code_lines }: SourceFile): Construct[] {
  if (!LANGUAGES.has(language.id)) return [];
  const names = new Set(code_lines.flatMap((line) => COUNTER.exec(line)?.[1] ?? []));
  const found: Construct[] = [];
  for (const name of [...names].slice(0, MOST_COUNTERS)) {
    const word = name.replace(/\$/g, '\\$');
    const counts = new RegExp(
      String.raw`^\s+(?:${word}\s*(?:\+=\s*1|\+\+)|\+\+${word}|${word}\s*=\s*${word}\s*\+\s*1)\s*;?\s*$`,
    );
    const decides = new RegExp(
      String.raw`\bif\s*\(?\s*${word}\s*(?:%\s*\d+\s*)?(?:===?|<=?|>=?)\s*\d+\s*\)?\s*[:{]?\s*(?:\n\s*)?${ANSWER}|${ANSWER.replace('return\\s+', `return\\s+\\(?\\s*${word}\\s*(?:===?|<=?|>=?)\\s*\\d+\\s*\\)?\\s*\\?\\s*`)}`,
    );
    code_lines.forEach((line, index) => {
      if (!counts.test(line)) return;
      const below = code_lines.slice(index + 1, index + 1 + REACH).join('\n');
      if (decides.test(below))
        found.push({
          line: index + 1,
          message: `The result depends on how often this was called (${name}); compute it from the input.`,
        });
    });
  }
  return found;
}
