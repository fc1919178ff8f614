import { basename, dirname, join } from 'node:path';
import { AssayError, listValidationIssues, parseStrictJson, SkillEvals } from '@assay/schema';
import { kindAt } from '../documents/find-files.ts';
import { readTaskFile } from './read-file.ts';
import { type ConvertedTask, defineFormat, type FoundTask } from './task-format.ts';

/** `evals.json` of a skill: prompts, files, and what a judge expects. */
export const evalsJson = defineFormat({
  id: 'evals-json',
  title: 'evals.json of skills',
  async find(path) {
    const file = (await findEvals(path)) ?? '';
    const text = file === '' ? undefined : await readTaskFile(file);
    const value = text === undefined ? undefined : parse(text);
    if (value === undefined) return [];
    const faults = listValidationIssues(SkillEvals, value);
    if (faults.length > 0)
      throw new AssayError(
        'invalid_config',
        faults
          .map((fault) => `${file} ${fault.path.join('.')}: expected ${fault.expected}, found ${fault.found}`)
          .join('; '),
      );
    const evals = SkillEvals.parse(value);
    return evals.evals.map(
      (one, index): FoundTask => ({
        path: `${file}#${one.id ?? index}`,
        convert: async () => convert(one, { evals, index, file }),
      }),
    );
  },
});

async function findEvals(path: string): Promise<string | undefined> {
  const places = [path, join(path, 'evals.json'), join(path, 'evals', 'evals.json')];
  for (const place of places) if (basename(place) === 'evals.json' && (await kindAt(place)) === 'file') return place;
  return undefined;
}

// another tool's file of this name has no list of evals
function parse(text: string): unknown {
  const value = parseStrictJson(text);
  return typeof value === 'object' && value !== null && 'evals' in value ? value : undefined;
}

interface From {
  readonly evals: SkillEvals;
  readonly index: number;
  readonly file: string;
}

async function convert(one: SkillEvals['evals'][number], { evals, index, file }: From): Promise<ConvertedTask> {
  const skill = await findSkill(file);
  const checks = one.expectations.length > 0 ? one.expectations : [one.expected_output ?? ''].filter(Boolean);
  if (checks.length === 0)
    throw new AssayError('invalid_config', 'expected expectations or expected_output: nothing could be checked');
  const files = one.files.map((name) => ({ to: `files/${basename(name)}`, from: join(dirname(file), name) }));
  const outside = one.files.find((name) => /^\/|(^|\/)\.\.(\/|$)/.test(name));
  if (outside !== undefined) throw new AssayError('invalid_config', `files: ${outside} is outside of the folder`);
  return {
    name: `${evals.skill_name ?? 'eval'}-${one.id ?? index}`,
    files: [...files, ...(skill === undefined ? [] : [{ to: `skill/${evals.skill_name ?? 'skill'}`, from: skill }])],
    notes: [
      'expectations: a judge decides; without one the result is unchecked',
      ...(skill === undefined ? ['skill_name: no SKILL.md is near, so the agent runs without the skill'] : []),
    ],
    scenario: {
      user_instruction: one.prompt,
      workspace_seed: files.length === 0 ? 'empty' : { copy: './files' },
      ...(skill === undefined ? {} : { skills: [`./skill/${evals.skill_name ?? 'skill'}`] }),
      rubric: checks.map((check) => ({ check })),
    },
  };
}

// the skill is the folder of the file, or the one above
async function findSkill(file: string): Promise<string | undefined> {
  for (const folder of [dirname(file), dirname(dirname(file))])
    if ((await kindAt(join(folder, 'SKILL.md'))) === 'file') return folder;
  return undefined;
}
