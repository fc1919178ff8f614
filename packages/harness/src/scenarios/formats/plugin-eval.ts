import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AssayError } from '@assay/schema';
import { at, isObject, list, number, text } from '@assay/schema/json';
import { parse as parseYaml } from 'yaml';
import { kindAt } from '../documents/find-files.ts';
import { findCases } from './find-cases.ts';
import { readTaskFile, requireTaskFile } from './read-file.ts';
import { type ConvertedTask, defineFormat } from './task-format.ts';

const DEFAULT_TURNS = 10;
const DEFAULT_TIMEOUT_S = 300;

/** `claude plugin eval` suites: `evals/CASE/prompt.md` with `graders/*.md`, or `case.yaml`. */
export const pluginEval = defineFormat({
  id: 'plugin-eval',
  title: 'claude plugin eval suites',
  find: (path) => findCases(path, { isCase, convert: convertCase }),
});

async function isCase(folder: string): Promise<boolean> {
  const graded = (await kindAt(join(folder, 'graders'))) === 'folder';
  return (
    (graded && (await kindAt(join(folder, 'prompt.md'))) === 'file') ||
    (await kindAt(join(folder, 'case.yaml'))) === 'file'
  );
}

interface Case {
  readonly prompt: string;
  readonly max_turns: number;
  readonly timeout_s: number;
  readonly graders: readonly Grader[];
  readonly notes: readonly string[];
}

interface Grader {
  readonly name: string;
  readonly value: unknown;
  /** The text below the front matter. */
  readonly body: string;
}

async function convertCase(folder: string): Promise<ConvertedTask> {
  const yaml = await readTaskFile(join(folder, 'case.yaml'));
  const { prompt, max_turns, timeout_s, graders, notes } =
    yaml === undefined ? await readProse(folder) : readYamlCase(parseFields(yaml, 'case.yaml'));
  const converted = graders.map(convertGrader);
  const scorers = converted.flatMap(({ scorer }) => (scorer === undefined ? [] : [scorer]));
  const rubric = converted.flatMap(({ check }) => (check === undefined ? [] : [{ check }]));
  if (scorers.length === 0 && rubric.length === 0)
    throw new AssayError('invalid_config', 'graders: none of them can be carried over, so nothing would be checked');
  return {
    name: basename(folder),
    files: [],
    notes: [...notes, ...converted.flatMap(({ note }) => note ?? [])],
    scenario: {
      user_instruction: prompt,
      workspace_seed: 'empty',
      scorers,
      rubric,
      limits: { wall_s: timeout_s, turns: max_turns },
    },
  };
}

async function readProse(folder: string): Promise<Case> {
  const { value, body } = splitFrontMatter(await requireTaskFile(join(folder, 'prompt.md')), 'prompt.md');
  const names = (await readdir(join(folder, 'graders'))).filter((name) => name.endsWith('.md')).toSorted();
  const graders: Grader[] = [];
  for (const name of names) {
    const grader = splitFrontMatter(await requireTaskFile(join(folder, 'graders', name)), `graders/${name}`);
    graders.push({ name: name.replace(/\.md$/, ''), ...grader });
  }
  return {
    ...readExecution(value),
    prompt: body,
    graders,
    notes: listIgnored(value, ['max_turns', 'timeout_seconds']),
  };
}

function readYamlCase(value: unknown): Case {
  const execution = at(value, 'execution');
  const graders = list(at(value, 'graders')).map((each, index) => ({
    name: text(at(each, 'name')) ?? `grader ${index + 1}`,
    value: each,
    body: text(at(each, 'criteria')) ?? text(at(each, 'rubric')) ?? text(at(each, 'prompt')) ?? '',
  }));
  const prompt = text(at(execution, 'prompt'));
  if (prompt === undefined || prompt === '')
    throw new AssayError('invalid_config', 'case.yaml execution.prompt: expected text, found none');
  return {
    ...readExecution(execution),
    prompt,
    graders,
    notes: [
      ...listIgnored(execution, ['prompt', 'max_turns', 'timeout_seconds']).map((note) => `execution.${note}`),
      ...listIgnored(at(value, 'context'), []).map((note) => `context.${note}`),
    ],
  };
}

const readExecution = (value: unknown): Pick<Case, 'max_turns' | 'timeout_s'> => ({
  max_turns: number(at(value, 'max_turns')) ?? DEFAULT_TURNS,
  timeout_s: number(at(value, 'timeout_seconds')) ?? DEFAULT_TIMEOUT_S,
});

const listIgnored = (value: unknown, known: readonly string[]): string[] =>
  isObject(value) ? Object.keys(value).flatMap((key) => (known.includes(key) ? [] : [`${key}: not honored`])) : [];

/** A grader as a scorer or as a check for the judge; both only look at what Assay records. */
function convertGrader({ name, value, body }: Grader): { scorer?: unknown; check?: string; note?: string } {
  const type = text(at(value, 'type')) ?? 'llm';
  const note = listIgnored(value, KNOWN).map((each) => `graders.${name}.${each}`);
  const withNote = note.length === 0 ? {} : { note: note.join('; ') };
  switch (type) {
    case 'file_exists': {
      const path = text(at(value, 'path')) ?? '';
      return { scorer: { name, type: 'file_exists', path }, ...withNote };
    }
    case 'llm':
      return { check: body.trim() || text(at(value, 'criteria')) || name, ...withNote };
    case 'regex': {
      const target = text(at(value, 'target')) ?? 'last_message';
      return {
        check: `The ${target.replaceAll('_', ' ')} matches the regular expression ${text(at(value, 'pattern')) ?? ''}`,
        note: `graders.${name}: a judge decides in place of the expression`,
      };
    }
    case 'tool_used':
    case 'tool_order':
      return { check: `${describeTools(type, value)}`, note: `graders.${name}: a judge decides in place of the rule` };
    default:
      return { note: `graders.${name}: the type ${type} is not honored` };
  }
}

const KNOWN = ['type', 'path', 'criteria', 'rubric', 'prompt', 'name', 'weight', 'pattern', 'target', 'flags', 'match'];

function describeTools(type: string, value: unknown): string {
  const tools = [at(value, 'tool'), at(value, 'tools'), at(value, 'order')].flat().flatMap((each) => text(each) ?? []);
  return type === 'tool_used'
    ? `The agent used ${tools.join(', ')}`
    : `The agent used, in this order, ${tools.join(', ')}`;
}

function splitFrontMatter(given: string, name: string): { value: unknown; body: string } {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n?---\r?\n?([\s\S]*)$/.exec(given) ?? [];
  if (head === undefined || body === undefined) return { value: {}, body: given };
  return { value: parseFields(head, name), body: body.trim() };
}

function parseFields(given: string, name: string): unknown {
  try {
    return parseYaml(given);
  } catch (cause) {
    throw new AssayError('invalid_config', `${name}: ${(cause as Error).message.split('\n')[0]}`, { cause });
  }
}
