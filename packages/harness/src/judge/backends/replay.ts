import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JudgeCall, type ModelJudgeSpec } from '@assay/schema';
import { readRecords } from '@assay/transcripts';
import { type JudgeBackend, JudgeFailure, type JudgeReply } from '../backend.ts';
import { shorten } from './failures.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'replay' }>;
type Recorded = Pick<JudgeCall, 'status' | 'obstacle' | 'detail' | 'reply' | 'model'>;

/** What runs keep the calls of their judges in. */
const CALLS_FILE = 'judgments.jsonl';

/** Says again what was recorded, to the same questions. It asks nobody and costs nothing. */
export function createReplay({ from }: Pick<Spec, 'from'>): JudgeBackend {
  let recorded: Promise<ReadonlyMap<string, Recorded>> | undefined;
  return {
    id: 'replay',
    model: null,
    address: from,
    findObstacle: async () => {
      const found = await stat(from).catch(() => null);
      return found === null ? `expected recorded calls at ${from}, found nothing there` : null;
    },
    ask: async (_question, { prompt_digest, sample, signal }) => {
      signal.throwIfAborted();
      recorded ??= readCalls(from);
      const call = (await recorded).get(keyOf({ prompt_digest, sample }));
      if (call === undefined) {
        const message = `expected a call with prompt_digest ${prompt_digest} and sample ${sample} in ${from}, found none`;
        throw new JudgeFailure('not_recorded', message, { again: false });
      }
      return replyOf(call);
    },
  };
}

const keyOf = ({ prompt_digest, sample }: Pick<JudgeCall, 'prompt_digest' | 'sample'>): string =>
  `${prompt_digest} ${sample}`;

function replyOf({ status, obstacle, detail, reply, model }: Recorded): JudgeReply {
  const said = { text: reply, model, usage: null, cost_usd: 0 };
  if (status === 'answered' || obstacle === 'unparseable') return { ...said, stop: 'end' };
  if (obstacle === 'judge_refused') return { ...said, stop: 'refused' };
  if (obstacle === 'cut_off') return { ...said, stop: 'cut_off' };
  throw new JudgeFailure(obstacle ?? 'not_recorded', detail ?? 'the recorded call failed', { again: false });
}

async function readCalls(from: string): Promise<ReadonlyMap<string, Recorded>> {
  const calls = new Map<string, Recorded>();
  try {
    for (const file of await listFiles(from))
      for await (const records of readRecords(createReadStream(file), () => undefined))
        for (const record of records) keep(calls, record);
  } catch (error) {
    const message = `expected recorded calls at ${from}: ${shorten((error as Error).message)}`;
    throw new JudgeFailure('not_recorded', message, { again: false });
  }
  return calls;
}

// an answer is worth more than a failure, and the later of two more than the earlier
function keep(calls: Map<string, Recorded>, record: unknown): void {
  const { data: call } = JudgeCall.safeParse(record);
  if (call === undefined) return;
  const { status, obstacle, detail, reply, model } = call;
  if (calls.get(keyOf(call))?.status === 'answered' && status !== 'answered') return;
  calls.set(keyOf(call), { status, obstacle, detail, reply, model });
}

// of a folder its files, and those of the runs in it; no deeper, where what an agent wrote may be kept
async function listFiles(from: string): Promise<readonly string[]> {
  if (!(await stat(from)).isDirectory()) return [from];
  const found: string[] = [];
  for (const entry of (await readdir(from, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(from, entry.name);
    if (entry.isFile() && isCalls(entry.name)) found.push(path);
    if (!entry.isDirectory()) continue;
    const inside = (await readdir(path, { withFileTypes: true })).filter((each) => each.isFile());
    found.push(...inside.filter(({ name }) => isCalls(name)).map(({ name }) => join(path, name)));
  }
  return found;
}

const isCalls = (name: string): boolean => name.endsWith(CALLS_FILE);
