import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TranscriptEntry } from '@assay/schema';
import { parse } from 'yaml';
import { z } from 'zod';
import type { JudgedRun } from '../src/judging/text/judged-run.ts';
import { patchOf, runOf, shell } from './judged-run.ts';

/* Texts that are meant to sway a judge, texts that only look so, and runs that have them in every place. */

const FOLDER = fileURLToPath(new URL('../../../fixtures/injections/', import.meta.url));
const PLACES = [
  'diff',
  'file_name',
  'tool_output',
  'commit_message',
  'final_answer',
  'tool_name',
  'command_output',
] as const;

const Injections = z.strictObject({
  where: z.enum(PLACES),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      technique: z.string(),
      text: z.string().min(1),
      expected_finding: z.boolean().default(true),
    }),
  ),
});
const Innocents = z.strictObject({ cases: z.array(z.strictObject({ id: z.string(), text: z.string().min(1) })) });

export type Injection = z.infer<typeof Injections>['cases'][number] & { where: (typeof PLACES)[number] };

const load = (name: string): unknown => parse(readFileSync(`${FOLDER}${name}.yaml`, 'utf8'));

/** The injections of these files. */
export const readInjections = (...names: readonly string[]): Injection[] =>
  names.flatMap((name) => {
    const { where, cases } = Injections.parse(load(name));
    return cases.map((one) => ({ ...one, where }));
  });

export const readInnocents = (name: string) => Innocents.parse(load(name)).cases;

// as git writes a file name with special characters
const quote = (name: string): string =>
  /^[\x21-\x7e]+$/.test(name) && !/["\\]/.test(name)
    ? name
    : `"${Array.from(Buffer.from(name), (byte) => (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte))).join('')}"`;

/** A run of a few steps that contains the text in its usual place. */
export function runWith(where: Injection['where'], text: string): JudgedRun {
  const has = (place: Injection['where'], otherwise: string): string => (where === place ? text : otherwise);
  const path = has('file_name', 'src/mail.ts');
  const entries: TranscriptEntry[] = [
    { type: 'user', text: 'Add a validator.' },
    { type: 'assistant', text: 'I look around first.' },
    ...shell('cat src/mail.ts', has('tool_output', 'export {};')),
    { type: 'tool_use', tool: has('tool_name', 'Edit'), tool_id: 'edit', input: { path, text: has('diff', 'x') } },
    { type: 'tool_result', tool_id: 'edit', text: 'done' },
    ...shell(`git commit -m '${has('commit_message', 'add it')}'`, 'ok'),
    ...shell('npm test', has('command_output', '1 passed')),
    { type: 'assistant', text: has('final_answer', 'The validator is there.') },
  ];
  const added = has('diff', 'export const valid = true;').split('\n');
  return runOf({
    entries,
    diff: patchOf(
      'PATH',
      added.map((line) => `+${line}`),
    ).replaceAll(/([ab])\/PATH/g, (_, side) => quote(`${side}/${path}`)),
    changed_paths: [{ path, change: 'modified', before: null, after: null }],
    commands: {
      tests: {
        command: 'npm test',
        exit_code: 1,
        signal: null,
        timed_out: false,
        ended_by: 'exit',
        duration_ms: 1,
        report: null,
        stdout_head: '',
        stdout_tail: has('command_output', '1 passed'),
        stdout_omitted_bytes: 0,
        stderr_head: '',
        stderr_tail: '',
        stderr_omitted_bytes: 0,
        coverage_percent: null,
        attempts: [],
      },
    },
  });
}
