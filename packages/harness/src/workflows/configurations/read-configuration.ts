import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import { type Configuration, createConfiguration } from './configuration.ts';
import { openRefs } from './open-refs.ts';
import { readFolderArtifacts } from './read-folder-artifacts.ts';
import { readTreeArtifacts } from './read-tree-artifacts.ts';

interface ReadConfigurationOptions {
  /** What to call it. */
  readonly label: string;
  /** Where relative paths start, and in whose repository refs are looked up. */
  readonly folder: string;
}

/**
 * The files that steer agents, of a folder or of a git ref. A source is a folder if it is written as a path: it starts
 * with `.` or `/`, or ends with `/`. Links are kept as links and never followed.
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

// what the operator names may be a link; what is in it may not lead anywhere
function findFolder(source: string, { label, folder }: ReadConfigurationOptions): string {
  const path = resolve(folder, source);
  if (isFolder(path)) return realpathSync(path);
  throw new AssayError(
    'usage',
    `expected the configuration ${label} to be a folder or a git ref, found nothing at ${source}; a ref does not start with . or /`,
  );
}

const meantFolder = (source: string, label: string): AssayError =>
  new AssayError(
    'usage',
    `expected the configuration ${label} to name a commit, found a folder called ${source}; write ./${source} for the folder`,
  );
