import { type AgentSpec, REFERENCE_AGENTS } from '@assay/schema';
import { BY_RULES } from '../../judge/open-judge.ts';

/** The judge of proof runs: proofs test the scorers, so no model is asked. */
export const PROOF_JUDGE = BY_RULES;

const LABEL = 'proof';
const KNOWN: ReadonlySet<string> = new Set(REFERENCE_AGENTS.map(({ id }) => id));

/** Whether a run proves its task: it has the label and is a reference agent under its own name. */
export const provesTask = ({
  label,
  agent: { id, type, cheat, manner },
}: {
  label: string | null;
  agent: Pick<AgentSpec, 'id' | 'type' | 'cheat' | 'manner'>;
}): boolean => label === LABEL && KNOWN.has(id) && id === [type, ...[cheat ?? manner ?? []].flat()].join(':');
