import { appendFile } from 'node:fs/promises';
import type { SinkKind } from './sink.ts';

/** A file with one JSON document per line. */
export const jsonLines: SinkKind = {
  id: 'json-lines',
  open({ ASSAY_SCORES_FILE: file }) {
    if (file === undefined || file === '') return undefined;
    return {
      // one write, so that lines of several processes do not mix
      send: (runs) => appendFile(file, runs.map((run) => `${JSON.stringify(run)}\n`).join('')),
      close: async () => undefined,
    };
  },
};
