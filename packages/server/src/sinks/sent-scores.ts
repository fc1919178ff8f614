import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = join('raw', 'sent-scores.json');
const SentScores = z.strictObject({ sinks: z.array(z.string().max(100)).max(100) });

/** Notes in a run folder which sinks have its score, so that nobody sends it twice. */
export const noteSentScores = (folder: string, sinks: readonly string[]): Promise<void> =>
  writeFile(join(folder, FILE), `${JSON.stringify({ sinks })}\n`);

/** The ids of the sinks that have the score of a run. */
export async function readSentScores(folder: string): Promise<readonly string[]> {
  try {
    return SentScores.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8'))).sinks;
  } catch {
    // nobody sent it
    return [];
  }
}
