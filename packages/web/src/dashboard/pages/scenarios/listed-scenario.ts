import type { FolderScenario, StoredScenario } from '@assay/schema/api';
import type { Tone } from '../../../shared/tone.ts';
import { sortRows } from '../../parts/sorting/sort-rows.ts';
import type { Sorted } from '../../parts/sorting/use-sort.ts';

/** A scenario in a list, wherever it is stored. */
export interface ListedScenario {
  readonly key: string;
  readonly name: string;
  readonly user_instruction: string;
  readonly scorers: number;
  readonly origin: string;
  /** Null for a scenario on the server: its proofs belong to its tasks. */
  readonly proof: { readonly word: string; readonly tone: Tone; readonly remark: string | null } | null;
  /** The id of a scenario on the server; null for one in the served folder. */
  readonly scenario_id: string | null;
  readonly edited_at: string | null;
}

export const listStored = ({ scenario_id, scenario, updated_at }: StoredScenario): ListedScenario => ({
  key: scenario_id,
  name: scenario.name,
  user_instruction: scenario.user_instruction,
  scorers: scenario.scorers.length,
  origin: 'server',
  proof: null,
  scenario_id,
  edited_at: updated_at,
});

const ORIGINS: Readonly<Record<FolderScenario['origin'], string>> = {
  written: 'folder',
  mined: 'folder, mined',
  imported: 'folder, imported',
};

export const listInFolder = (scenario: FolderScenario): ListedScenario => ({
  key: `${scenario.file} ${scenario.name}`,
  name: scenario.name,
  user_instruction: scenario.user_instruction,
  scorers: scenario.scorers,
  origin: ORIGINS[scenario.origin],
  proof: describeFolderProof(scenario),
  scenario_id: null,
  edited_at: null,
});

function describeFolderProof({ proof, origin }: FolderScenario): NonNullable<ListedScenario['proof']> {
  // mining keeps a commit only if its task is proven
  if (proof === null && origin === 'mined') return { word: 'proven', tone: 'good', remark: 'when it was mined' };
  if (proof === null) return { word: 'not proven yet', tone: 'muted', remark: null };
  if (proof.is_outdated) return { word: 'changed', tone: 'warn', remark: 'since its proof' };
  return proof.proven
    ? { word: 'proven', tone: 'good', remark: null }
    : { word: 'not proven', tone: 'bad', remark: proof.reason };
}

/** The columns that sort the list. */
export const SCENARIO_COLUMNS = ['name', 'proof', 'origin', 'scorers', 'edited_at'] as const;
export type ScenarioColumn = (typeof SCENARIO_COLUMNS)[number];

type ScenarioSort = Sorted<ScenarioColumn>;

/** The order of the list at first. */
export const BY_NAME: ScenarioSort = { sort: 'name', order: 'asc' };

/** Sorts by a column, then by name. */
export const sortScenarios = (scenarios: readonly ListedScenario[], { sort, order }: ScenarioSort): ListedScenario[] =>
  sortRows(sortRows(scenarios, { read: ({ name }) => name, order: 'asc' }), {
    read: (scenario) => (sort === 'proof' ? (scenario.proof?.word ?? null) : scenario[sort]),
    order,
  });
