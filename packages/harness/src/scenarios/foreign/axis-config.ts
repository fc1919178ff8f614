import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { AxisProject, AxisScenario, Config, formatFound } from '@assay/schema';
import { isObject } from '@assay/schema/json';
import { completeAgents } from '../check-agents.ts';
import { findAxisFiles, kindAt } from '../documents/find-files.ts';
import { createMistakes, formatMistake, listMistakes } from '../documents/mistakes.ts';
import { type Document, readDocument } from '../documents/read-document.ts';
import { checkDocument, type Draft, keepValid, type Loading, type Source } from '../loading.ts';
import { checkAdapters } from './axis-adapters.ts';
import { convertAgents } from './axis-agents.ts';
import { type AxisSurroundings, convertScenario, isRemote, keyOf, remoteSkill } from './axis-scenario.ts';

/** `axis.config.*` with its scenarios: each documented field is taken over, noted as without effect, or refused. */
export async function openAxisConfig(file: string, loading: Loading): Promise<Source> {
  const { mistakes, notes } = loading;
  const base = dirname(file);
  const document = await readDocument(file, mistakes);
  const valid = document !== undefined && checkDocument(document, { schema: AxisProject, mistakes });
  const project = AxisProject.parse(
    valid ? document.value : { agents: [], ...keepValid(document?.value, AxisProject) },
  );
  const refuse: Refuse = (path, fault) => mistakes.add(file, { path, ...fault, position: document?.locate(path) });
  const contenders = convertAgents(project, { loading, refuse });
  refuseFields(project, { base, refuse });
  checkAdapters(project, { notes, refuse });
  const config = convertConfig(project, { contenders: contenders.map(({ spec }) => spec.id), refuse, notes });
  const surroundings: AxisSurroundings = { project, contenders, base, loading };

  const readDrafts = async (path: string): Promise<readonly Draft[]> => {
    const folder = (await kindAt(path)) === 'folder';
    const files = folder ? await findAxisFiles(path) : [path];
    const drafts: Draft[] = [];
    for (const found of files) {
      const key = keyOf(found, folder ? path : dirname(path));
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
          if (entry.key === undefined) refuse(at, { expected: 'a key, as there is no file to name it', found: 'none' });
          const source = { key: entry.key ?? '', document: inline, at };
          drafts.push(...(await convertScenario(entry, { source, surroundings })));
        } else if (/^(\w+:\/\/|git@)/.test(entry)) {
          refuse(at, {
            expected: 'a folder or file that is here',
            found: formatFound(entry),
            hint: 'nothing is fetched while a configuration is read: clone it and give its path',
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
      hint: 'run them before and after `assay run`: only what is in a sandbox is run from a configuration',
    });
  }
  if (project.settings?.remotes !== undefined) {
    refuse(['settings', 'remotes'], { expected: 'no scenarios from elsewhere', found: 'a depth to follow them to' });
  }
  for (const [index, skill] of (project.skills ?? []).entries()) {
    if (isRemote(skill, base)) refuse(['skills', index], remoteSkill(skill));
  }
}

/** The version whose figures AXIS itself prints. */
const AXIS_VERSION = '1';

/** The versions an AXIS project is scored by: what AXIS prints, unless it asks for another. */
export const axisFormulas = (
  asked: AxisProject['formulas'],
): { readonly axis: string; readonly [name: string]: string } => ({
  axis: AXIS_VERSION,
  ...asked,
});

const describeVersion = (version: string): string =>
  version === AXIS_VERSION
    ? `formulas: AXIS results use version ${AXIS_VERSION}, the figures that AXIS prints; for another set \`formulas\` in this file, such as { "axis": "3" }`
    : `formulas: AXIS results use version ${version}, as set in this file; AXIS itself prints version ${AXIS_VERSION}`;

interface ConfigOptions {
  readonly contenders: readonly string[];
  readonly refuse: Refuse;
  readonly notes: string[];
}

function convertConfig(project: AxisProject, { contenders, refuse, notes }: ConfigOptions): Config {
  const { settings } = project;
  const run = settings?.limits?.run;
  if (project.name !== undefined) notes.push('name: the name of a project is not part of reports here');
  notes.push('network: agents reach their model and nothing else; AXIS leaves the network open');
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

// an agent that judges its own work is no judge; of those named, the one that can be asked without a workspace is
function convertJudging({ judging }: AxisProject, { refuse, notes }: Pick<ConfigOptions, 'refuse' | 'notes'>): unknown {
  if (judging === undefined) {
    notes.push(
      'judging: AXIS lets each agent judge itself; here rules judge for free, until you name a judge with --judge',
    );
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
      hint: 'no other agent can judge here',
    });
    return undefined;
  }
  if (judges.length > 1) notes.push('judging: claude-code judges every run; the other judges are not asked');
  return { use: 'claude-cli', ...(chosen.model === undefined ? {} : { model: chosen.model }) };
}

interface Reading {
  readonly key: string;
  readonly surroundings: AxisSurroundings;
  /** Whether the file was asked for itself: then it must be a scenario. */
  readonly named: boolean;
}

async function readScenario(file: string, { key, surroundings, named }: Reading): Promise<readonly Draft[]> {
  const { loading } = surroundings;
  if (!named && !(await mentionsScenario(file))) return [];
  // what merely lies about in the folder may be a fixture, made to be broken
  const mistakes = named ? loading.mistakes : createMistakes(loading.folder);
  const document = await readDocument(file, mistakes);
  if (document === undefined) {
    if (!named) loading.notes.push(`left out ${describeFirst(mistakes.throwIfAny)}`);
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

// a module is only known by running it, so one that never speaks of a prompt is not run
async function mentionsScenario(file: string): Promise<boolean> {
  if (extname(file) === '.json') return true;
  return /\b(prompt|judge|rubric)\b/.test(await readFile(file, 'utf8'));
}

function describeFirst(throwIfAny: () => void): string {
  try {
    throwIfAny();
  } catch (error) {
    return listMistakes(error).slice(0, 1).map(formatMistake).join('');
  }
  return '';
}
