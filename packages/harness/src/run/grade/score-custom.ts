import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_TEXT_BYTES } from '@assay/detect';
import { type CustomScore, type Evidence, type FileState, isCustomScorer, type ScorerSpec } from '@assay/schema';
import { notScoredReason } from '@assay/scoring';
import type { CustomScorers } from '../../scenarios/open-scorers.ts';
import { type RunFolder, readRunFolder } from '../folders/read-run-folder.ts';
import { formatJson } from '../folders/run-folders.ts';
import { openStoredObjects } from '../gather/restored-trees.ts';

interface Scoring {
  readonly custom: CustomScorers;
  readonly signal: AbortSignal;
}

/** Runs the configuration's scorers on a run that is not sealed yet, and adds their outcomes to its evidence. */
export async function recordCustomScores(folder: string, { custom, signal }: Scoring): Promise<void> {
  if (custom.types.length === 0) return;
  const run = await readRunFolder(folder);
  const { scorers } = run.evidence.task.scenario;
  if (!scorers.some(isCustomScorer) || notScoredReason(run.evidence.run) !== null) return;
  const custom_scores = await scoreCustom(run, scorers, { custom, signal });
  const file = join(folder, 'evidence.json');
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, formatJson({ ...run.evidence, custom_scores } satisfies Evidence));
  await rename(own, file);
}

/** The outcomes of scorers on what is stored of a run. */
export const scoreCustom = (
  { folder, evidence, entries }: Pick<RunFolder, 'folder' | 'evidence' | 'entries'>,
  scorers: readonly ScorerSpec[],
  { custom, signal }: Scoring,
): Promise<Record<string, CustomScore>> =>
  custom.score(scorers, {
    signal,
    read: async (keys) => {
      const known: Readonly<Record<string, unknown>> = { ...evidence, entries };
      const files = keys.includes('files') ? { files: await readFiles(folder, evidence) } : {};
      return { ...Object.fromEntries(keys.map((key) => [key, known[key]])), ...files };
    },
  });

/** The scorers whose outcome is missing, or was given by other code or with other settings, and that can be run. */
export const findOutdated = (
  { custom_scores = {} }: Evidence,
  scorers: readonly ScorerSpec[],
  custom: CustomScorers,
): readonly ScorerSpec[] =>
  scorers.filter(isCustomScorer).filter(({ name, type, required: _, ...config }) => {
    const record = Object.hasOwn(custom_scores, name) ? custom_scores[name] : undefined;
    const digest = custom.digest(type);
    const known = record?.type === type && JSON.stringify(record.config) === JSON.stringify(config);
    return digest !== undefined && !(known && record.digest === digest);
  });

/** Both sides of every changed text file. */
async function readFiles(folder: string, { changed_paths }: Evidence): Promise<object> {
  await using store = await openStoredObjects(folder);
  const read = async (state: FileState | null): Promise<string | null> =>
    state?.kind === 'file' && !state.binary && state.size_bytes <= MAX_TEXT_BYTES
      ? (await store.read(state.oid)).toString('utf8')
      : null;
  const files: [string, object][] = [];
  for (const { path, before, after } of changed_paths)
    files.push([path, { before: await read(before), after: await read(after) }]);
  return Object.fromEntries(files);
}
