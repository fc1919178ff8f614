import type { Step } from '../heuristic/context.ts';
import { neutralize } from '../judging/text/neutralize.ts';
import { redactText } from '../secrets/redact.ts';

const LONGEST = 60;
// far beyond what is shown, so that redaction sees each secret whole
const READ = 10_000;

/** An agent's call in quotes on one line: short, and without secrets, control characters or inner quotes. */
export function quoteCall({ call, interaction: { kind, tool } }: Step): string {
  if (kind === 'thinking') return 'thinking';
  return quote(call?.command ?? [tool ?? '', ...(call?.targets.slice(0, 1) ?? [])].join(' '));
}

/** Up to three distinct calls by name, and how many more there are. */
export function quoteCalls(steps: readonly Step[]): string {
  const names = [...new Set(steps.map(quoteCall))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

const NAMED = 3;

const quote = (text: string): string => `\`${shorten(text, LONGEST).replaceAll('`', "'")}\``;

/** Shortens text from a run to one line that is safe to show. */
export function shorten(text: string, most: number): string {
  const plain = neutralize(
    text
      .slice(0, READ)
      .replace(/[\s\0]+/g, ' ')
      .trim(),
  );
  const [...characters] = redactText(plain).text.toWellFormed();
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}
