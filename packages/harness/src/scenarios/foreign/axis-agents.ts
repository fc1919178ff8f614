import { AgentSpec, type AxisAgent, type AxisProject, findNearest } from '@assay/schema';
import type { Loading } from '../loading.ts';
import { toExpression } from './axis-actions.ts';
import { hasAdapter } from './axis-adapters.ts';
import { convertAgent } from './foreign-agent.ts';

/** An agent of an AXIS project and its scenarios. */
export interface AxisProjectAgent {
  readonly spec: AgentSpec;
  /** The name that scenarios use for it. */
  readonly name: string;
  /** Patterns of scenario keys; undefined for all. */
  readonly scenarios: readonly string[] | undefined;
}

interface AgentsOptions {
  readonly loading: Loading;
  refuse(path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }): void;
}

/** Converts the agents of an AXIS project. */
export function convertAgents(project: AxisProject, { loading, refuse }: AgentsOptions): readonly AxisProjectAgent[] {
  const ids = new Set<string>();
  return project.agents.map((entry, index) => {
    const agent: AxisAgent = typeof entry === 'string' ? { agent: entry } : entry;
    const name = agent.agent.toLowerCase();
    const plain = agent.command === undefined ? convertAgent(name, loading) : undefined;
    const known = loading.acpAgents;
    // agents with an adapter are checked with the adapter
    const own = hasAdapter(project, name);
    if (!own && plain?.agent !== undefined && known !== undefined && !known.includes(plain.agent)) {
      const meant = findNearest(name, [...known, ...(loading.agentTypes ?? [])]);
      const hint = meant === undefined ? {} : { hint: `did you mean ${meant}?` };
      const expected = `a known agent (${[...(loading.agentTypes ?? []), ...known].join(', ')}) or a command`;
      refuse(['agents', index], { expected, found: JSON.stringify(agent.agent), ...hint });
    }
    const id = uniqueId(agent.model === undefined ? name : `${name}|${agent.model}`, ids);
    const spec = AgentSpec.parse({
      ...(plain ?? { type: 'command', command: agent.command }),
      id,
      ...(agent.model === undefined ? {} : { model: agent.model }),
      flags: convertFlags(agent.flags ?? {}),
      env: project.env ?? [],
      skills: agent.skills ?? [],
    });
    return { spec, name, scenarios: agent.scenarios };
  });
}

/** The IDs of the agents that run a scenario; null for all. */
export function selectAgents(
  contenders: readonly AxisProjectAgent[],
  { key, agents }: { key: string; agents: readonly string[] | undefined },
): readonly string[] | null {
  const wanted = agents?.map((name) => name.toLowerCase());
  const selected = contenders.filter(
    ({ spec, name, scenarios }) =>
      (wanted === undefined || wanted.includes(name) || wanted.includes(spec.id.toLowerCase())) &&
      (scenarios === undefined || scenarios.some((pattern) => matchesKey(key, pattern))),
  );
  return selected.length === contenders.length ? null : selected.map(({ spec }) => spec.id);
}

/** Whether a pattern matches a key. The key of a template matches all its variants. */
function matchesKey(key: string, pattern: string): boolean {
  const template = key.split('@', 1)[0] as string;
  const expression = new RegExp(`^${pattern === '*' ? '.*' : toExpression(pattern)}$`);
  return [key, template].some((candidate) => candidate === pattern || expression.test(candidate));
}

const convertFlags = (flags: Readonly<Record<string, string | boolean>>): readonly string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, value];
  });

function uniqueId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let place = 2; taken.has(id); place++) id = `${wanted}#${place}`;
  taken.add(id);
  return id;
}
