import type { FolderScenario, StoredScenario } from '@assay/schema/api';
import type { Tone } from '../../../shared/tone.ts';

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
export const SCENARIO_COLUMNS = ['name', 'proof', 'origin', 'scorers'] as const;
export type ScenarioColumn = (typeof SCENARIO_COLUMNS)[number];

export interface ScenarioSort {
  readonly sort: ScenarioColumn;
  readonly order: 'asc' | 'desc';
}

/** Sorts by a column, then by name. */
export function sortScenarios(scenarios: readonly ListedScenario[], { sort, order }: ScenarioSort): ListedScenario[] {
  const sign = order === 'asc' ? 1 : -1;
  return scenarios.toSorted((a, b) => {
    const [one, two] = [readColumn(a, sort), readColumn(b, sort)];
    const first = typeof one === 'number' && typeof two === 'number' ? one - two : compare(String(one), String(two));
    return sign * first || compare(a.name, b.name);
  });
}

const readColumn = (scenario: ListedScenario, sort: ScenarioColumn): string | number =>
  sort === 'proof' ? (scenario.proof?.word ?? '') : scenario[sort];

const compare = (a: string, b: string): number => a.localeCompare(b, 'en');
