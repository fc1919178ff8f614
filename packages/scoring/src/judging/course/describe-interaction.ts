import { toolKind } from '../../interactions/tools.ts';
import { type Clean, excerpt } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';
import { describeLine } from './interaction-index.ts';
import type { LocatedInteraction } from './locate-interactions.ts';

const LONGEST_INPUT = 2000;
const LONGEST_RESULT = 3000;
const LONGEST_THOUGHT = 4000;

/** One interaction in full: a heading of facts, then the call and its result, each in a separate fence. */
export function describeInteraction(located: LocatedInteraction, clean: Clean): string {
  const { label, interaction, entries } = located;
  const heading = `## ${describeLine(located)}`;
  if (interaction.kind === 'thinking') {
    const thought = entries.map(({ text }) => text ?? '').join('\n\n');
    return [heading, quote(`thought ${label}`, thought, { max_chars: LONGEST_THOUGHT, clean })].join('\n');
  }
  const use = entries.find(({ type }) => type === 'tool_use');
  const result = entries.find(({ type }) => type === 'tool_result');
  // native tool names reveal the agent; the heading states the purpose of known tools instead
  const name = toolKind(use?.tool ?? '') === 'other' ? `${use?.tool ?? ''} ` : '';
  const input = `${name}${describeInput(use?.input)}`;
  return [
    heading,
    quote(`call ${label}`, input, { max_chars: LONGEST_INPUT, clean }),
    ...(result?.exit_code == null ? [] : [`Exit code ${result.exit_code}.`]),
    result === undefined
      ? 'No result was recorded.'
      : quote(`result ${label}`, result.text ?? '', { max_chars: LONGEST_RESULT, clean }),
  ].join('\n');
}

// the note on truncation is outside the fence, where the run cannot write it
function quote(name: string, text: string, options: { readonly max_chars: number; readonly clean: Clean }): string {
  if (text.trim() === '') return `The ${name} is empty.`;
  const shown = excerpt(text, options);
  const note = shown.whole ? '' : `The ${name} was cut; it has ${text.length} characters.\n`;
  return `${note}${fence(name, shown.text)}`;
}

function describeInput(input: unknown): string {
  if (typeof input === 'string') return input;
  try {
    return JSON.stringify(input) ?? '';
  } catch {
    // too deep for the stack: built to break readers, and unreadable anyway
    return '[an input that is nested too deep to be shown]';
  }
}
