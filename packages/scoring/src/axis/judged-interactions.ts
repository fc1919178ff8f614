import type { AxisInput, Interaction, InteractionJudgment } from '@assay/schema';

/** What the AXIS formula reads of a run: its interactions with what the judge said of each, and of them all. */
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
