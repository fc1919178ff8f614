import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { packTar, RUN_ARCHIVE_LIMITS, resolveRunFile } from '@assay/server/archives';
import type { LeftOut, Parcel, SentFile } from './parcel.ts';
import type { OutgoingRedactor } from './redact-outgoing.ts';
import { searchObjects } from './search-objects.ts';

const compress = promisify(gzip);
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const TREES = 'trees.git';

export interface PackOptions {
  readonly redactor: OutgoingRedactor;
  readonly workspace_id: string | undefined;
}

/** A run folder as the server takes it. Trees that contain a secret cannot be redacted, so they stay here. */
export async function packRun(folder: string, { redactor, workspace_id }: PackOptions): Promise<Parcel> {
  const left_out: LeftOut[] = [];
  const reason = await searchObjects(join(folder, TREES), redactor);
  if (reason !== null) left_out.push({ name: TREES, reason });
  const files: SentFile[] = [];
  const packed = async function* () {
    for (const name of await listFiles(folder)) {
      if (reason !== null && name.startsWith(`${TREES}/`)) continue;
      if (!isRunFile(name)) {
        left_out.push({ name, reason: 'not a file of a run' });
        continue;
      }
      const { value, redacted } = redactor.file(name, await readFile(join(folder, name)));
      files.push({ name, bytes: value.length, redacted });
      yield { name, content: value };
    }
  };
  const body = await compress(await buffer(packTar(packed())));
  if (body.length > MAX_BODY_BYTES)
    throw new AssayError(
      'payload_too_large',
      `the run in ${folder} has ${body.length} bytes when packed; a server takes at most ${MAX_BODY_BYTES}`,
    );
  return {
    kind: 'run',
    name: basename(folder),
    operation: 'createRuns',
    fields: workspace_id === undefined ? {} : { workspace_id },
    content: { type: 'application/gzip', body },
    files,
    left_out,
  };
}

function isRunFile(name: string): boolean {
  try {
    return resolveRunFile(name) === name;
  } catch {
    return false;
  }
}

// in a fixed order, so that the same folder gives the same bytes
async function listFiles(root: string, below = ''): Promise<string[]> {
  const names: string[] = [];
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) names.push(...(await listFiles(root, `${name}/`)));
    // a link could lead to any file of this machine
    else if (!entry.isFile()) throw refuse(root, `${name} is not a plain file`);
    else if ((await lstat(join(root, name))).size > RUN_ARCHIVE_LIMITS.max_file_bytes)
      throw refuse(root, `${name} is larger than ${RUN_ARCHIVE_LIMITS.max_file_bytes} bytes`);
    else names.push(name);
  }
  return names;
}

const refuse = (folder: string, reason: string): AssayError =>
  new AssayError('unreadable_file', `the run in ${folder} cannot be sent: ${reason}`);
