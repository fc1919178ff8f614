import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diffSnapshots } from '@assay/detect';
import { AssayError, Evidence, parse, type ScorerSpec } from '@assay/schema';
import { notScoredReason } from '@assay/scoring';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import type { Gathered } from '../execute/run-environment.ts';
import type { Scratch } from '../execute/scratch.ts';
import { formatJson } from '../folders/run-folders.ts';
import { type CleanTree, planFiles } from '../gather/clean-tree.ts';
import { watch } from '../gather/gather-change.ts';
import { gatherCode } from '../gather/gather-code.ts';
import { gatherRequests } from '../gather/gather-commands.ts';
import { openSession } from '../gather/grading-environment.ts';
import { type RestoredTrees, restoreTrees } from '../gather/restored-trees.ts';
import { revealHidden, revealInCheckout } from '../gather/reveal-hidden.ts';
import { findMissing, type MissingEvidence } from './missing-evidence.ts';

export interface RestoreOptions {
  readonly scorers: readonly ScorerSpec[];
  readonly host: Host;
  /** Called only if a command must run. */
  readonly openSandbox: () => Promise<Sandbox>;
  readonly readable: readonly string[];
  readonly signal: AbortSignal;
}

/** Evidence with additions for other scorers; the run's own evidence is unchanged. */
export interface RestoredEvidence {
  readonly evidence: Evidence;
  /** Scorers whose evidence was gathered now. */
  readonly restored: ReadonlySet<string>;
  /** Scorers whose evidence cannot be restored, and why. */
  readonly lost: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** Gathers missing evidence for scorers from the trees in a run folder. */
export async function restoreEvidence(
  { folder, evidence }: { readonly folder: string; readonly evidence: Evidence },
  options: RestoreOptions,
): Promise<RestoredEvidence> {
  const missing = findMissing(evidence, options.scorers);
  // a run that is not scored needs nothing
  if (missing.scorers.size === 0 || notScoredReason(evidence.run) !== null)
    return { evidence, restored: new Set(), lost: new Map(), warnings: [] };
  let trees: RestoredTrees;
  try {
    trees = await restoreTrees(folder, evidence);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'unreadable_file') throw error;
    const reason = `the evidence that this scorer needs is missing and cannot be restored: ${error.message}`;
    const lost = new Map([...missing.scorers].map((name) => [name, reason]));
    return { evidence, restored: new Set(), lost, warnings: [] };
  }
  await using _ = trees;
  const run = await restoreCommands({ folder, evidence }, { missing, trees, options });
  const change = await restoreChange(evidence, { missing, trees, options });
  return {
    evidence: {
      ...evidence,
      ...change,
      commands: { ...evidence.commands, ...run.commands },
      baseline_commands: { ...evidence.baseline_commands, ...run.baseline_commands },
    },
    restored: missing.scorers,
    lost: new Map(),
    warnings: run.warnings,
  };
}

interface Restoring {
  readonly missing: MissingEvidence;
  readonly trees: RestoredTrees;
  readonly options: RestoreOptions;
}

async function restoreChange(
  evidence: Evidence,
  { missing, trees: { store, baseline, final }, options: { scorers } }: Restoring,
): Promise<Partial<Evidence>> {
  const reads_code = missing.inventory || missing.signals || missing.secrets;
  const code = reads_code ? await gatherCode(evidence.changed_paths, { store, baseline, scorers }) : null;
  return {
    ...(missing.inventory && code !== null && { inventory: code.inventory }),
    ...(missing.signals && code !== null && { signals: code.signals }),
    ...(missing.secrets && code !== null && { secrets: code.secrets }),
    watched_paths: { ...evidence.watched_paths, ...watch(missing.paths, baseline, final) },
    ...(missing.ignored && { ignored_changes: await restoreIgnored(evidence, { store, baseline, final }) }),
  };
}

// ignore rules outside the trees are lost: keep the old list if the counts differ
async function restoreIgnored(
  { ignored_changes: known }: Evidence,
  { store, baseline, final }: Pick<RestoredTrees, 'store' | 'baseline' | 'final'>,
): Promise<Evidence['ignored_changes']> {
  const { ignored_changes } = await diffSnapshots(baseline, final, { store, list_ignored: true });
  return ignored_changes.count === known.count ? ignored_changes : known;
}

const Ran = Evidence.pick({ commands: true, baseline_commands: true, warnings: true });

// a program may print something else the next time, which would change the judge's question: results are
// stored next to the evidence
async function restoreCommands(
  { folder, evidence }: { readonly folder: string; readonly evidence: Evidence },
  restoring: Restoring,
): Promise<Pick<Evidence, 'commands' | 'baseline_commands' | 'warnings'>> {
  const { requests, baseline_requests } = restoring.missing;
  if (requests.length === 0 && baseline_requests.length === 0)
    return { commands: {}, baseline_commands: {}, warnings: [] };
  const { baseline_tree, final_tree } = evidence;
  const file = join(
    folder,
    'restored',
    `${canonicalDigest({ requests, baseline_requests, baseline_tree, final_tree })}.json`,
  );
  const known = await readRan(file);
  if (known !== null) return known;
  const ran = await runCommands(evidence, restoring);
  // interrupted results must not be stored
  restoring.options.signal.throwIfAborted();
  await mkdir(join(folder, 'restored'), { recursive: true });
  // the folder is untrusted: replace a link in its place, do not write through it
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, formatJson(ran), { flag: 'wx' });
  await rename(own, file);
  return ran;
}

async function readRan(file: string): Promise<ReturnType<typeof Ran.parse> | null> {
  try {
    return parse(Ran, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // never gathered, or cut short by a crash: gather now
    return null;
  }
}

async function runCommands(
  evidence: Evidence,
  { missing, trees, options: { host, openSandbox, readable, signal } }: Restoring,
): Promise<Pick<Evidence, 'commands' | 'baseline_commands' | 'warnings'>> {
  const { store, baseline, final, hidden, before, after } = trees;
  const attempt = { run_id: evidence.run.run_id, prepared: { task: evidence.task } };
  const context = { host, sandbox: await openSandbox(), readable, signal };
  const gather = async (
    requests: MissingEvidence['requests'],
    scratch: Scratch,
    clean: CleanTree | null,
  ): Promise<Gathered> => {
    if (requests.length === 0) return { commands: {}, warnings: [] };
    const folders = { workspace: scratch.workspace, home: scratch.grader_home };
    await using grader = await openSession({ attempt, context }, folders);
    // no credentials to redact: trees with credentials are not saved
    const redactor = createRedactor(new Map());
    const graded = await revealHidden({ attempt, context, scratch, grader, store, baseline, hidden, redactor });
    return await gatherRequests(requests, graded, clean === null ? null : revealInCheckout(clean, hidden));
  };
  const { ignored, changed_paths: changed } = await diffSnapshots(baseline, final, { store });
  const { runner_config: runner = 'baseline' } = evidence.task.scenario;
  const clean: CleanTree = {
    store,
    baseline,
    final,
    files: planFiles({ baseline, final }, { ignored, changed, runner }),
    history: evidence.run.history === 'fresh' ? 'new' : null,
  };
  const at_end = await gather(missing.requests, after, clean);
  const at_start = await gather(missing.baseline_requests, before, null);
  return {
    commands: keep(at_end, missing.commands),
    baseline_commands: keep(at_start, missing.baseline_commands),
    warnings: [...at_end.warnings, ...at_start.warnings.map((warning) => `at the baseline, ${warning}`)],
  };
}

const keep = ({ commands }: Gathered, names: ReadonlySet<string>): Gathered['commands'] =>
  Object.fromEntries(Object.entries(commands).filter(([name]) => names.has(name)));
