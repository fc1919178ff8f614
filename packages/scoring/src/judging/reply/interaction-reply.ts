import type { ReadReply } from '../text/question.ts';
import { readJsonReply } from './read-json-reply.ts';

const SIGNALS = ['success', 'weight', 'relevance', 'necessity'] as const;

/** A judge's marks for one interaction, each 0–1. */
export type InteractionMarks = Readonly<Record<(typeof SIGNALS)[number], number>>;

/** The content of one reply, by the ids of the run. Missing values are not filled in. */
export interface InteractionOpinion {
  readonly marks: ReadonlyMap<string, InteractionMarks>;
  /** Asked about, but missing from the reply. */
  readonly missing: readonly string[];
  /** In the reply with a value outside 0 to 1, or twice with different values. */
  readonly invalid: readonly string[];
  /** Number of rows in the reply that were not asked for. */
  readonly unasked: number;
}

const number = { type: 'number' };

/** The reply format, limited to what strict modes of all services support; bounds are checked when reading. */
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

/** Reads a reply; `ids` maps every label in the question to the id in the run. */
export function readInteractionReply(
  text: string,
  { ids }: { readonly ids: ReadonlyMap<string, string> },
): ReadReply<InteractionOpinion> {
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

// if two differ, neither counts: it is unknown which was meant
function agreed(earlier: InteractionMarks | null | undefined, now: InteractionMarks | null): InteractionMarks | null {
  if (earlier === undefined || now === null) return now;
  return earlier !== null && SIGNALS.every((signal) => earlier[signal] === now[signal]) ? now : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRatio = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const unusable = (detail: string): ReadReply<InteractionOpinion> => ({ ok: false, obstacle: 'unparseable', detail });
