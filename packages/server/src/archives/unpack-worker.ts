import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { AssayError, isDiskFull } from '@assay/schema';
import type { SentFiles } from '@assay/schema/api';
import { type Archive, openArchive } from './archive.ts';
import { RUN_ARCHIVE_LIMITS, TASK_ARCHIVE_LIMITS } from './archive-limits.ts';
import { readArchive } from './read-archive.ts';
import { resolveRunFile } from './run-file.ts';
import { unpackFiles } from './unpack-files.ts';
import type { UnpackAnswer, UnpackJob } from './unpack-on-thread.ts';
import { unpackTar } from './unpack-tar.ts';
import { createUnpacking, type UnpackOptions } from './unpacking.ts';

const LAYOUTS = {
  run: { bounds: RUN_ARCHIVE_LIMITS, place: resolveRunFile },
  task: { bounds: TASK_ARCHIVE_LIMITS, place: resolveTaskFile },
};

parentPort?.on('message', async (job: UnpackJob) => {
  const answer = await unpack(job).catch(describe);
  parentPort?.postMessage(answer);
});

async function unpack({ submitted, layout, into }: UnpackJob): Promise<UnpackAnswer> {
  const options = { into, ...LAYOUTS[layout] };
  if ('json' in submitted) await unpackFiles(await readFiles(submitted.json), options);
  else if ('folder' in submitted) await copyFolder(submitted.folder, options);
  else await unpackTar(submitted, options);
  return { status: 'unpacked' };
}

async function readFiles(json: Archive): Promise<SentFiles> {
  const bytes = await readArchive(json, { is_gzip: false, max_bytes: Number.POSITIVE_INFINITY });
  return JSON.parse(bytes.toString()).files ?? {};
}

function describe(error: unknown): UnpackAnswer {
  if (error instanceof AssayError) return { status: 'failed', code: error.code, message: error.message };
  // the path on this server means nothing to the sender
  if (isDiskFull(error)) return { status: 'failed', code: 'disk_full', message: 'the disk for unpacked files is full' };
  return { status: 'failed', code: 'internal', message: (error as Error).message };
}

/** The path of a file of a task. Rejects repositories, because git would start the programs named in their settings. */
function resolveTaskFile(name: string): string {
  if (!name.split('/').some((part) => part.toLowerCase() === '.git')) return name;
  throw new AssayError(
    'invalid_archive',
    `the files contain a git repository at ${JSON.stringify(name)}; leave out .git`,
  );
}

/** Copies the plain files of a folder. Links and devices are left out. */
async function copyFolder(folder: string, options: UnpackOptions): Promise<void> {
  const { add } = createUnpacking(options);
  for (const name of listFiles(folder)) {
    using file = openArchive({ file: join(folder, name) });
    await add(name, file.chunks());
  }
}

function* listFiles(root: string, below = ''): Generator<string> {
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, `${name}/`);
    else if (entry.isFile()) yield name;
  }
}
