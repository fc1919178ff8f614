import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError, TranscriptEntry } from '@assay/schema';
import { defineAgent } from '../contracts/agent.ts';
import { attempt } from './built-in-action.ts';
import { applyPatch } from './edits/apply-patch.ts';

/** Does once more what a recorded run did: its change of the workspace, and what it said. */
export const replay = defineAgent({
  kind: 'built-in',
  type: 'replay',
  title: 'Replays a recorded run',
  honours: ['run'],
  findMistakes: ({ run }) => (run === undefined ? ['run: expected the folder of a run, found none'] : []),
  act: ({ spec, base, workspace }) =>
    attempt(async () => {
      const folder = resolve(base, spec.run ?? '');
      const entries = parseEntries(await readFile(join(folder, 'transcript.jsonl'), 'utf8'));
      const patch = await readFile(join(folder, 'diff.patch'));
      // an empty one is of a run that changed nothing
      if (patch.length > 0) await applyPatch(workspace, patch);
      return { entries, failure: null };
    }),
});

const parseEntries = (lines: string): TranscriptEntry[] =>
  lines.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    const entry = TranscriptEntry.safeParse(parseJson(line));
    if (entry.success) return [entry.data];
    throw new AssayError(
      'invalid_input',
      `Expected an entry at line ${index + 1} of transcript.jsonl, found another thing`,
    );
  });

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // told like any other line that is no entry
    return undefined;
  }
}
