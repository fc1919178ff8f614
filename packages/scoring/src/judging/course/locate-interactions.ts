import { entryId, type Interaction, type TranscriptEntry } from '@assay/schema';

/** An interaction with its entries, and the label by which a judge refers to it. */
export interface LocatedInteraction {
  /** `i` and its position, so that no id from a transcript appears in a question. */
  readonly label: string;
  readonly interaction: Interaction;
  readonly entries: readonly TranscriptEntry[];
}

/** Finds the entries of every interaction. Entries that share an id are each used once, in order. */
export function locateInteractions(
  interactions: readonly Interaction[],
  entries: readonly TranscriptEntry[],
): LocatedInteraction[] {
  const waiting = new Map<string, number[]>();
  // from the end, so that `pop` takes the first
  for (let index = entries.length - 1; index >= 0; index--) {
    const id = entryId(entries[index], index);
    const others = waiting.get(id);
    if (others === undefined) waiting.set(id, [index]);
    else others.push(index);
  }
  return interactions.map((interaction, place) => ({
    label: `i${place + 1}`,
    interaction,
    entries: interaction.entry_ids.flatMap((id) => {
      const index = waiting.get(id)?.pop();
      return index === undefined ? [] : [entries[index] as TranscriptEntry];
    }),
  }));
}
