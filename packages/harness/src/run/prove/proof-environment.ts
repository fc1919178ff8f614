import { realpath, stat } from 'node:fs/promises';
import type { ProofEnvironment, Scenario } from '@assay/schema';
import { listCommands } from '../../agents/workspace/list-commands.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import type { RunContext } from '../plan/run-request.ts';

/** What a proof depends on besides its task: where its commands ran and which programs they found. */
export async function describeEnvironment(
  scenario: Scenario,
  { sandbox, readable, host }: Pick<RunContext, 'sandbox' | 'readable' | 'host'>,
): Promise<ProofEnvironment> {
  // the programs of a task with an environment are those of its image
  if (scenario.environment !== undefined) return { sandbox: 'docker', readable: readable.toSorted(), programs: {} };
  const path = host.environment['PATH'] ?? '';
  const programs: Record<string, string> = {};
  for (const name of listWords([...listCommands(scenario), scenario.setup ?? ''])) {
    const found = await findProgram(name, path);
    if (found !== undefined) programs[name] = await describeProgram(await realpath(found.path));
  }
  return { sandbox: sandbox.id, readable: readable.toSorted(), programs };
}

// every word that could be the name of a program
const listWords = (commands: readonly string[]): string[] =>
  [
    ...new Set(commands.flatMap((command) => command.match(/(?<![\w./$-])[A-Za-z_][\w.+-]*(?![\w./=-])/g) ?? [])),
  ].sort();

// a new version of a program is another file
async function describeProgram(file: string): Promise<string> {
  const { size, mtime } = await stat(file);
  return `${file}, ${size} bytes of ${mtime.toISOString()}`;
}
