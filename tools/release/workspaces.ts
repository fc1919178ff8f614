import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tools read and write of a manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folders of all packages, such as `packages/schema`. A package comes after those it depends on. */
export const listWorkspaces = (root: string): readonly string[] => readManifest(root)['workspaces'] as string[];
