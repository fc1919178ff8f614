import { AssayError } from '@assay/schema';

/** The path of a file of a task. Rejects repositories, because git would start the programs named in their settings. */
export function resolveTaskFile(name: string): string {
  if (!name.split('/').some((part) => part.toLowerCase() === '.git')) return name;
  throw new AssayError(
    'invalid_archive',
    `the files contain a git repository at ${JSON.stringify(name)}; leave out .git`,
  );
}
