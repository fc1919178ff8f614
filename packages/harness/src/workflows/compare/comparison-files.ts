import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Comparison, Proof, parse } from '@assay/schema';
import { openRootFolder } from '../../machine/root-folder.ts';
import { formatJson } from '../../run/folders/run-folders.ts';

/** Saves a comparison in `.assay` atomically; returns its file. */
export async function saveComparison(root: string, comparison: Comparison): Promise<string> {
  return await saveFile(root, `${comparison.comparison_id}.json`, comparison);
}

/** Saves the pull request of a comparison next to it, for the dashboard. */
export async function savePullRequest(
  root: string,
  { comparison_id, url }: Pick<Comparison, 'comparison_id'> & { readonly url: string },
): Promise<void> {
  await saveFile(root, `${comparison_id}.pull-request.json`, { url, state: 'open' });
}

async function saveFile(root: string, name: string, content: object): Promise<string> {
  const folder = join(root, 'comparisons');
  await openRootFolder(root);
  await mkdir(folder, { recursive: true });
  const file = join(folder, name);
  await writeFile(`${file}.part`, formatJson(content));
  await rename(`${file}.part`, file);
  return file;
}

/** The digests of tasks that were proven by the version that made their runs. */
export async function findProven(
  root: string,
  tasks: Iterable<{ readonly task_digest: string; readonly harness_version: string }>,
): Promise<Set<string>> {
  const proven = new Set<string>();
  for (const { task_digest, harness_version } of tasks) {
    if (proven.has(task_digest)) continue;
    const text = await readFile(join(root, 'proofs', `${task_digest}.json`), 'utf8').catch(() => null);
    // an unreadable proof proves nothing
    const proof = text === null ? null : tryParse(text);
    if (proof?.proven === true && proof.harness_version === harness_version) proven.add(task_digest);
  }
  return proven;
}

function tryParse(text: string): Proof | null {
  try {
    return parse(Proof, JSON.parse(text));
  } catch {
    // cut short by a crash: remade with the next run
    return null;
  }
}
