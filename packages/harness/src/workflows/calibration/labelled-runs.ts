import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseList } from '@assay/detect';
import { AssayError, type JudgeLabel, JudgeLabels } from '@assay/schema';
import { findRuns } from '../../run/folders/find-runs.ts';

/** A run and all its labels. */
export interface LabeledRun {
  readonly folder: string;
  readonly labels: readonly JudgeLabel[];
}

/** The runs in a label file, each once. Paths are relative to the file. */
export async function readLabeledRuns(file: string, { root }: { readonly root: string }): Promise<LabeledRun[]> {
  const content = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${file} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  const { labels } = parseList(content, { name: file, schema: JudgeLabels });
  const runs = new Map<string, JudgeLabel[]>();
  for (const label of labels) {
    const [folder = '', ...others] = await findRuns([label.run], { folder: dirname(resolve(file)), root });
    if (others.length > 0)
      throw new AssayError('invalid_config', `${file}: expected one run, but several have the label ${label.run}`);
    runs.set(folder, [...(runs.get(folder) ?? []), label]);
  }
  return [...runs].map(([folder, said]) => ({ folder, labels: said }));
}
