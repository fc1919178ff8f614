import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JudgeCall, parse } from '@assay/schema';
import { canonicalDigest } from '../scenarios/canonical-json.ts';

/** Identifies a question: who is asked, what, and which sample. */
export interface CallKey extends Pick<JudgeCall, 'backend' | 'model_asked' | 'prompt_digest' | 'sample'> {
  readonly max_output_tokens: number;
  readonly address: string | null;
}

/** Earlier answers by question. Only readable answers are stored. */
export interface CallCache {
  get(key: CallKey): Promise<JudgeCall | null>;
  /** Does nothing if the file cannot be written. */
  put(key: CallKey, call: JudgeCall): Promise<void>;
}

/** Opens the answers stored in a folder. */
export function openCallCache(root: string): CallCache {
  const fileOf = (key: CallKey): string => {
    const digest = canonicalDigest({ ...key });
    return join(root, digest.slice(0, 2), `${digest}.json`);
  };
  return {
    get: async (key) => {
      try {
        return { ...parse(JudgeCall, JSON.parse(await readFile(fileOf(key), 'utf8'))), cached: true };
      } catch {
        // never asked, or cut short by a crash: ask again
        return null;
      }
    },
    put: async (key, call) => {
      const file = fileOf(key);
      // rename for atomicity: another process may write the same answer
      const own = `${file}.${call.judgment_id}`;
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(own, `${JSON.stringify(call)}\n`);
        await rename(own, file);
      } catch {
        // a full disk must not lose a paid answer: the question just costs again next time
        await rm(own, { force: true });
      }
    },
  };
}
