import { extname } from 'node:path';
import { AssayError, listValidationIssues, SweBenchInstance } from '@assay/schema';
import { list, text } from '@assay/schema/json';
import { kindAt } from '../documents/find-files.ts';
import { hiddenVerifier } from './hidden-verifier.ts';
import { readTaskFile } from './read-file.ts';
import { type ConvertedTask, defineFormat, type FoundTask } from './task-format.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** SWE-bench-like JSON lines: a repository at a commit, a problem, a patch and tests. */
export const sweBench = defineFormat({
  id: 'swe-bench',
  title: 'SWE-bench-like JSON lines',
  async find(path) {
    if (!['.jsonl', '.ndjson'].includes(extname(path)) || (await kindAt(path)) !== 'file') return [];
    const lines = ((await readTaskFile(path, MAX_BYTES)) ?? '').split('\n').filter((line) => line.trim() !== '');
    if (!lines.some((line) => line.includes('"instance_id"'))) return [];
    return lines.map(
      (line, index): FoundTask => ({ path: `${path}:${index + 1}`, convert: async () => convert(line) }),
    );
  },
});

function convert(line: string): ConvertedTask {
  const instance = parse(line);
  const { repo, patch, test_patch } = instance;
  const image = instance.image_name ?? instance.docker_image;
  const [fail, pass] = [readList(instance.FAIL_TO_PASS), readList(instance.PASS_TO_PASS)];
  if (fail.length === 0) throw new AssayError('invalid_config', 'FAIL_TO_PASS: expected at least one test, found none');
  const run = instance.test_cmd ?? `python -m pytest ${quoteAll([...fail, ...pass])}`;
  const apply = test_patch === '' ? '' : 'git apply --whitespace=nowarn /tests/test.patch &&\n';
  const verifier = hiddenVerifier({ name: 'tests', hidden: [], command: `${apply}${run} >&2` });
  return {
    name: instance.instance_id,
    files: [{ to: 'oracle.patch', text: patch }, { to: 'tests/test.patch', text: test_patch }, ...verifier.files],
    notes: [
      ...(image === undefined
        ? ['repo: the dependencies are not known; add `setup` or an `environment` with an image']
        : []),
      ...(instance.test_cmd === undefined ? ['test_cmd: none, so pytest is assumed'] : []),
    ],
    scenario: {
      user_instruction: instance.problem_statement,
      ...(image === undefined
        ? { workspace_seed: { git: `https://github.com/${repo}`, ref: instance.base_commit } }
        : { workspace_seed: 'image', history: 'keep', environment: { image } }),
      oracle: './oracle.patch',
      scorers: [verifier.scorer],
    },
  };
}

function parse(line: string): SweBenchInstance {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new AssayError('invalid_json', `expected a JSON object: ${(cause as Error).message}`, { cause });
  }
  const faults = listValidationIssues(SweBenchInstance, value);
  if (faults.length > 0)
    throw new AssayError(
      'invalid_config',
      faults.map(({ path, expected, found }) => `${path.join('.')}: expected ${expected}, found ${found}`).join('; '),
    );
  return SweBenchInstance.parse(value);
}

function readList(given: string | readonly string[]): string[] {
  if (typeof given !== 'string') return [...given];
  try {
    return list(JSON.parse(given)).flatMap((name) => text(name) ?? []);
  } catch (cause) {
    throw new AssayError('invalid_config', 'expected a list of tests in JSON', { cause });
  }
}

const quoteAll = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
