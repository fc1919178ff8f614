import { dirname, relative, resolve } from 'node:path';
import { hasPatterns, lintPatterns } from '@assay/detect';
import { findNearest, formatFound, isCustomScorer, ScorerType } from '@assay/schema';
import { openAssayConfig } from './assay-config.ts';
import { createConfigErrors } from './documents/config-errors.ts';
import { type FoundConfig, findConfig, kindAt, kindOfConfig } from './documents/find-files.ts';
import { openAxisConfig } from './foreign/axis-config.ts';
import { openSkillCiTasks } from './foreign/skillci-task.ts';
import { listSeed } from './list-seed.ts';
import type { Draft, Loading, Source } from './loading.ts';
import { type CustomScorers, openScorers } from './open-scorers.ts';
import type { LoadedScenario, Project } from './project.ts';

export type { LoadedScenario, Project } from './project.ts';

export interface LoadProjectOptions {
  /** The folder to search for a configuration, and the base of relative arguments. */
  readonly folder: string;
  /** Scenarios by name, file or folder; default: all. */
  readonly names?: readonly string[];
  /** A configuration file, in place of a search. */
  readonly config?: string;
  /** Known agent types; not checked if omitted. */
  readonly agentTypes?: readonly string[];
  /** Known ACP agents; not checked if omitted. */
  readonly acpAgents?: readonly string[];
  /** Executes nothing: modules are errors, and custom scorers are not loaded or checked. Default: false. */
  readonly data_only?: boolean;
}

/** Reads a project and everything it names, or throws `invalid_config` with all errors. */
export async function loadProject(options: LoadProjectOptions): Promise<Project> {
  const folder = resolve(options.folder);
  const mistakes = createConfigErrors(folder);
  const { agentTypes, acpAgents, data_only = false } = options;
  const loading: Loading = { folder, mistakes, notes: [], agentTypes, acpAgents, data_only };
  const found = await chooseConfig(options, loading);
  const source = await openSource(found, loading);
  const drafts = await selectDrafts(source, { names: options.names ?? [], loading });
  checkIds(drafts, loading);
  const { config, agents, config_file } = source;
  const custom = await openCustom(data_only ? [] : config.scorers, { source, mistakes, folder });
  if (!data_only) checkTypes(drafts, { custom, mistakes });
  mistakes.throwIfAny();
  const scenarios = drafts.map(toLoaded).map((loaded) => withDigests(loaded, custom));
  const notes = [...loading.notes, ...(data_only ? [] : await lintScenarios(scenarios, folder))];
  return { config, agents, scenarios, config_file, custom, notes };
}

async function chooseConfig(
  { config }: LoadProjectOptions,
  { folder, mistakes }: Loading,
): Promise<FoundConfig | undefined> {
  if (config !== undefined) {
    const file = resolve(folder, config);
    return { kind: kindOfConfig(file), files: [file] };
  }
  const found = await findConfig(folder);
  const [first, ...others] = found?.files ?? [];
  if (found?.kind === 'assay' && first !== undefined) {
    for (const other of others) {
      mistakes.add(other, { path: [], expected: 'one configuration', found: `${relative(folder, first)} next to it` });
    }
  }
  return found;
}

async function openSource(found: FoundConfig | undefined, loading: Loading): Promise<Source> {
  const file = found?.files[0] ?? null;
  if (found === undefined || file === null) return openAssayConfig(null, loading);
  switch (found.kind) {
    case 'assay':
      return openAssayConfig(file, loading);
    case 'axis':
      return openAxisConfig(file, loading);
    case 'skillci':
      return openSkillCiTasks(found.files, loading);
  }
}

interface Selection {
  readonly names: readonly string[];
  readonly loading: Loading;
}

async function selectDrafts(source: Source, { names, loading }: Selection): Promise<readonly Draft[]> {
  if (names.length === 0) return source.listDrafts();
  const paths = new Set<string>();
  for (const name of names) {
    // without a configuration there are only names from the default folder
    const here = source.config_file === null && (await kindAt(resolve(loading.folder, name))) !== 'nothing';
    if (here || isPath(name)) paths.add(name);
  }
  // names are known only after reading all scenarios; files can be read alone
  const all = names.every((name) => paths.has(name)) ? [] : await source.listDrafts();
  const selected = new Map<string, Draft>();
  for (const name of names) {
    const named = paths.has(name) ? [] : all.filter(({ id }) => id === name || id.startsWith(`${name}@`));
    const drafts = named.length > 0 ? named : await readPath(name, { source, all, loading });
    for (const draft of drafts) selected.set(`${draft.file}\0${draft.id}`, draft);
  }
  return [...selected.values()];
}

interface PathOptions {
  readonly source: Source;
  readonly all: readonly Draft[];
  readonly loading: Loading;
}

async function readPath(name: string, { source, all, loading }: PathOptions): Promise<readonly Draft[]> {
  const { folder, mistakes } = loading;
  const path = resolve(folder, name);
  if ((await kindAt(path)) === 'nothing') {
    const known = all.map(({ id }) => id).filter((id) => id !== '');
    mistakes.add(folder, {
      path: [],
      expected: 'the name of a scenario, or a file or folder of scenarios',
      found: formatFound(name),
      hint: suggest(name, known),
    });
    return [];
  }
  const before = mistakes.count;
  const drafts = await source.readDrafts(path);
  if (drafts.length === 0 && mistakes.count === before) {
    mistakes.add(path, { path: [], expected: 'at least one scenario', found: 'none' });
  }
  return drafts;
}

const isPath = (name: string): boolean => /^\.{0,2}[\\/]|\.(ya?ml|json|[cm]?[jt]s)$/.test(name);

const MAX_SUGGESTED = 10;

function suggest(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  const more = known.length > MAX_SUGGESTED ? `, and ${known.length - MAX_SUGGESTED} more` : '';
  return known.length === 0 ? 'no scenarios found' : `known: ${known.slice(0, MAX_SUGGESTED).join(', ')}${more}`;
}

interface Opening {
  readonly source: Pick<Source, 'config_file' | 'locate'>;
  readonly mistakes: Loading['mistakes'];
  readonly folder: string;
}

function openCustom(files: readonly string[], { source, mistakes, folder }: Opening): Promise<CustomScorers> {
  const { config_file, locate } = source;
  return openScorers(files, {
    base: config_file === null ? folder : dirname(config_file),
    onError: (index, fault) => {
      const path = ['scorers', index];
      mistakes.add(config_file ?? folder, { path, ...fault, position: locate?.(path) });
    },
  });
}

// what the schema accepts as a type from the configuration must be in the configuration
function checkTypes(
  drafts: readonly Draft[],
  { custom, mistakes }: { readonly custom: CustomScorers; readonly mistakes: Loading['mistakes'] },
): void {
  const known = [...ScorerType.options, ...custom.types];
  for (const { scenario, file, document } of drafts)
    for (const [index, spec] of (scenario?.scorers ?? []).entries()) {
      if (!isCustomScorer(spec) || custom.types.includes(spec.type)) continue;
      const path = ['scorers', index, 'type'];
      const expected = `one of ${known.join(', ')}`;
      const hint = `${suggest(spec.type, custom.types)}; add the file of your own to \`scorers\` of the configuration`;
      mistakes.add(file, { path, expected, found: formatFound(spec.type), hint, position: document.locate(path) });
    }
}

function withDigests(loaded: LoadedScenario, custom: CustomScorers): LoadedScenario {
  const types = loaded.scenario.scorers.filter(isCustomScorer).map(({ type }) => type);
  if (types.length === 0) return loaded;
  return { ...loaded, custom_digests: Object.fromEntries(types.map((type) => [type, custom.digest(type) ?? ''])) };
}

function checkIds(drafts: readonly Draft[], { folder, mistakes }: Loading): void {
  const first = new Map<string, Draft>();
  for (const draft of drafts) {
    const { id, file, document } = draft;
    const other = first.get(id);
    if (id !== '' && other !== undefined) {
      mistakes.add(file, {
        path: ['name'],
        expected: 'a unique name',
        found: `${formatFound(id)}, as in ${relative(folder, other.file)}`,
        position: document.locate(['name']),
      });
    } else first.set(id, draft);
  }
}

function toLoaded({ scenario, file, base, id, title, agents }: Draft): LoadedScenario {
  // a draft without a scenario has an error, which stops loading
  if (scenario === undefined) throw new TypeError(`Expected ${file} to have a scenario or a mistake`);
  return { scenario, file, base, id, title, agents };
}

const MAX_NOTES = 50;

async function lintScenarios(scenarios: readonly LoadedScenario[], folder: string): Promise<string[]> {
  // variants of a scenario share its file and remarks
  const notes = new Set<string>();
  for (const loaded of scenarios) {
    const { scorers } = loaded.scenario;
    if (!hasPatterns(scorers)) continue;
    const remarks = lintPatterns(scorers, { at: ['scorers'], files: await listSeed(loaded) });
    for (const remark of remarks) notes.add(`${relative(folder, loaded.file)} ${remark}`);
    if (notes.size >= MAX_NOTES) break;
  }
  return [...notes];
}
