import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diffSnapshots } from '../src/trees/diff-snapshots.ts';
import { createObjectStore, type ObjectStore } from '../src/trees/object-store.ts';
import { type Snapshot, takeSnapshot } from '../src/trees/snapshot.ts';

/* A real folder with a real history, attacked with real programs. */

export interface Scene extends Disposable {
  /** The parent folder, for files outside the workspace. */
  readonly outside: string;
  readonly folder: string;
  readonly store: ObjectStore;
  readonly baseline: Snapshot;
  /** Runs a shell script in the workspace as an agent would, with git and an identity. */
  attack(script: string): void;
  snapshot(): Promise<Snapshot>;
  /** The paths that changed since the baseline, with the kind of change. */
  changes(): Promise<Record<string, string>>;
  diff(options?: { readonly list_ignored?: boolean }): ReturnType<typeof diffSnapshots>;
}

export const SEED: Readonly<Record<string, string>> = {
  'app.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_app.py': 'from app import add\n\ndef test_add():\n    assert add(1, 2) == 3\n',
  'run.sh': '#!/bin/sh\necho run\n',
  '.gitignore': 'build/\n*.log\n',
};

export function scratchFolder(place = tmpdir()): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(place, 'assay-workspace-'));
  return {
    path,
    [Symbol.dispose]() {
      // folders without permissions cannot be removed
      spawnSync('chmod', ['-R', 'u+rwX', '--', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export function putFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function shell(folder: string, script: string): string {
  return execFileSync('bash', ['-euc', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_NAME: 'agent',
      GIT_AUTHOR_EMAIL: 'agent@localhost',
      GIT_COMMITTER_NAME: 'agent',
      GIT_COMMITTER_EMAIL: 'agent@localhost',
    },
  });
}

export async function openScene(files: Readonly<Record<string, string | Uint8Array>> = SEED): Promise<Scene> {
  const scratch = scratchFolder();
  const folder = join(scratch.path, 'workspace');
  putFiles(folder, files);
  if ('run.sh' in files) chmodSync(join(folder, 'run.sh'), 0o755);
  shell(
    folder,
    'git init --quiet --template= --initial-branch=main && git add --all && git commit --quiet --allow-empty --message=seed',
  );
  const store = await createObjectStore(join(scratch.path, 'store'));
  const baseline = await takeSnapshot(folder, store);
  const snapshot = () => takeSnapshot(folder, store, baseline);
  const diff = async (options = {}) => diffSnapshots(baseline, await snapshot(), { store, ...options });
  return {
    outside: scratch.path,
    folder,
    store,
    baseline,
    attack: (script) => void shell(folder, script),
    snapshot,
    diff,
    changes: async () => Object.fromEntries((await diff()).changed_paths.map(({ path, change }) => [path, change])),
    [Symbol.dispose]: scratch[Symbol.dispose],
  };
}
