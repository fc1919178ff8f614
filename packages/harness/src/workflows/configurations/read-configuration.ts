import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { listTree, MODES, openObjectReader, quotePath, readBlobs, readSizes, type TreePath } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { isArtifact } from '../../machine/workspace/artifacts.ts';
import type { ArtifactFile } from '../../machine/workspace/overlay.ts';
import { createArtifactBounds } from './artifact-bounds.ts';
import { type Configuration, createConfiguration } from './configuration.ts';
import { openRefs } from './open-refs.ts';
import { readFolderArtifacts } from './read-folder-artifacts.ts';

interface ReadConfigurationOptions {
  /** Its name in messages. */
  readonly label: string;
  /** The base of relative paths, and the repository of refs. */
  readonly folder: string;
}

/**
 * Reads the agent configuration files of a folder or a git ref. A source is a folder if it starts with `.` or
 * `/`, or ends with `/`. Links are kept as links and never followed.
 */
export async function readConfiguration(
  source: string,
  { label, folder }: ReadConfigurationOptions,
): Promise<Configuration> {
  if (isPath(source)) {
    const files = await readFolderArtifacts(findFolder(source, { label, folder }));
    return createConfiguration({ label, source, commit: null }, files);
  }
  await using refs = await openRefs(folder);
  const wanted = { option: `the configuration ${label}`, name: source };
  const { commit, tree } = await refs.resolve(wanted).catch((error: unknown) => {
    throw isFolder(resolve(folder, source)) ? meantFolder(source, label) : error;
  });
  return createConfiguration({ label, source, commit }, await readTreeArtifacts(tree, refs.git_dir));
}

const isPath = (source: string): boolean => /^[./]|\/$/.test(source);

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

// the named folder may be a link; links inside are not followed
function findFolder(source: string, { label, folder }: ReadConfigurationOptions): string {
  const path = resolve(folder, source);
  if (isFolder(path)) return realpathSync(path);
  throw new AssayError(
    'usage',
    `the configuration ${label}: found nothing at ${source}; use a folder or a git ref, which does not start with . or /`,
  );
}

const meantFolder = (source: string, label: string): AssayError =>
  new AssayError(
    'usage',
    `the configuration ${label}: ${source} is a folder, not a git ref; write ./${source} for the folder`,
  );

/** The agent configuration files of a tree, by path. */
async function readTreeArtifacts(tree: string, git_dir: string): Promise<Map<string, ArtifactFile>> {
  const entries = (await listTree(tree, git_dir)).filter(({ path }) => isArtifact(path));
  for (const entry of entries) refuseSubmodule(entry);
  const oids = entries.map(({ oid }) => oid);
  const bounds = createArtifactBounds();
  await using objects = openObjectReader(git_dir);
  const sizes = await readSizes(oids, objects);
  for (const [index, { path }] of entries.entries()) bounds.add(path, sizes[index] ?? 0);
  const blobs = await readBlobs(oids, { objects });
  return new Map(
    entries.map((entry) => {
      const content = blobs.get(entry.oid)?.content;
      if (content == null) throw new AssayError('unreadable_file', `${quotePath(entry.path)} cannot be read`);
      return [entry.path, { mode: modeOf(entry), content }];
    }),
  );
}

// if skipped, configurations that differ in it would look equal
function refuseSubmodule({ path, mode }: TreePath): void {
  if (mode !== MODES.submodule) return;
  throw new AssayError(
    'invalid_input',
    `expected files at ${quotePath(path)}, found a submodule, whose files are in another repository; use a folder that contains them`,
  );
}

// old trees have other modes, such as 100664, which git treats the same
const modeOf = ({ mode }: TreePath): ArtifactFile['mode'] =>
  mode === MODES.link ? MODES.link : (Number.parseInt(mode, 8) & 0o100) === 0 ? MODES.file : MODES.program;
