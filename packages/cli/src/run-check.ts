import { join } from 'node:path';
import { type Change, readAllowedChanges } from '@assay/detect';
import { chooseSandbox, findInstalled, runChange } from '@assay/harness';
import type { CheckReport } from '@assay/schema';
import { withRun } from '@assay/scoring';
import { cacheFolder, createHost } from './config.ts';
import { readSandbox } from './terminal/options.ts';
import { createSteps } from './terminal/progress.ts';
import type { Running } from './terminal/running-options.ts';
import { version } from './version.ts';

interface RunningOptions {
  readonly folder: string;
  readonly strict: boolean;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 600_000;

/** Runs changes after they were read. */
export async function openRunning(
  { reports_only, test, setup, limit_ms = LIMIT_MS, sandbox: name, mutants }: Running,
  { folder, strict, signal }: RunningOptions,
): Promise<(report: CheckReport, change: Change) => Promise<CheckReport>> {
  const use = readSandbox(name);
  const { sandbox } = await chooseSandbox({ readable: [], ...(use === undefined ? {} : { use }) }, []);
  return async (report, change) => {
    const root = change.root ?? folder;
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
