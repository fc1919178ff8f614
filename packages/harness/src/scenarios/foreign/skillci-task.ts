import { basename, dirname, relative, resolve } from 'node:path';
import { Config, type SkillCiCheck, SkillCiTask } from '@assay/schema';
import { at, isObject, text } from '@assay/schema/json';
import { quote } from '../../machine/processes/quote.ts';
import { kindAt } from '../documents/find-files.ts';
import { type Document, readDocument } from '../documents/read-document.ts';
import { checkDocument, type Draft, type Loading, type Source } from '../loading.ts';
import { checkConverted } from './converted.ts';
import { convertAgent } from './foreign-agent.ts';
import { sequence } from './shell.ts';

/** Opens SkillCI tasks with the agents they name. */
export async function openSkillCiTasks(files: readonly string[], loading: Loading): Promise<Source> {
  const documents = await Promise.all(files.map((file) => readDocument(file, loading)));
  // another tool's files may have the same name
  const tasks = documents.filter(
    (document) => document !== undefined && (files.length === 1 || isSkillCiTask(document)),
  );
  const drafts = await Promise.all(tasks.map((document) => readSkillCiTask(document as Document, loading)));
  const names = [...new Set(drafts.flatMap(({ agents }) => agents ?? []))];
  return {
    config: Config.parse({}),
    agents: names.map((name) => convertAgent(name, loading)),
    config_file: files.length === 1 ? (files[0] as string) : null,
    listDrafts: async () => drafts,
    async readDrafts(path) {
      const file = (await kindAt(path)) === 'folder' ? resolve(path, 'task.json') : path;
      const known = drafts.find((draft) => draft.file === file);
      if (known !== undefined) return [known];
      const document = await readDocument(file, loading);
      return document === undefined ? [] : [await readSkillCiTask(document, loading)];
    },
  };
}

/** Whether a document is a SkillCI task, by file name and fields. */
export const isSkillCiTask = ({ file, value }: Document): boolean =>
  basename(file) === 'task.json' && isObject(value) && 'fixtureDir' in value;

/** Converts a SkillCI task to a scenario. */
export async function readSkillCiTask(document: Document, loading: Loading): Promise<Draft> {
  const { file } = document;
  const base = dirname(file);
  const valid = checkDocument(document, { schema: SkillCiTask, mistakes: loading.mistakes });
  const task = valid ? SkillCiTask.parse(document.value) : undefined;
  const id = task?.id ?? text(at(document.value, 'id')) ?? '';
  if (task?.judgeRubric?.weight !== undefined) {
    loading.notes.push(
      `${relative(loading.folder, file)}: judgeRubric.weight is ignored; the formula has its own weight`,
    );
  }
  const converted = task === undefined ? undefined : convertTask(task, file);
  const scenario =
    converted === undefined ? undefined : await checkConverted(converted, { document, base, loading, rename });
  return { scenario, document, file, base, id, title: task?.title ?? id, agents: task ? [task.agent] : null };
}

const NAMES: ReadonlyMap<PropertyKey | undefined, string> = new Map([
  ['name', 'id'],
  ['user_instruction', 'prompt'],
  ['workspace_seed', 'fixtureDir'],
  ['scorers', 'checks'],
  ['rubric', 'judgeRubric'],
  ['limits', 'timeoutMs'],
]);

function rename([field, ...rest]: readonly PropertyKey[]): readonly PropertyKey[] {
  const name = NAMES.get(field);
  if (name === undefined) return field === undefined ? [] : [field, ...rest];
  return name === 'checks' ? [name, ...rest] : [name];
}

function convertTask(task: SkillCiTask, file: string): unknown {
  // the fixture is often the folder of the task file, which reveals the checks
  const inside = relative(resolve(dirname(file), task.fixtureDir), file);
  const removed = ['node_modules', ...(inside.startsWith('..') ? [] : [inside])];
  return {
    name: task.id,
    user_instruction: task.prompt,
    workspace_seed: { copy: task.fixtureDir },
    setup: `rm -rf -- ${removed.map(quote).join(' ')}`,
    scorers: task.checks.map((check, index) => ({ name: nameCheck(check, index + 1), ...convertCheck(check) })),
    rubric: task.judgeRubric === undefined ? [] : [{ check: task.judgeRubric.criteria }],
    limits: { wall_s: task.timeoutMs / 1000 },
  };
}

// the number makes it unique
function nameCheck(check: SkillCiCheck, place: number): string {
  const subject = 'cmd' in check ? check.cmd : check.path;
  return `${place}. ${check.kind} ${subject}`.replaceAll(/\s+/g, ' ').slice(0, 200);
}

function convertCheck(check: SkillCiCheck): Record<string, unknown> {
  switch (check.kind) {
    case 'testSuite':
      return { type: 'command', command: check.cmd };
    case 'command':
      return { type: 'command', command: check.expectExitZero ? check.cmd : expectFailure(check.cmd) };
    case 'fileExists':
      return { type: 'file_exists', path: plainPath(check.path) };
    case 'fileContains':
      return { type: 'command', command: expectText(plainPath(check.path), check.substring) };
  }
}

// a program that cannot start or was killed does not count as the expected failure
const expectFailure = (command: string): string =>
  `${sequence([command])}\ncode=$?\n[ "$code" -ne 0 ] && [ "$code" -lt 126 ]`;

// grep would treat each line as a separate pattern
const expectText = (path: string, substring: string): string =>
  `content=$(cat -- ${quote(path)} && printf x) || exit 1\ncase $content in *${quote(substring)}*) ;; *) exit 1 ;; esac`;

const plainPath = (path: string): string => path.replace(/^(\.\/)+/, '');
