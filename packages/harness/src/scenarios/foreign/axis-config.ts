import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { AxisProject, AxisScenario, Config, formatFound } from '@assay/schema';
import { isObject } from '@assay/schema/json';
import { completeAgents } from '../check-agents.ts';
import { createConfigErrors, formatConfigError, listConfigErrors } from '../documents/config-errors.ts';
import { findAxisFiles, kindAt } from '../documents/find-files.ts';
import { type Document, readDocument } from '../documents/read-document.ts';
import { checkDocument, type Draft, keepValid, type Loading, type Source } from '../loading.ts';
import { checkAdapters } from './axis-adapters.ts';
import { convertAgents } from './axis-agents.ts';
import { type AxisContext, convertScenario, isRemote, remoteSkill, scenarioKey } from './axis-scenario.ts';

/**
 * Opens `axis.config.*` with its scenarios. Each documented field is converted, noted as ignored, or
 * rejected.
 */
export async function openAxisConfig(file: string, loading: Loading): Promise<Source> {
  const { mistakes, notes } = loading;
  const base = dirname(file);
  const document = await readDocument(file, loading);
  const valid = document !== undefined && checkDocument(document, { schema: AxisProject, mistakes });
  const project = AxisProject.parse(
    valid ? document.value : { agents: [], ...keepValid(document?.value, AxisProject) },
  );
  const refuse: Refuse = (path, fault) => mistakes.add(file, { path, ...fault, position: document?.locate(path) });
  const contenders = convertAgents(project, { loading, refuse });
  refuseFields(project, { base, refuse });
  checkAdapters(project, { notes, refuse });
  const config = convertConfig(project, { contenders: contenders.map(({ spec }) => spec.id), refuse, notes });
  const surroundings: AxisContext = { project, contenders, base, loading };

  const readDrafts = async (path: string): Promise<readonly Draft[]> => {
    const folder = (await kindAt(path)) === 'folder';
    const files = folder ? await findAxisFiles(path) : [path];
    const drafts: Draft[] = [];
    for (const found of files) {
      const key = scenarioKey(found, folder ? path : dirname(path));
      drafts.push(...(await readScenario(found, { key, surroundings, named: !folder })));
    }
    return drafts;
  };
  return {
    config,
    agents: completeAgents(
      contenders.map(({ spec }) => spec),
      base,
    ),
    config_file: file,
    readDrafts,
    async listDrafts() {
      const drafts: Draft[] = [];
      const entries = [project.scenarios ?? './scenarios'].flat();
      for (const [index, entry] of entries.entries()) {
        const at = Array.isArray(project.scenarios) ? ['scenarios', index] : ['scenarios'];
        if (typeof entry !== 'string') {
          const inline = document as Document;
          if (entry.key === undefined) refuse(at, { expected: 'a key, because there is no file name', found: 'none' });
          const source = { key: entry.key ?? '', document: inline, at };
          drafts.push(...(await convertScenario(entry, { source, surroundings })));
        } else if (/^(\w+:\/\/|git@)/.test(entry)) {
          refuse(at, {
            expected: 'a local folder or file',
            found: formatFound(entry),
            hint: 'configurations are not fetched: clone it and use its path',
          });
        } else if ((await kindAt(resolve(base, entry))) === 'nothing') {
          if (document !== undefined)
            refuse(at, { expected: `scenarios at ${formatFound(entry)}`, found: 'nothing there' });
        } else {
          drafts.push(...(await readDrafts(resolve(base, entry))));
        }
      }
      if (drafts.length === 0 && mistakes.count === 0) {
        refuse(['scenarios'], { expected: 'at least one scenario', found: 'none' });
      }
      return drafts;
    },
  };
}

type Refuse = (path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }) => void;

function refuseFields(project: AxisProject, { base, refuse }: { base: string; refuse: Refuse }): void {
  for (const field of ['beforeAll', 'afterAll'] as const) {
    if (!project[field]?.length) continue;
    refuse([field], {
      expected: 'no actions on this machine',
      found: formatFound(project[field]),
      hint: 'run them before and after `assay run`: a configuration may run commands only in a sandbox',
    });
  }
  if (project.settings?.remotes !== undefined) {
    refuse(['settings', 'remotes'], { expected: 'no remote scenarios', found: 'a depth for remotes' });
  }
  for (const [index, skill] of (project.skills ?? []).entries()) {
    if (isRemote(skill, base)) refuse(['skills', index], remoteSkill(skill));
  }
}

/** The version whose numbers AXIS prints. */
const AXIS_VERSION = '1';

/** The formula versions of an AXIS project: the version that AXIS prints, unless set otherwise. */
export const axisFormulas = (
  asked: AxisProject['formulas'],
): { readonly axis: string; readonly [name: string]: string } => ({
  axis: AXIS_VERSION,
  ...asked,
});

const describeVersion = (version: string): string =>
  version === AXIS_VERSION
    ? `formulas: AXIS results use version ${AXIS_VERSION}, which AXIS itself prints; to change it, set \`formulas\` in this file, such as { "axis": "3" }`
    : `formulas: AXIS results use version ${version}, as set in this file; AXIS itself prints version ${AXIS_VERSION}`;

interface ConfigOptions {
  readonly contenders: readonly string[];
  readonly refuse: Refuse;
  readonly notes: string[];
}

function convertConfig(project: AxisProject, { contenders, refuse, notes }: ConfigOptions): Config {
  const { settings } = project;
  const run = settings?.limits?.run;
  if (project.name !== undefined) notes.push('name: ignored; reports do not show a project name');
  notes.push('network: agents can reach only their model; in AXIS the network is open');
  const judge = convertJudging(project, { refuse, notes });
  const formulas = axisFormulas(project.formulas);
  notes.push(describeVersion(formulas.axis));
  return Config.parse({
    formulas,
    agents: contenders,
    ...(judge === undefined ? {} : { judge }),
    ...(settings?.scoring_weights === undefined ? {} : { weights: settings.scoring_weights }),
    ...(settings?.concurrency === undefined ? {} : { concurrency: Math.min(256, settings.concurrency) }),
    ...(run?.time_minutes === undefined ? {} : { budget_wall_s: run.time_minutes * 60 }),
    ...(run?.tokens === undefined ? {} : { budget_tokens: run.tokens }),
  });
}

// an agent must not judge its own work; of the named judges, only claude-code can run without a workspace
function convertJudging({ judging }: AxisProject, { refuse, notes }: Pick<ConfigOptions, 'refuse' | 'notes'>): unknown {
  if (judging === undefined) {
    notes.push('judging: in AXIS each agent judges itself; here free rules judge, unless you set --judge');
    return undefined;
  }
  const judges = judging.agents.map((entry) => (typeof entry === 'string' ? { agent: entry } : entry));
  const index = judges.findIndex(({ agent }) => agent.toLowerCase() === 'claude-code');
  const chosen = judges[index];
  if (chosen === undefined) {
    const found = judges.map(({ agent }) => agent).join(', ');
    refuse(['judging', 'agents'], {
      expected: 'claude-code among the judges',
      found,
      hint: 'no other agent is supported as a judge',
    });
    return undefined;
  }
  if (judges.length > 1) notes.push('judging: claude-code judges every run; the other judges are ignored');
  return { use: 'claude-cli', ...(chosen.model === undefined ? {} : { model: chosen.model }) };
}

interface Reading {
  readonly key: string;
  readonly surroundings: AxisContext;
  /** Whether the file was named explicitly: then it must be a scenario. */
  readonly named: boolean;
}

async function readScenario(file: string, { key, surroundings, named }: Reading): Promise<readonly Draft[]> {
  const { loading } = surroundings;
  if (!named && !(await mentionsScenario(file))) return [];
  // other files in the folder may be fixtures, possibly broken ones
  const mistakes = named ? loading.mistakes : createConfigErrors(loading.folder);
  const document = await readDocument(file, { ...loading, mistakes });
  if (document === undefined) {
    if (!named) loading.notes.push(`skipped ${describeFirst(mistakes.throwIfAny)}`);
    return [];
  }
  if (!named && !looksLikeScenario(document.value)) return [];
  if (!checkDocument(document, { schema: AxisScenario, mistakes: loading.mistakes })) return [];
  const scenario = AxisScenario.parse(document.value);
  if (scenario.key !== undefined && scenario.key !== key) {
    const fault = { expected: formatFound(key), found: formatFound(scenario.key), position: document.locate(['key']) };
    loading.mistakes.add(file, { path: ['key'], ...fault });
  }
  return convertScenario(scenario, { source: { key, document, at: [] }, surroundings });
}

const looksLikeScenario = (value: unknown): boolean =>
  isObject(value) && ['prompt', 'judge', 'rubric'].some((field) => field in value);

// a module must be run to be read, so one that never mentions a prompt is skipped
async function mentionsScenario(file: string): Promise<boolean> {
  if (extname(file) === '.json') return true;
  return /\b(prompt|judge|rubric)\b/.test(await readFile(file, 'utf8'));
}

function describeFirst(throwIfAny: () => void): string {
  try {
    throwIfAny();
  } catch (error) {
    return listConfigErrors(error).slice(0, 1).map(formatConfigError).join('');
  }
  return '';
}
