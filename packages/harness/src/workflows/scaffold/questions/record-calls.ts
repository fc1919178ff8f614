import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestCopy } from '../../test-commands/test-copy.ts';
import { type AskedFunction, insert } from './asked-function.ts';
import type { Calls } from './find-questions.ts';
import { formatRecording, listGoRecorders, parseCalls, RECORDERS, RECORDING } from './recorders.ts';

export interface RecordOptions {
  readonly copy: TestCopy;
  readonly files: ReadonlyMap<string, string>;
  readonly functions: readonly AskedFunction[];
  readonly command: string;
  readonly timeout_ms: number;
}

/** Records the arguments of calls while the tests run, by function. */
export async function recordCalls(options: RecordOptions): Promise<Calls> {
  const { copy, files, functions, command, timeout_ms } = options;
  if (functions.length === 0) return new Map();
  const folder = join(copy.folder, RECORDING);
  await mkdir(folder);
  try {
    for (const [name, program] of Object.entries(RECORDERS)) await writeFile(join(folder, name), program);
    const recording = [...Map.groupBy(functions, ({ path }) => path)].map(([path, own]) => {
      const insertions = own.flatMap((one) => one.insertions);
      return [path, insert(files.get(path) ?? '', insertions)] as const;
    });
    const recorders = listGoRecorders(functions, copy.inside);
    // tests may fail because of the recording, which does not matter
    await copy.withFiles(new Map([...recording, ...recorders]), () =>
      copy.run(formatRecording(command), { timeout_ms }),
    );
    const text = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
    return parseCalls(text, { without: copy.inside });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
