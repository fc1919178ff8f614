import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JudgeCall, parse } from '@assay/schema';
import { digestOf } from '../scenarios/canonical-json.ts';

/** What makes two questions the same: who is asked, what, and for the how manieth time. */
export interface CallKey extends Pick<JudgeCall, 'backend' | 'model_asked' | 'prompt_digest' | 'sample'> {
  readonly max_output_tokens: number;
  readonly address: string | null;
}

/** Answers that were given before, by what was asked. Only answers that could be read are kept. */
export interface CallCache {
  get(key: CallKey): Promise<JudgeCall | null>;
  /** Does nothing where it cannot be written. */
  put(key: CallKey, call: JudgeCall): Promise<void>;
}

/** Opens the answers kept below a folder. */
export function openCallCache(root: string): CallCache {
  const fileOf = (key: CallKey): string => {
    const digest = digestOf({ ...key });
    return join(root, digest.slice(0, 2), `${digest}.json`);
  };
  return {
    get: async (key) => {
      try {
        return { ...parse(JudgeCall, JSON.parse(await readFile(fileOf(key), 'utf8'))), cached: true };
      } catch {
        // never asked, or cut short by a crash: it is asked again
        return null;
      }
    },
    put: async (key, call) => {
      const file = fileOf(key);
      // another process may write the same answer: whole files only
      const own = `${file}.${call.judgment_id}`;
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(own, `${JSON.stringify(call)}\n`);
        await rename(own, file);
      } catch {
        // a full disk must not take back an answer that was paid for: the same question just costs again
        await rm(own, { force: true });
      }
    },
  };
}
