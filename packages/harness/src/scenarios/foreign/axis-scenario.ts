import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { AxisJudge, AxisLimits, AxisMcpServer, AxisProject, AxisScenario, AxisVariant } from '@assay/schema';
import type { Document } from '../documents/read-document.ts';
import type { Draft, Loading } from '../loading.ts';
import { convertActions } from './axis-actions.ts';
import { type AxisProjectAgent, selectAgents } from './axis-agents.ts';
import { checkConverted } from './converted.ts';

/** What a scenario of an AXIS project takes from the project. */
export interface AxisContext {
  readonly project: AxisProject;
  readonly contenders: readonly AxisProjectAgent[];
  /** The configuration folder, which is the base of all AXIS paths. */
  readonly base: string;
  readonly loading: Loading;
}

interface AxisSource {
  readonly key: string;
  readonly document: Document;
  /** The path of the scenario in the document: empty for its own file, or a place in the configuration. */
  readonly at: readonly (string | number)[];
}

/** Converts an AXIS scenario to one scenario, or one per variant. */
export async function convertScenario(
  scenario: AxisScenario,
  { source, surroundings }: { source: AxisSource; surroundings: AxisContext },
): Promise<readonly Draft[]> {
  const variants: readonly (AxisVariant | undefined)[] = scenario.variants?.length ? scenario.variants : [undefined];
  const drafts: Draft[] = [];
  for (const [index, variant] of variants.entries()) {
    const at = variant === undefined ? source.at : [...source.at, 'variants', index];
    const { name, ...given } = withoutAbsent(variant ?? {});
    const key = name === undefined ? source.key : `${source.key}@${name}`;
    if (given.skip ?? scenario.skip) {
      surroundings.loading.notes.push(`${key}: skipped, as configured`);
      continue;
    }
    // servers are merged with those of the template; everything else is replaced
    const merged: AxisScenario = {
      ...scenario,
      ...given,
      prompt: given.prompt ?? scenario.prompt,
      mcp_servers: { ...scenario.mcp_servers, ...given.mcp_servers },
      judge: given.judge ?? given.rubric ?? scenario.judge ?? scenario.rubric ?? [],
    };
    const title = name === undefined ? scenario.name : `${scenario.name} [${name}]`;
    drafts.push(await convertOne(merged, { source: { ...source, key, at }, surroundings, title, own: given }));
  }
  return drafts;
}

// a module may set a field to undefined
const withoutAbsent = (variant: Partial<AxisVariant>): Partial<AxisVariant> =>
  Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined));

interface One {
  readonly source: AxisSource;
  readonly surroundings: AxisContext;
  readonly title: string;
  /** The fields that the variant sets. */
  readonly own: Partial<AxisVariant>;
}

async function convertOne(scenario: AxisScenario, { source, surroundings, title, own }: One): Promise<Draft> {
  const { project, contenders, base, loading } = surroundings;
  const { key, document, at } = source;
  const template = at.includes('variants') ? at.slice(0, -2) : at;
  const place = (field: string): readonly (string | number)[] => [...(field in own ? at : template), field];
  const refuse = (path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }) =>
    loading.mistakes.add(document.file, { path, ...fault, position: document.locate(path) });

  const convert = (phase: 'setup' | 'teardown') =>
    convertActions(scenario[phase] ?? [], {
      phase,
      key,
      base,
      refuse: (index, fault) => refuse([...place(phase), index], fault),
    });
  const setup = await convert('setup');
  const teardown = await convert('teardown');
  const servers = { ...project.mcp_servers, ...scenario.mcp_servers };
  for (const name of listReferences(servers)) {
    const note = `mcp_servers: ${name} is passed unchanged, for the agent to expand`;
    if (!loading.notes.includes(note)) loading.notes.push(note);
  }
  const skills = [...new Set([...(project.skills ?? []), ...(scenario.skills ?? [])])];
  const remote = skills.filter((skill) => isRemote(skill, base));
  for (const skill of remote) {
    const shared = project.skills?.includes(skill);
    const path = shared ? ['skills'] : place('skills');
    // skills of the project are reported once, with the project
    if (!shared) refuse(path, remoteSkill(skill));
  }
  const value = {
    name: key,
    user_instruction: scenario.prompt,
    workspace_seed: setup.seed,
    ...(setup.script === undefined ? {} : { setup: setup.script }),
    ...(teardown.script === undefined ? {} : { teardown: teardown.script }),
    mcp_servers: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, convertServer(server)])),
    skills: skills.filter((skill) => !remote.includes(skill)),
    capture: [...new Set([...(project.artifacts ?? []), ...(scenario.artifacts ?? [])])],
    rubric: convertJudge(scenario.judge ?? []),
    limits: convertLimits(scenario.limits ?? project.settings?.limits?.scenario ?? {}),
  };
  const rename = ([field, ...rest]: readonly PropertyKey[]) => [...place(NAMES.get(field) ?? String(field)), ...rest];
  const converted = await checkConverted(value, { document, base, loading, rename });
  const agents = selectAgents(contenders, { key, agents: scenario.agents });
  if (agents?.length === 0) loading.notes.push(`${key}: no configured agent runs it`);
  return { scenario: converted, document, file: document.file, base, id: key, title, agents };
}

const NAMES: ReadonlyMap<PropertyKey | undefined, string> = new Map([
  ['user_instruction', 'prompt'],
  ['rubric', 'judge'],
  ['capture', 'artifacts'],
]);

function convertServer(server: AxisMcpServer): unknown {
  const { type: _, ...rest } = server;
  return rest;
}

const DEFAULT_MINUTES = 15;

const convertLimits = ({ time_minutes, tokens }: AxisLimits): unknown => ({
  wall_s: (time_minutes ?? DEFAULT_MINUTES) * 60,
  ...(tokens === undefined ? {} : { tokens }),
});

// AXIS distributes the rest of 1 over missing weights, then divides by the sum
function convertJudge(judge: AxisJudge): readonly { check: string; weight?: number }[] {
  if (typeof judge === 'string') return [{ check: judge }];
  const given = judge.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  const open = judge.filter(({ weight }) => weight === undefined).length;
  const complete = open > 0 ? given <= 1 : Math.abs(given - 1) <= 0.001;
  return judge.map(({ check, weight }) => {
    if (complete) return weight === undefined ? { check } : { check, weight };
    return { check, weight: given === 0 ? 1 / judge.length : (weight ?? 0) / given };
  });
}

function listReferences(servers: Readonly<Record<string, AxisMcpServer>>): readonly string[] {
  const texts = JSON.stringify(servers);
  return [...new Set([...texts.matchAll(/\$\{\w+\}/g)].map(([reference]) => reference))];
}

/** Whether a skill would have to be fetched. */
export const isRemote = (skill: string, base: string): boolean =>
  /^\w+:\/\/|^git@/.test(skill) ||
  (/^[\w.-]+\/[\w.-]+$/.test(skill) && !/^\./.test(skill) && !existsSync(resolve(base, skill)));

export const remoteSkill = (skill: string) => ({
  expected: 'the path of a local skill',
  found: JSON.stringify(skill),
  hint: 'configurations are not fetched: clone it and use its path',
});

/** The key of a scenario file: its relative path without the extension. */
export const scenarioKey = (file: string, root: string): string =>
  relative(root, file)
    .replace(/\.(json|[cm]?[jt]s)$/, '')
    .replaceAll('\\', '/');
