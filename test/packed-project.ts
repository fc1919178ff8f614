import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An empty project into which tarballs are installed, as people install packages. */
export interface PackedProject {
  readonly folder: string;
  /** The installed command. */
  readonly assay: string;
}

interface InstallOptions {
  readonly files: readonly string[];
  /** Without optional dependencies. */
  readonly lean?: boolean;
}

export function createPackedProject(folder: string, { files, lean = false }: InstallOptions): PackedProject {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npmInstall(folder, [...(lean ? ['--omit=optional'] : []), ...files]);
  return { folder, assay: join(folder, 'node_modules', 'assay', 'bin', 'assay.js') };
}

/** Runs `npm install` in a folder. What the cache has is not downloaded again. */
export function npmInstall(folder: string, args: readonly string[]): void {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
