import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import { type Configuration, createConfiguration } from './configuration.ts';
import { openRefs } from './open-refs.ts';
import { readFolderArtifacts } from './read-folder-artifacts.ts';
import { readTreeArtifacts } from './read-tree-artifacts.ts';

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
