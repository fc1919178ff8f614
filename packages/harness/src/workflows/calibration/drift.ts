import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Anchor, Anchors, AssayError, type JudgeDrift, type Judgment, parse } from '@assay/schema';
import { compareAnchors } from '@assay/scoring';
import { instant } from '../../contracts/host.ts';
import type { CallCache } from '../../judge/call-cache.ts';
import type { Judge } from '../../judge/judge.ts';
import type { JudgeIdentity } from '../../judge/standing.ts';
import { openRootFolder } from '../../machine/root-folder.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { type JudgeAgainOptions, judgeAgain } from './judge-again.ts';
import { readLabeledRuns } from './labelled-runs.ts';

export interface DriftOptions extends JudgeAgainOptions {
  /** The `.assay` folder, which stores anchors and drift. */
  readonly root: string;
  readonly judge: Judge;
  /** A file of labels that names runs to add to the anchors. */
  readonly anchors_file: string | null;
  readonly onProgress?: (done: number, of: number) => void;
}

// cached answers would hide drift
const NO_CACHE: CallCache = { get: async () => null, put: async () => undefined };

/**
 * Asks a judge about its anchors again and compares with its first answers. New anchors are asked for the
 * first time.
 */
export async function checkDrift(options: DriftOptions): Promise<JudgeDrift> {
  const { root, judge, host, onProgress } = options;
  const as: JudgeIdentity = { judge: judge.name, criteria_digest: canonicalDigest(judge.criteria) };
  const file = join(root, 'anchors', `${canonicalDigest(as)}.json`);
  const kept = await readAnchors(file);
  const folders = await listFolders(kept, options);
  const asked: Asked[] = [];
  for (const [index, folder] of folders.entries()) {
    const answer = await askAnchor(folder, options);
    // a copy of a run counts as the same run
    if (!asked.some(({ anchor }) => anchor.run_id === answer.anchor.run_id)) asked.push(answer);
    onProgress?.(index + 1, folders.length);
  }
  if (asked.every(({ anchor }) => anchor.first.verdict === null))
    throw new AssayError('judge_unavailable', `${judge.name} gave no verdict on any anchor: ${asked[0]?.detail}`);
  const known = new Map(kept.map((anchor) => [anchor.run_id, anchor]));
  const comparable = asked.flatMap(({ anchor: { run_id, first: now, prompt_digest } }) => {
    const before = known.get(run_id);
    return before?.prompt_digest === prompt_digest ? [{ run_id, first: before.first, now }] : [];
  });
  const unchanged = new Set(comparable.map(({ run_id }) => run_id));
  const anchors = asked
    .map(({ anchor }) => (unchanged.has(anchor.run_id) ? (known.get(anchor.run_id) as Anchor) : anchor))
    // an anchor without a first answer has nothing to compare with
    .filter(({ first }) => first.verdict !== null);
  const drift: JudgeDrift = {
    ...as,
    checked_at: instant(host.now()),
    models: [...new Set(asked.flatMap(({ models }) => models))].toSorted(),
    anchors: anchors.length,
    renewed: anchors.length - comparable.length,
    ...compareAnchors(comparable),
  };
  await openRootFolder(root);
  await mkdir(join(root, 'anchors'), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...as, anchors }, null, 2)}\n`);
  await appendFile(join(root, 'drift.jsonl'), `${JSON.stringify(drift)}\n`);
  return drift;
}

async function readAnchors(file: string): Promise<readonly Anchor[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return [];
  try {
    return parse(Anchors, JSON.parse(text)).anchors;
  } catch (cause) {
    // silently losing anchors would hide drift
    throw new AssayError('unreadable_file', `${file} cannot be read as anchors: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function listFolders(kept: readonly Anchor[], { anchors_file, root, judge }: DriftOptions): Promise<string[]> {
  const added = anchors_file === null ? [] : await readLabeledRuns(anchors_file, { root });
  const folders = [...new Set([...kept.map(({ folder }) => folder), ...added.map(({ folder }) => folder)])];
  if (folders.length === 0)
    throw new AssayError('usage', `${judge.name} has no anchors yet: add runs with --anchors FILE`);
  return folders;
}

interface Asked {
  readonly anchor: Anchor;
  readonly models: readonly string[];
  readonly detail: string;
}

async function askAnchor(folder: string, { judge, host, signal }: DriftOptions): Promise<Asked> {
  const { run, judgment, calls } = await judgeAgain(folder, { ...judge, cache: NO_CACHE }, { host, signal });
  return {
    anchor: {
      run_id: run.evidence.run.run_id,
      folder,
      first: opinionOf(judgment),
      prompt_digest: calls[0]?.prompt_digest ?? canonicalDigest(null),
      judged_at: instant(host.now()),
    },
    models: judgment.models,
    detail: judgment.status === 'judged' ? '' : judgment.detail,
  };
}

function opinionOf(judgment: Judgment): Anchor['first'] {
  if (judgment.status !== 'judged')
    return { verdict: null, task_completion: null, instruction_adherence: null, efficiency: null };
  const { verdict, task_completion, instruction_adherence, efficiency } = judgment;
  return { verdict, task_completion, instruction_adherence, efficiency };
}
