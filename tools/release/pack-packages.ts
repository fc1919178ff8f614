import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Published, publishedManifest } from './published-manifest.ts';
import { listWorkspaces, readManifest } from './workspaces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const PUBLISHED = JSON.parse(readFileSync(new URL('../published.json', import.meta.url), 'utf8')) as Published;

/** A package as it is published. */
export interface PackedPackage {
  /** Such as `packages/schema`. */
  readonly directory: string;
  readonly name: string;
  readonly version: string;
  /** The tarball. */
  readonly file: string;
  readonly packed_bytes: number;
  readonly unpacked_bytes: number;
}

interface PackOptions {
  /** Default: all packages. */
  readonly directories?: readonly string[];
  readonly published?: Published;
}

/** Packs packages into a folder, with the manifests that are published. A package comes after those it depends on. */
export function packPackages(
  folder: string,
  { directories = listWorkspaces(ROOT), published = PUBLISHED }: PackOptions = {},
): readonly PackedPackage[] {
  const packed = npmPack(
    directories.map((directory) => `--workspace=${directory}`),
    { cwd: ROOT, folder },
  );
  return directories.map((directory) => {
    const manifest = readManifest(join(ROOT, directory));
    const plain = packed.find(({ name }) => name === manifest.name);
    if (plain === undefined) throw new Error(`npm did not pack ${directory}`);
    const wanted = publishedManifest(manifest, directory, published);
    const { filename, size, unpackedSize } = isDeepStrictEqual(wanted, manifest)
      ? plain
      : replaceManifest(join(folder, plain.filename), { folder, manifest: wanted });
    const { name, version } = wanted;
    const file = join(folder, filename);
    return { directory, name, version, file, packed_bytes: size, unpacked_bytes: unpackedSize };
  });
}

/** Packs a tarball again with another manifest. */
function replaceManifest(file: string, { folder, manifest }: { folder: string; manifest: object }): NpmPacked {
  const stage = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  try {
    execFileSync('tar', ['-xzf', file, '-C', stage, '--strip-components=1']);
    rmSync(file);
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    return npmPack([], { cwd: stage, folder })[0] as NpmPacked;
  } finally {
    rmSync(stage, { recursive: true });
  }
}

interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

function npmPack(args: readonly string[], { cwd, folder }: { cwd: string; folder: string }): readonly NpmPacked[] {
  const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  // the answer lists every file
  const maxBuffer = 64 * 1024 * 1024;
  const answer = execFileSync('npm', ['pack', ...options, ...args], { cwd, encoding: 'utf8', maxBuffer });
  return JSON.parse(answer) as NpmPacked[];
}
