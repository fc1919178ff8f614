import { parentPort } from 'node:worker_threads';
import { AssayError, isDiskFull } from '@assay/schema';
import type { SentFiles } from '@assay/schema/api';
import type { Archive } from './archive.ts';
import { RUN_ARCHIVE_LIMITS, TASK_ARCHIVE_LIMITS } from './archive-limits.ts';
import { copyFolder } from './copy-folder.ts';
import { readArchive } from './read-archive.ts';
import { resolveRunFile } from './run-file.ts';
import { resolveTaskFile } from './task-file.ts';
import { unpackFiles } from './unpack-files.ts';
import type { UnpackAnswer, UnpackJob } from './unpack-on-thread.ts';
import { unpackTar } from './unpack-tar.ts';

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
