import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EnvironmentRecipe } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { environmentStore, linkCommand, useEnvironment } from '../../machine/environments/store.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { nameEnvironment } from '../../scenarios/recipe.ts';
import { RejectedError } from '../rejection.ts';
import { choosePlan } from './choose-plan.ts';
import type { Installing } from './container-image.ts';
import { installEnvironment } from './install-environment.ts';
import { fillDate } from './install-plan.ts';

/** What the tests of a commit need besides its files. */
export interface Environment {
  /** Links what is installed into a workspace; undefined if nothing is. */
  readonly setup: string | undefined;
  /** The folder that runs have to read for it. */
  readonly readable: readonly string[];
  /** How it is installed on other machines. */
  readonly recipe: EnvironmentRecipe | undefined;
  /** Its own Python, as a path in the workspace. */
  readonly python: string | undefined;
  /** Whether its dependencies were installed, rather than taken from the machine or another commit. */
  readonly is_installed: boolean;
  /** How they are installed in an image; undefined if there are none. */
  readonly install: Installing | undefined;
}

export const NO_ENVIRONMENT: Environment = {
  setup: undefined,
  readable: [],
  recipe: undefined,
  python: undefined,
  is_installed: false,
  install: undefined,
};

export interface EnvironmentsOptions {
  /** The repository. */
  readonly root: string;
  /** Overrides the install command. */
  readonly setup: string | undefined;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string) => void;
}

interface Request {
  /** Writes the files of the commit into an empty folder. */
  readonly fill: (folder: string) => Promise<void>;
  /** A folder for the checkout. No run may read it: it contains the solution. */
  readonly draft: string;
  readonly date: string;
  /** The folder of the package whose tests run. */
  readonly unit?: string | undefined;
  /** Also installs what the machine may have already. */
  readonly force?: boolean;
}

export interface Environments {
  prepare(request: Request): Promise<Environment>;
}

/**
 * Installs the dependencies of commits, once for each distinct set of dependencies, outside of all workspaces. A commit
 * whose dependencies need not be installed gets those of the last one that had to, if they are installed the same way.
 */
export function openEnvironments({ root, setup, ...options }: EnvironmentsOptions): Environments {
  const store = environmentStore(options.host);
  const failed = new Map<string, RejectedError>();
  const last = new Map<string, Environment>();
  return {
    async prepare({ fill, draft, date, unit, force = false }) {
      await removeTree(draft);
      await mkdir(draft, { recursive: true });
      try {
        await fill(draft);
        const plan = await choosePlan(draft, { unit, setup });
        const install = plan && { command: fillDate(plan.command, date), folder: plan.folder };
        const way = JSON.stringify([plan?.folder, plan?.command]);
        if (plan === undefined || !(plan.needed || force))
          return { ...(last.get(way) ?? NO_ENVIRONMENT), install, is_installed: false };
        const recipe = {
          ...{ install: plan.command, folder: plan.folder, date: date.slice(0, 10) },
          files: await readAll(draft, plan.decided_by),
        };
        const name = nameEnvironment(recipe);
        const known = failed.get(name);
        if (known !== undefined) throw known;
        const find = () => useEnvironment(store, name);
        const make = async () => {
          await installEnvironment(recipe, { ...options, name, draft, built_for: basename(root) }).catch(
            (error: unknown) => {
              if (error instanceof RejectedError) failed.set(name, error);
              throw error;
            },
          );
          return await find();
        };
        // in use until this process ends
        const found = (await find()) ?? (await make());
        if (found === undefined) throw new RejectedError('not_installable', `the environment ${name} was removed`);
        const venv = found.folders.find((path) => /(?:^|\/)\.venv$/.test(path));
        const environment = {
          ...{ setup: linkCommand(found), readable: [found.folder], install, is_installed: true },
          recipe: { ...recipe, date: found.date },
          python: venv && `${venv}/bin/python`,
        };
        last.set(way, environment);
        return environment;
      } finally {
        await removeTree(draft);
      }
    },
  };
}

async function readAll(folder: string, paths: readonly string[]): Promise<Record<string, string>> {
  const texts = paths.map(async (path) => {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [[path, text] as const];
  });
  return Object.fromEntries((await Promise.all(texts)).flat());
}
