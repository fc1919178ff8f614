import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CornerEvidence } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { restoreTree } from '../../machine/workspace/restore-tree.ts';
import { NO_GIT_VERSION } from '../environments/install-environment.ts';
import { openTestCopy } from '../test-commands/test-copy.ts';
import type { Installed } from './installed.ts';

/** One run of the tests of a tree. */
export interface RanCorner extends CornerEvidence {
  readonly tree: string;
  readonly command: string;
  readonly cached: boolean;
}

export interface CornerOptions {
  readonly git_dir: string;
  readonly installed: Installed;
  /** Runs first in each copy. */
  readonly setup: string | undefined;
  readonly readable: readonly string[];
  readonly limit_ms: number;
  /** Where results are kept. */
  readonly cache: string;
  readonly version: string;
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

// the end of the output explains why nothing ran
const KEPT_CHARS = 4000;

/** Everything besides the files that decides how tests end. */
export const environmentDigest = ({ installed, setup, sandbox, version, host }: CornerOptions): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[installed.digest, installed.readable, setup ?? '', sandbox.id, version],
        ...[process.platform, process.arch, process.version, host.environment['PATH'] ?? ''],
      ]),
    )
    .digest('hex');

interface CornerCommand {
  readonly tree: string;
  readonly command: string;
  readonly time?: number;
  /** What the command reads; nothing by default. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command on a tree in a new copy, for the first or another time. */
export async function runCorner(
  { tree, command, time = 1, input, env = { CI: '1' } }: CornerCommand,
  options: CornerOptions,
): Promise<RanCorner> {
  const { git_dir, installed, setup, readable, limit_ms, cache, host, sandbox, signal } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([tree, command, environmentDigest(options), limit_ms, time, input, env]))
    .digest('hex');
  const path = join(cache, `${key}.json`);
  const kept = await readKept(path);
  if (kept !== undefined) return { ...kept, tree, command, cached: true };
  await using copy = await openTestCopy({
    fill: async (workspace) => {
      await restoreTree({ store: git_dir, tree, target: workspace });
      await installed.link(workspace);
    },
    ...{ setup, host, sandbox, signal },
    readable: [...readable, ...installed.readable],
  });
  const ran = await copy.run(command, {
    ...{ timeout_ms: limit_ms, env: { ...NO_GIT_VERSION, ...env } },
    ...(input === undefined ? {} : { input }),
  });
  const { exit_code, timed_out, duration_ms, report } = ran;
  const evidence = { exit_code, timed_out, duration_ms, report, output: ran.output.slice(-KEPT_CHARS) };
  if (!timed_out) await keep(path, evidence);
  return { ...evidence, tree, command, cached: false };
}

async function readKept(path: string): Promise<CornerEvidence | undefined> {
  try {
    return CornerEvidence.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // missing, or damaged: the corner runs again
    return undefined;
  }
}

async function keep(path: string, evidence: CornerEvidence): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const own = `${path}.${process.pid}`;
  await writeFile(own, JSON.stringify(evidence));
  await rename(own, path);
}
