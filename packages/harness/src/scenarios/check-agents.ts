import { resolve } from 'node:path';
import { AgentSpec, findNearest, formatFound } from '@assay/schema';
import { at, list, text } from '@assay/schema/json';
import { kindAt } from './documents/find-files.ts';
import type { Document } from './documents/read-document.ts';
import type { Loading } from './loading.ts';

// required fields by type; `acp` needs either of its two
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['command', ['command']],
  ['replay', ['run']],
  ['acp', ['agent', 'command']],
]);

/** Checks the agents of a configuration for what a schema cannot express. */
export async function checkAgents(
  document: Document,
  { base, loading }: { base: string; loading: Loading },
): Promise<void> {
  const { mistakes, agentTypes, acpAgents } = loading;
  const seen = new Set<string>();
  const add = (path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }) =>
    mistakes.add(document.file, { path, ...fault, position: document.locate(path) });
  const checkKnown = (path: readonly (string | number)[], known: readonly string[] | undefined) => {
    const given = text(at(document.value, ...path));
    if (given === undefined || known === undefined || known.includes(given)) return;
    const nearest = findNearest(given, known);
    const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
    add(path, { expected: `one of ${known.join(', ')}`, found: formatFound(given), ...hint });
  };
  for (const [index, agent] of list(at(document.value, 'agents')).entries()) {
    const short = text(agent);
    const typePath = short === undefined ? ['agents', index, 'type'] : ['agents', index];
    const type = text(at(document.value, ...typePath));
    checkKnown(typePath, agentTypes);
    checkKnown(['agents', index, 'agent'], acpAgents);
    const id = short ?? text(at(agent, 'id'))?.normalize('NFC');
    if (id !== undefined && seen.has(id)) {
      const path = short === undefined ? ['agents', index, 'id'] : ['agents', index];
      add(path, { expected: 'a unique id', found: `${formatFound(id)} again` });
    }
    if (id !== undefined) seen.add(id);
    const needed = NEEDED.get(type ?? '');
    if (needed?.every((field) => at(agent, field) === undefined)) {
      add(['agents', index], { expected: `${needed.join(' or ')} for the type ${type}`, found: 'none' });
    }
    const paths = list(at(agent, 'skills')).map((skill, place) => [skill, ['agents', index, 'skills', place]] as const);
    for (const [given, path] of [...paths, [at(agent, 'run'), ['agents', index, 'run']] as const]) {
      const named = text(given);
      if (named === undefined || (await kindAt(resolve(base, named))) !== 'nothing') continue;
      add(path, { expected: `a file or folder at ${formatFound(named)}`, found: 'nothing there' });
    }
  }
}

/** Completes agents: expands short forms and makes paths absolute. */
export const completeAgents = (agents: readonly (string | AgentSpec)[], base: string): readonly AgentSpec[] =>
  agents.map((agent) => {
    const spec = typeof agent === 'string' ? AgentSpec.parse({ id: agent, type: agent }) : agent;
    const run = spec.run === undefined ? {} : { run: resolve(base, spec.run) };
    return { ...spec, ...run, skills: spec.skills.map((skill) => resolve(base, skill)) };
  });
