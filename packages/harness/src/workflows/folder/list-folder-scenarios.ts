import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { AssayError, Proof, parse } from '@assay/schema';
import type { FolderScenario } from '@assay/schema/api';
import { findConfig, kindAt, kindOfConfig } from '../../scenarios/documents/find-files.ts';
import { HARBOR_FILE } from '../../scenarios/formats/harbor.ts';
import { type LoadedScenario, loadProject } from '../../scenarios/load-project.ts';
import { readMinedFolders } from '../mine/mined-index.ts';

export interface FolderScenarios {
  readonly folder: string;
  readonly problem: string | null;
  readonly items: FolderScenario[];
}

interface Options {
  readonly folder: string;
  /** The `.assay` folder, which has the proofs. */
  readonly root: string;
}

const MOST_TEXT = 500;

/** The scenarios of a folder by name, with their newest proofs. Executes nothing: agents may write to the folder. */
export async function listFolderScenarios({ folder, root }: Options): Promise<FolderScenarios> {
  const name = basename(folder);
  // most folders have none, which is no mistake
  if ((await findConfig(folder)) === undefined && (await kindAt(join(folder, 'scenarios'))) === 'nothing')
    return { folder: name, problem: null, items: [] };
  try {
    const { scenarios, config_file } = await loadProject({ folder, data_only: true });
    const proofs = await readNewestProofs(join(root, 'proofs'));
    const is_foreign = config_file !== null && kindOfConfig(config_file) !== 'assay';
    const items: FolderScenario[] = [];
    for (const loaded of scenarios) {
      const { scenario, file, id } = loaded;
      items.push({
        name: id,
        file: relative(folder, file),
        user_instruction: scenario.user_instruction.slice(0, MOST_TEXT),
        scorers: scenario.scorers.length,
        origin: is_foreign ? 'imported' : await findOrigin(loaded),
        proof: await describeProof(proofs.get(scenario.name), file),
      });
    }
    return { folder: name, problem: null, items: items.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) };
  } catch (error) {
    if (error instanceof AssayError) return { folder: name, problem: error.message, items: [] };
    throw error;
  }
}

// tasks of other tools are folders, or named by their place in a file
const SCENARIO_FILE = /\.(ya?ml|json|[cm]?[jt]s)$/;
const PLACE_IN_FILE = /(#[^/]*|:\d+)$/;

async function findOrigin({ file }: LoadedScenario): Promise<FolderScenario['origin']> {
  if (!SCENARIO_FILE.test(file)) return 'imported';
  const own = dirname(file);
  if ((await stat(join(own, HARBOR_FILE)).catch(() => null)) !== null) return 'imported';
  return (await readMinedFolders(dirname(own))).has(basename(own)) ? 'mined' : 'written';
}

async function describeProof(proof: Proof | undefined, file: string): Promise<FolderScenario['proof']> {
  if (proof === undefined) return null;
  const { proven, proved_at, reason } = proof;
  const changed_ms = (await stat(file.replace(PLACE_IN_FILE, '')).catch(() => null))?.mtimeMs ?? 0;
  return { proven, proved_at, reason, is_outdated: changed_ms > Date.parse(proved_at) };
}

/** The newest proof of each scenario. Older proofs do not name their scenario. */
async function readNewestProofs(folder: string): Promise<ReadonlyMap<string, Proof>> {
  const newest = new Map<string, Proof>();
  for (const name of await readdir(folder).catch(() => [])) {
    const proof = name.endsWith('.json') ? await readProof(join(folder, name)) : undefined;
    if (proof?.scenario === undefined) continue;
    const known = newest.get(proof.scenario);
    if (known === undefined || known.proved_at < proof.proved_at) newest.set(proof.scenario, proof);
  }
  return newest;
}

async function readProof(file: string): Promise<Proof | undefined> {
  try {
    return parse(Proof, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // being written, or of another version
    return undefined;
  }
}
