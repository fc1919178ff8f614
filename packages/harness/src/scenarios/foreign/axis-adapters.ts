import { type AxisProject, formatFound } from '@assay/schema';

interface AdapterOptions {
  readonly notes: string[];
  refuse(path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }): void;
}

/**
 * Adapters are never loaded, because they would start their agents outside the sandbox. Such an agent needs a
 * command.
 */
export function checkAdapters(project: AxisProject, { notes, refuse }: AdapterOptions): void {
  const agents = project.agents.map((entry, index) => ({
    index,
    ...(typeof entry === 'string' ? { agent: entry, command: undefined } : entry),
  }));
  for (const [name, module] of Object.entries(project.adapters ?? {})) {
    const users = agents.filter(({ agent }) => agent.toLowerCase() === name.toLowerCase());
    const without = users.filter(({ command }) => command === undefined).map(({ index }) => `agents[${index}]`);
    if (users.length === 0) notes.push(`adapters.${name}: not loaded: no agent uses it`);
    else if (without.length === 0)
      notes.push(`adapters.${name}: not loaded; its agents run their \`command\` with the prompt on standard input`);
    else
      refuse(['adapters', name], {
        expected: `a \`command\` in ${without.join(' and ')}, which can run in a sandbox`,
        found: formatFound(module),
        hint:
          'adapters are not loaded, because they start their agents outside the sandbox: ' +
          'set `command` to the program that the adapter starts (it gets the prompt on standard input)',
      });
  }
}

/** Whether the project has an adapter for an agent of this name. */
export const hasAdapter = ({ adapters }: AxisProject, agent: string): boolean =>
  Object.keys(adapters ?? {}).some((name) => name.toLowerCase() === agent.toLowerCase());
