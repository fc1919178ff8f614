import type { Interaction, TranscriptEntry } from '@assay/schema';
import { formatJson } from './format.ts';
import { interactionEntries, type RunView } from './run-view.ts';
import { visibleLine } from './visible.ts';

/** An interaction in one line: the tool and its main input. */
export interface Summary {
  readonly title: string;
  readonly text: string;
}

export function summarizeInteraction(view: RunView, interaction: Interaction): Summary {
  const entries = interactionEntries(view, interaction);
  switch (interaction.kind) {
    case 'tool': {
      const input = entries.find(({ type }) => type === 'tool_use')?.input;
      return { title: visibleLine(interaction.tool ?? 'tool'), text: visibleLine(tellingPart(input)) };
    }
    case 'thinking':
      return { title: 'Thinking', text: visibleLine(entries.find(({ text }) => text)?.text ?? '') };
  }
}

/** A message in one line, or the tool and main input of a call that is no interaction. */
export const summarizeEntry = ({ tool, text, input }: TranscriptEntry): string =>
  visibleLine([tool, text ?? tellingPart(input)].filter(Boolean).join(' '));

/** What to say of a step that only one side has. */
export const WITNESSES: Readonly<Record<NonNullable<TranscriptEntry['only_in']>, string>> = {
  agent: 'claimed',
  gateway: 'added by the gateway',
};

// names of the main input of a tool call, most specific first
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'absolute_path',
  'pattern',
  'query',
  'url',
  'path',
  'description',
  'prompt',
];

function tellingPart(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return input === undefined ? '' : String(input);
  for (const name of TELLING) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'string') return value;
    if (Array.isArray(value) && value.length > 0) return value.join(' ');
  }
  return Object.keys(input).length === 0 ? '' : formatJson(input);
}
