import { mkdtempSync, rmSync } from 'node:fs';
import { AssayError } from '@assay/schema';
import { createBareRepository } from './bare-repository.ts';
import { runGit } from './git.ts';
import type { ObjectStore } from './object-store.ts';
import { parsePath } from './path-name.ts';
import type { Snapshot } from './snapshot.ts';
import { createTreeWriter } from './tree-writer.ts';

const NUL = Buffer.from([0]);

/**
 * Finds the paths that the ignore rules of the baseline ignore. Git runs in a folder with only those rules, so that rules
 * added by an agent have no effect.
 */
export async function findIgnored(
  paths: readonly string[],
  { baseline, store }: { readonly baseline: Snapshot; readonly store: ObjectStore },
): Promise<Set<string>> {
  const rules = [...baseline.files].filter(([path, { kind }]) => kind === 'file' && /(^|\/)\.gitignore$/.test(path));
  if (paths.length === 0 || (rules.length === 0 && baseline.exclude === null)) return new Set();
  const scratch = mkdtempSync(`${store.folder}/ignore-`);
  try {
    createBareRepository(`${scratch}/git`);
    const writer = createTreeWriter(scratch);
    writer.folder([Buffer.from('tree')]);
    for (const [path, { oid }] of rules) {
      using file = writer.file([Buffer.from('tree'), ...path.split('/').map(parsePath)], { mode: 0o600 });
      file.write(await store.read(oid));
    }
    using exclude = writer.file([Buffer.from('exclude')], { mode: 0o600 });
    if (baseline.exclude !== null) exclude.write(await store.read(baseline.exclude));
    return await askGit(paths, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function askGit(paths: readonly string[], scratch: string): Promise<Set<string>> {
  // git reads a leading colon as a pathspec
  const byBytes = new Map(paths.map((path) => [`./${parsePath(path).toString('latin1')}`, path]));
  const { exit_code, stdout, last_words } = await runGit(
    ['-c', `core.excludesFile=${scratch}/exclude`, 'check-ignore', '-z', '--stdin', '--no-index'],
    {
      git_dir: `${scratch}/git`,
      work_tree: `${scratch}/tree`,
      input: Buffer.concat([...byBytes.keys()].flatMap((path) => [Buffer.from(path, 'latin1'), NUL])),
    },
  );
  // exit code 1 means that none is ignored
  if (exit_code !== 0 && exit_code !== 1) {
    throw new AssayError('internal', `cannot determine which changes are ignored: git says ${last_words}`);
  }
  const ignored = stdout.toString('latin1').split('\0');
  return new Set(ignored.flatMap((path) => byBytes.get(path) ?? []));
}
