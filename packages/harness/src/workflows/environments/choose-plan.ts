import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstallPlan, planInstall } from './install-plan.ts';

/** How to install a checkout, with paths from its top. */
export interface ChosenPlan extends Pick<InstallPlan, 'command' | 'needed' | 'decided_by'> {
  /** Where the command runs; null: at the top. */
  readonly folder: string | null;
}

interface ChooseOptions {
  /** The folder of the package whose tests run. */
  readonly unit: string | undefined;
  /** Overrides the install command. */
  readonly setup: string | undefined;
}

/** How to install what a checkout, or one package of it, needs; undefined if it needs nothing. */
export async function choosePlan(checkout: string, { unit, setup }: ChooseOptions): Promise<ChosenPlan | undefined> {
  const names = await readdir(checkout);
  if (setup !== undefined) return { command: setup, decided_by: names.filter(isManifest), needed: true, folder: null };
  const top = await planFolder(checkout, null);
  const own = unit === undefined ? undefined : await planFolder(checkout, unit);
  return own !== undefined && (top === undefined || standsAlone(own, top)) ? own : top;
}

// another language, or a package that is not part of a workspace
const standsAlone = (own: FolderPlan, top: FolderPlan): boolean =>
  own.manifest !== top.manifest || isLocked(own) || (!isLocked(top) && own.manifest !== 'package.json');

const isLocked = ({ decided_by }: FolderPlan): boolean => decided_by.some((path) => LOCK.test(path));

const LOCK = /(?:^|[/.-])(?:lock|shrinkwrap)\b|\.(?:lock|sum)$/;
const MANIFEST =
  /^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|[\w-]*requirements[\w.-]*\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile)$/;
const isManifest = (name: string): boolean => LOCK.test(name) || MANIFEST.test(name);

type FolderPlan = ChosenPlan & Pick<InstallPlan, 'manifest'>;

async function planFolder(checkout: string, unit: string | null): Promise<FolderPlan | undefined> {
  const folder = join(checkout, unit ?? '');
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  const plan = await planInstall(read, { names: await readdir(folder) });
  if (plan === undefined) return undefined;
  const { members = [], decided_by, ...rest } = plan;
  const manifests = await findManifests(folder, { members, manifest: plan.manifest });
  const files = [...new Set([...decided_by, ...manifests])].map((path) => (unit === null ? path : `${unit}/${path}`));
  return { ...rest, decided_by: files, folder: unit };
}

async function findManifests(
  folder: string,
  { members, manifest }: { readonly members: readonly string[]; readonly manifest: string },
): Promise<string[]> {
  const [excluded, included] = [
    members.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
    members.filter((pattern) => !/^!|(?:^|\/)\.\.(?:\/|$)|^\//.test(pattern)),
  ];
  const exclude = ['**/node_modules', ...excluded.map((pattern) => pattern.replace(/\/$/, ''))];
  const patterns = included.map((pattern) => `${pattern.replace(/^\.\//, '').replace(/\/$/, '')}/${manifest}`);
  const found: string[] = [];
  for await (const path of glob(patterns, { cwd: folder, exclude })) found.push(path);
  return found.toSorted();
}
