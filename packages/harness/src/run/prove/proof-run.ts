import { type AgentSpec, YARDSTICKS } from '@assay/schema';
import { BY_RULES } from '../../judge/open-judge.ts';

/** Who judges a run that proves a task: what is proven is that the scorers hold, and nobody need be asked for that. */
export const PROOF_JUDGE = BY_RULES;

const LABEL = 'proof';
const KNOWN: ReadonlySet<string> = new Set(YARDSTICKS.map(({ id }) => id));

/** Whether a run that is asked for is one that proves its task: under that label, of a yardstick that is what it is called. */
export const provesTask = ({
  label,
  agent: { id, type, cheat },
}: {
  label: string | null;
  agent: Pick<AgentSpec, 'id' | 'type' | 'cheat'>;
}): boolean => label === LABEL && KNOWN.has(id) && id === (cheat === undefined ? type : `${type}:${cheat}`);
