import type { Step } from '../heuristic/context.ts';
import { neutralise } from '../judging/text/neutralise.ts';
import { redactText } from '../secrets/redact.ts';

const LONGEST = 60;
// what is cut off is not seen, and a secret is not cut in two where it would be
const READ = 10_000;

/** What an agent called, in quotes on one line: short, and without secrets, controls or quotes of its own. */
export function quoteCall({ call, interaction: { kind, tool } }: Step): string {
  if (kind === 'thinking') return 'thinking';
  return quote(call?.command ?? [tool ?? '', ...(call?.targets.slice(0, 1) ?? [])].join(' '));
}

/** Up to three calls by name, each once, and how many more there are. */
export function quoteCalls(steps: readonly Step[]): string {
  const names = [...new Set(steps.map(quoteCall))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

const NAMED = 3;

const quote = (text: string): string => `\`${shorten(text, LONGEST).replaceAll('`', "'")}\``;

/** Text from a run on one line, fit to be shown. */
export function shorten(text: string, most: number): string {
  const plain = neutralise(
    text
      .slice(0, READ)
      .replace(/[\s\0]+/g, ' ')
      .trim(),
  );
  const [...characters] = redactText(plain).text.toWellFormed();
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
