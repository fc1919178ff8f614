import type { AxisInput, Interaction, InteractionJudgment } from '@assay/schema';

/** AXIS input of a run: its interactions, each with the judge's signals, and the judge's necessity rating. */
export function judgedInteractions(
  interactions: readonly Interaction[],
  judgment: Pick<InteractionJudgment, 'signals' | 'necessity'> | null,
): Pick<AxisInput, 'interactions' | 'necessity'> {
  const necessity = judgment?.necessity ?? null;
  return {
    interactions: interactions.map((interaction) => ({
      ...interaction,
      signals: judgment?.signals[interaction.id] ?? null,
    })),
    necessity: necessity === null ? null : { agent: necessity },
  };
}
