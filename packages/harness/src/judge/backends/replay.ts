import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JudgeCall, type ModelJudgeSpec } from '@assay/schema';
import { readRecords } from '@assay/transcripts';
import { type JudgeBackend, JudgeFailure, type JudgeReply } from '../backend.ts';
import { shorten } from './failures.ts';

type Spec = Extract<ModelJudgeSpec, { use: 'replay' }>;
type Recorded = Pick<JudgeCall, 'status' | 'obstacle' | 'detail' | 'reply' | 'model'>;

/** The file in which runs store the calls of their judges. */
const CALLS_FILE = 'judgments.jsonl';

/** Replays recorded replies to the same questions, without calling a service. */
export function createReplay({ from }: Pick<Spec, 'from'>): JudgeBackend {
  let recorded: Promise<ReadonlyMap<string, Recorded>> | undefined;
  return {
    id: 'replay',
    model: null,
    address: from,
    findObstacle: async () => {
      const found = await stat(from).catch(() => null);
      return found === null ? `no recorded calls at ${from}` : null;
    },
    ask: async (_question, { prompt_digest, sample, signal }) => {
      signal.throwIfAborted();
      recorded ??= readCalls(from);
      const call = (await recorded).get(keyOf({ prompt_digest, sample }));
      if (call === undefined) {
        const message = `no recorded call with prompt_digest ${prompt_digest} and sample ${sample} in ${from}`;
        throw new JudgeFailure('not_recorded', message, { again: false });
      }
      return replyOf(call);
    },
  };
}

const keyOf = ({ prompt_digest, sample }: Pick<JudgeCall, 'prompt_digest' | 'sample'>): string =>
  `${prompt_digest} ${sample}`;

function replyOf({ status, obstacle, detail, reply, model }: Recorded): JudgeReply {
  const said = { text: reply, model, usage: null, cost_usd_micros: 0 };
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
    const message = `cannot read the recorded calls at ${from}: ${shorten((error as Error).message)}`;
    throw new JudgeFailure('not_recorded', message, { again: false });
  }
  return calls;
}

// an answer takes precedence over a failure, and a later one over an earlier one
function keep(calls: Map<string, Recorded>, record: unknown): void {
  const { data: call } = JudgeCall.safeParse(record);
  if (call === undefined) return;
  const { status, obstacle, detail, reply, model } = call;
  if (calls.get(keyOf(call))?.status === 'answered' && status !== 'answered') return;
  calls.set(keyOf(call), { status, obstacle, detail, reply, model });
}

// the files of a folder and of its direct subfolders; deeper ones may contain files of an agent
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
