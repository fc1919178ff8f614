import { basename, dirname, join, resolve } from 'node:path';
import { Config, findNearest, formatFound, Scenario } from '@assay/schema';
import { at, isObject, text } from '@assay/schema/json';
import { FORMULAS, GRADE_FORMULAS } from '@assay/scoring';
import { createOwnPath } from '../machine/processes/own-folder.ts';
import { checkAgents, completeAgents } from './check-agents.ts';
import { checkScenario } from './check-scenario.ts';
import type { ConfigErrors } from './documents/config-errors.ts';
import { findScenarioFiles, kindAt } from './documents/find-files.ts';
import { type Document, readDocument } from './documents/read-document.ts';
import { isSkillCiTask, readSkillCiTask } from './foreign/skillci-task.ts';
import { findForeignTasks, type Imported, importTasks, readForeignScenarios } from './import-tasks.ts';
import { checkDocument, type Draft, keepValid, type Loading, type Source } from './loading.ts';

/** Opens `assay.config.*`, or the defaults without one. */
export async function openAssayConfig(file: string | null, loading: Loading): Promise<Source> {
  const { mistakes } = loading;
  const base = file === null ? loading.folder : dirname(file);
  const document = file === null ? undefined : await readDocument(file, loading);
  let config = Config.parse({});
  if (document !== undefined) {
    await checkAgents(document, { base, loading });
    checkFormulas(document, mistakes);
    const valid = checkDocument(document, { schema: Config, mistakes });
    config = Config.parse(valid ? document.value : keepValid(document.value, Config));
  }
  const given = Object.keys(Object(at(document?.value, 'limits')));
  const limits = Object.fromEntries(Object.entries(config.limits ?? {}).filter(([name]) => given.includes(name)));

  const readDrafts = async (path: string): Promise<readonly Draft[]> => {
    const own = (await kindAt(path)) === 'folder' ? await findScenarioFiles(path) : [path];
    // own scenarios first: their fixtures may look like the tasks of another tool
    const foreign = own.every((file) => FOREIGN_NAME.test(basename(file)));
    if (foreign && loading.data_only) {
      const read = await readForeignScenarios(path);
      if (read !== undefined) {
        reportSkipped(read, loading);
        return read.tasks.map(toDraft);
      }
    }
    const files = (foreign ? await findImported(path, loading) : undefined) ?? own;
    const drafts: Draft[] = [];
    // sequential, so that errors are in file order
    for (const found of files) drafts.push(...(await readDraft(found, { limits, loading })));
    return drafts;
  };
  return {
    config,
    agents: completeAgents(config.agents, base),
    config_file: file,
    ...(document === undefined ? {} : { locate: document.locate }),
    readDrafts,
    async listDrafts() {
      const drafts: Draft[] = [];
      for (const [index, given] of [config.scenarios].flat().entries()) {
        const path = resolve(base, given);
        const field = typeof config.scenarios === 'string' ? ['scenarios'] : ['scenarios', index];
        const kind = await kindAt(path);
        const before = mistakes.count;
        const found = kind === 'nothing' ? [] : await readDrafts(path);
        drafts.push(...found);
        // an unreadable scenario file is already reported
        if (found.length > 0 || mistakes.count > before) continue;
        mistakes.add(file ?? loading.folder, {
          path: field,
          expected: `${file === null ? 'assay.config.*, or ' : ''}scenarios at ${formatFound(given)}`,
          found: kind === 'nothing' ? 'nothing there' : 'none there',
          hint: '`assay init` writes a first one',
          position: document?.locate(field),
        });
      }
      return drafts;
    },
  };
}

/** Files that other tools give such names. */
const FOREIGN_NAME = /^(evals\.json|case\.yaml)$|\.jsonl$/;

/** The tasks of other tools, converted for this process; undefined if the path has none. */
async function findImported(path: string, loading: Loading): Promise<readonly string[] | undefined> {
  if ((await findForeignTasks(path)) === undefined) return undefined;
  const imported = await importTasks({ path, out: createOwnPath() });
  for (const { name, notes } of imported.tasks) for (const note of notes) loading.notes.push(`${name}: ${note}`);
  reportSkipped(imported, loading);
  return imported.tasks.map(({ folder }) => join(folder, 'scenario.yaml'));
}

/** A skipped task is a note next to others, and a mistake if nothing is left. */
function reportSkipped(
  { format, tasks, skipped }: Pick<Imported, 'format' | 'skipped'> & { readonly tasks: readonly unknown[] },
  { mistakes, notes }: Loading,
): void {
  for (const { path: file, reason } of skipped)
    if (tasks.length > 0) notes.push(`skipped ${file}: ${reason}`);
    else mistakes.add(file, { path: [], expected: `a task of the format ${format}`, found: reason });
}

/** A task of another tool that is only looked at. */
const toDraft = ({ path, scenario }: { path: string; scenario: Scenario }): Draft => ({
  ...{ scenario, file: path, base: dirname(path), id: scenario.name, title: scenario.name, agents: null },
  document: { file: path, value: scenario, locate: () => undefined },
});

interface Reading {
  /** Limits of the configuration, as defaults for scenarios. */
  readonly limits: Readonly<Record<string, unknown>>;
  readonly loading: Loading;
}

async function readDraft(file: string, { limits, loading }: Reading): Promise<readonly Draft[]> {
  const { mistakes } = loading;
  const document = await readDocument(file, loading);
  if (document === undefined) return [];
  if (isSkillCiTask(document)) return [await readSkillCiTask(document, loading)];
  const base = dirname(file);
  await checkScenario(document, { base, mistakes });
  const valid = checkDocument(document, { schema: Scenario, mistakes });
  const scenario = valid ? Scenario.parse(withLimits(document, limits)) : undefined;
  const id = scenario?.name ?? text(at(document.value, 'name')) ?? '';
  return [{ scenario, document, file, base, id, title: id, agents: null }];
}

function withLimits({ value }: Document, limits: Readonly<Record<string, unknown>>): unknown {
  return isObject(value) ? { ...value, limits: { ...limits, ...Object(value['limits']) } } : value;
}

/** Reports every entry of `formulas` that is not a grade formula or has an unknown version. */
function checkFormulas(document: Document, mistakes: ConfigErrors): void {
  const given = at(document.value, 'formulas');
  if (!isObject(given)) return;
  for (const [name, version] of Object.entries(given)) {
    const path = ['formulas', name];
    const add = (fault: { expected: string; found: string; hint?: string }): void =>
      mistakes.add(document.file, { path, ...fault, position: document.locate(path) });
    if (!GRADE_FORMULAS.some((known) => known === name)) {
      const nearest = findNearest(name, GRADE_FORMULAS);
      const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
      add({ expected: `a formula of a grade: ${GRADE_FORMULAS.join(', ')}`, found: formatFound(name), ...hint });
      continue;
    }
    const versions = FORMULAS.filter(({ id }) => id === name).map((formula) => formula.version);
    // the schema reports other types
    if (text(version) === undefined || versions.includes(version as string)) continue;
    add({ expected: `a version of ${name}: ${versions.join(', ')}`, found: formatFound(version) });
  }
}
