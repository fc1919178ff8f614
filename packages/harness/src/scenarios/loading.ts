import { type AgentSpec, type Config, listFaults, type Scenario } from '@assay/schema';
import { at } from '@assay/schema/json';
import type { Mistakes } from './documents/mistakes.ts';
import type { Document } from './documents/read-document.ts';
import type { LoadedScenario } from './project.ts';

/** What every part of loading a project shares. */
export interface Loading {
  readonly folder: string;
  readonly mistakes: Mistakes;
  readonly notes: string[];
  /** The types of agent there are; not checked when unknown. */
  readonly agentTypes: readonly string[] | undefined;
  /** The agents there are launch lines for; not checked when unknown. */
  readonly acpAgents: readonly string[] | undefined;
}

/** A scenario as far as its own file tells; undefined where the file has mistakes. */
export interface Draft extends Omit<LoadedScenario, 'scenario'> {
  readonly scenario: Scenario | undefined;
  readonly document: Document;
}

/** Some tool's configuration, understood; scenarios are read when asked for. */
export interface Source {
  readonly config: Config;
  readonly agents: readonly AgentSpec[];
  readonly config_file: string | null;
  /** Every scenario the configuration names. */
  listDrafts(): Promise<readonly Draft[]>;
  /** The scenarios of one file or folder. */
  readDrafts(path: string): Promise<readonly Draft[]>;
}

/** Puts everything a schema finds wrong with a document among the mistakes; true when there was nothing. */
export function checkDocument(
  document: Document,
  { schema, mistakes }: { schema: Parameters<typeof listFaults>[0]; mistakes: Mistakes },
): boolean {
  const faults = listFaults(schema, document.value);
  for (const { hint, ...fault } of faults) {
    const meant = hint === undefined ? {} : { hint: `did you mean ${hint}?` };
    mistakes.add(document.file, { ...fault, ...meant, position: document.locate(fault.path) });
  }
  return faults.length === 0;
}

interface Fields {
  readonly shape: Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>>;
}

/** The fields of a value that are as they should be, so that what they name can be checked although others are not. */
export function keepValid(value: unknown, { shape }: Fields): Record<string, unknown> {
  const entries = Object.entries(shape).map(([name, field]) => [name, at(value, name), field] as const);
  return Object.fromEntries(
    entries
      .filter(([, given, field]) => given !== undefined && field.safeParse(given).success)
      .map(([name, given]) => [name, given]),
  );
}
