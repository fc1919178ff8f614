import { createPublicKey } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { type Change, readAllowedChanges } from '@assay/detect';
import { chooseSandbox, findInstalled, runChange } from '@assay/harness';
import { AssayError, type ChangeRecord, type CheckReport } from '@assay/schema';
import { withRun } from '@assay/scoring';
import { attestChange, toPublicKey } from '@assay/server/attestations';
import { cacheFolder, createHost } from './config.ts';
import { openSigningKey } from './signing-key.ts';
import { readSandbox } from './terminal/options.ts';
import { createSteps } from './terminal/progress.ts';
import type { Running } from './terminal/running-options.ts';
import { version } from './version.ts';
import { OWN_FOLDER, writeNamedFile } from './write-file.ts';

interface RunningOptions {
  readonly folder: string;
  /** The ref with the change; undefined for the work tree or a folder. */
  readonly head?: string | undefined;
  readonly strict: boolean;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 600_000;

/** Runs changes after they were read. */
export async function openRunning(
  { reports_only, test, setup, limit_ms = LIMIT_MS, sandbox: name, record: file, mutants }: Running,
  { folder, head, strict, signal }: RunningOptions,
): Promise<(report: CheckReport, change: Change) => Promise<CheckReport>> {
  const use = readSandbox(name);
  const { sandbox } = await chooseSandbox({ readable: [], ...(use === undefined ? {} : { use }) }, []);
  return async (report, change) => {
    const root = change.root ?? folder;
    if (file !== undefined && head === undefined) requireOutside(file, { root, is_repository: change.root !== null });
    const steps = createSteps();
    const installed = await findInstalled(root, await listPackages(change));
    const record = await runChange(change, {
      ...{ installed, setup, test, limit_ms, sandbox, signal, mutants },
      readable: [],
      cache: join(cacheFolder(), 'corners'),
      version: version(),
      host: createHost(),
      allowed: await readAllowedChanges(change),
      onProgress: steps.show,
    }).finally(steps.clear);
    return withRun(report, record, { required: !reports_only, strict });
  };
}

/** Signs the record of a change with the key of this machine and writes it. */
export async function saveRecord(file: string, record: ChangeRecord): Promise<void> {
  if (record.state === 'not_run') {
    process.stderr.write(`! no record is written, because nothing could be run\n`);
    return;
  }
  const key = openSigningKey();
  const signer = { kid: toPublicKey(createPublicKey(key)).kid, key };
  const attested = { record, assay_version: version(), now: createHost().now() };
  await writeNamedFile(file, `${JSON.stringify(attestChange(attested, signer), null, 2)}\n`);
}

/** A record inside the tree that it is about would change that tree. */
function requireOutside(file: string, { root, is_repository }: { root: string; is_repository: boolean }): void {
  const inside = relative(resolve(root), resolve(file));
  if (inside.startsWith('..') || (is_repository && inside.startsWith(`${OWN_FOLDER}/`))) return;
  const place = is_repository ? `${OWN_FOLDER}/record.json` : `a file outside ${root}`;
  throw new AssayError('usage', `--record ${file} would be a part of the change; use --record ${place}`);
}

/** The folders of the packages of a repository. */
async function listPackages(change: Change): Promise<string[]> {
  const folders: string[] = [];
  await change.readUnchanged((paths) => {
    for (const path of [...paths, ...change.changed_paths.map((each) => each.path)])
      if (path.endsWith('/package.json')) folders.push(path.slice(0, -'/package.json'.length));
    return [];
  });
  return folders;
}
