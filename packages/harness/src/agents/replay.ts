import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError, TranscriptEntry } from '@assay/schema';
import { defineAgent } from '../contracts/agent.ts';
import { runBuiltInAction } from './built-in-action.ts';
import { applyPatch } from './edits/apply-patch.ts';

/** Repeats a recorded run: its workspace change and its transcript. */
export const replay = defineAgent({
  kind: 'built-in',
  type: 'replay',
  title: 'Replays a recorded run',
  honors: ['run'],
  findMistakes: ({ run }) => (run === undefined ? ['run: enter the folder of a run'] : []),
  act: ({ spec, base, workspace }) =>
    runBuiltInAction(async () => {
      const folder = resolve(base, spec.run ?? '');
      const entries = parseEntries(await readFile(join(folder, 'transcript.jsonl'), 'utf8'));
      const patch = await readFile(join(folder, 'diff.patch'));
      // empty if the run changed nothing
      if (patch.length > 0) await applyPatch(workspace, patch);
      return { entries, failure: null };
    }),
});

const parseEntries = (lines: string): TranscriptEntry[] =>
  lines.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    const entry = TranscriptEntry.safeParse(parseJson(line));
    if (entry.success) return [entry.data];
    throw new AssayError('invalid_input', `Line ${index + 1} of transcript.jsonl is not a transcript entry`);
  });

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // reported like any other invalid line
    return undefined;
  }
}
