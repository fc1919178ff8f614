import { type AgentSpec, type Config, listValidationIssues, type Scenario } from '@assay/schema';
import { at } from '@assay/schema/json';
import type { ConfigErrors } from './documents/config-errors.ts';
import type { Document } from './documents/read-document.ts';
import type { LoadedScenario } from './project.ts';

/** Shared state of loading a project. */
export interface Loading {
  readonly folder: string;
  readonly mistakes: ConfigErrors;
  readonly notes: string[];
  /** Known agent types; not checked if undefined. */
  readonly agentTypes: readonly string[] | undefined;
  /** Known ACP agents; not checked if undefined. */
  readonly acpAgents: readonly string[] | undefined;
  /** Whether to refuse files that would be executed. */
  readonly data_only: boolean;
}

/** A scenario as read from its file; undefined if the file has errors. */
export interface Draft extends Omit<LoadedScenario, 'scenario'> {
  readonly scenario: Scenario | undefined;
  readonly document: Document;
}

/** A configuration of any supported tool; scenarios are read on demand. */
export interface Source {
  readonly config: Config;
  readonly agents: readonly AgentSpec[];
  readonly config_file: string | null;
  /** The position of a field of the configuration, if known. */
  readonly locate?: Document['locate'];
  /** Every scenario in the configuration. */
  listDrafts(): Promise<readonly Draft[]>;
  /** The scenarios of one file or folder. */
  readDrafts(path: string): Promise<readonly Draft[]>;
}

/** Adds all schema errors of a document; returns whether there were none. */
export function checkDocument(
  document: Document,
  { schema, mistakes }: { schema: Parameters<typeof listValidationIssues>[0]; mistakes: ConfigErrors },
): boolean {
  const faults = listValidationIssues(schema, document.value);
  for (const { hint, ...fault } of faults) {
    const meant = hint === undefined ? {} : { hint: `did you mean ${hint}?` };
    mistakes.add(document.file, { ...fault, ...meant, position: document.locate(fault.path) });
  }
  return faults.length === 0;
}

interface Fields {
  readonly shape: Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>>;
}

/** The valid fields of a value, so that what they name can be checked although others are invalid. */
export function keepValid(value: unknown, { shape }: Fields): Record<string, unknown> {
  const entries = Object.entries(shape).map(([name, field]) => [name, at(value, name), field] as const);
  return Object.fromEntries(
    entries
      .filter(([, given, field]) => given !== undefined && field.safeParse(given).success)
      .map(([name, given]) => [name, given]),
  );
}
