import type { Read } from '../text/question.ts';
import { readJsonReply } from './read-json-reply.ts';

const SIGNALS = ['success', 'weight', 'relevance', 'necessity'] as const;

/** What a judge said of one interaction, each 0–1. */
export type InteractionMarks = Readonly<Record<(typeof SIGNALS)[number], number>>;

/** What one reply said, by the ids of the run. Nothing is filled in for what it did not say. */
export interface InteractionOpinion {
  readonly marks: ReadonlyMap<string, InteractionMarks>;
  /** Asked about, and not in the reply. */
  readonly missing: readonly string[];
  /** In the reply with a value that is none from 0 to 1, or twice with different ones. */
  readonly invalid: readonly string[];
  /** How many things the reply has that nobody asked about. */
  readonly unasked: number;
}

const number = { type: 'number' };

/** The shape of a reply, in the words that strict modes of all services understand; the bounds are ours to enforce. */
export const INTERACTION_REPLY_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    interactions: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, success: number, weight: number, relevance: number, necessity: number },
        required: ['id', ...SIGNALS],
        additionalProperties: false,
      },
    },
  },
  required: ['interactions'],
  additionalProperties: false,
};

/** Reads a reply to a question; `ids` has the id in the run for every label the question used. */
export function readInteractionReply(
  text: string,
  { ids }: { readonly ids: ReadonlyMap<string, string> },
): Read<InteractionOpinion> {
  const read = readJsonReply(text);
  if (!read.ok) return read;
  const rows = isRecord(read.value) ? read.value['interactions'] : undefined;
  if (!Array.isArray(rows)) return unusable('expected an object with a list `interactions`');

  const said = new Map<string, InteractionMarks | null>();
  let unasked = 0;
  for (const row of rows) {
    const id = isRecord(row) && typeof row['id'] === 'string' ? ids.get(row['id']) : undefined;
    if (id === undefined) unasked++;
    else said.set(id, agreed(said.get(id), readMarks(row)));
  }
  if (said.size === 0) return unusable(`expected ${ids.size} interactions by their ids, found none of them`);
  const marks = new Map([...said].filter((entry): entry is [string, InteractionMarks] => entry[1] !== null));
  return {
    ok: true,
    value: {
      marks,
      missing: [...ids.values()].filter((id) => !said.has(id)),
      invalid: [...said.keys()].filter((id) => !marks.has(id)),
      unasked,
    },
  };
}

function readMarks(row: Readonly<Record<string, unknown>>): InteractionMarks | null {
  const values = SIGNALS.map((signal) => [signal, row[signal]] as const);
  return values.every(([, value]) => isRatio(value)) ? (Object.fromEntries(values) as InteractionMarks) : null;
}

// of two that differ neither counts: there is no telling which was meant
function agreed(earlier: InteractionMarks | null | undefined, now: InteractionMarks | null): InteractionMarks | null {
  if (earlier === undefined || now === null) return now;
  return earlier !== null && SIGNALS.every((signal) => earlier[signal] === now[signal]) ? now : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRatio = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const unusable = (detail: string): Read<InteractionOpinion> => ({ ok: false, obstacle: 'unparseable', detail });
