import type { RunSummary } from '@assay/schema/api';
import { formatResult } from '../../shared/result.ts';
import { visibleLine } from '../../shared/visible.ts';

/** A result of the palette: where it leads, and what it is. */
export interface FoundResult {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** What the palette searches. */
export interface Searched {
  readonly runs: readonly Pick<
    RunSummary,
    'run_id' | 'scenario' | 'agent_id' | 'label' | 'model' | 'result' | 'review' | 'status' | 'result_reason'
  >[];
  readonly scenarios: readonly { readonly scenario_id: string; readonly name: string }[];
  readonly agents: readonly string[];
}

// of each kind, so that none hides the others
const MOST = 5;

/** Scenarios, agents, runs and deciding findings that contain every word of a text. */
export function findResults(text: string, { runs, scenarios, agents }: Searched): FoundResult[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (...texts: readonly (string | null | undefined)[]): boolean => {
    const all = texts.join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const named = new Set([...agents, ...runs.map(({ agent_id }) => agent_id)]);
  return [
    ...scenarios
      .filter(({ name }) => has(name))
      .slice(0, MOST)
      .map(({ scenario_id, name }) => ({
        ...{ id: scenario_id, title: visibleLine(name), hint: 'scenario', to: `/scenarios/${scenario_id}` },
      })),
    ...[...named]
      .filter((agent) => has(agent))
      .slice(0, MOST)
      .map((agent_id) => ({
        ...{ id: `agent ${agent_id}`, title: visibleLine(agent_id), hint: 'all runs of this agent' },
        ...{ to: '/runs', search: { agent_id } },
      })),
    ...runs
      .filter(({ run_id, scenario, agent_id, label, model }) => has(run_id, scenario, agent_id, label, model))
      .slice(0, MOST)
      .map((run) => ({
        id: run.run_id,
        title: titleOf(run),
        hint: `run · ${stateOf(run)}`,
        to: `/runs/${run.run_id}`,
      })),
    ...runs
      .filter(({ result, result_reason: reason }) => result !== 'passed' && has(reason?.message, reason?.check))
      .slice(0, MOST)
      .map((run) => ({
        ...{ id: `finding ${run.run_id}`, title: visibleLine(run.result_reason?.message ?? '') },
        ...{ hint: `${stateOf(run)} · ${titleOf(run)}`, to: `/runs/${run.run_id}` },
      })),
  ];
}

const titleOf = ({ scenario, agent_id }: Searched['runs'][number]): string => visibleLine(`${scenario} · ${agent_id}`);

const stateOf = ({ result, review, status }: Searched['runs'][number]): string =>
  result === null ? status : formatResult({ result, review: review ?? 0 });
