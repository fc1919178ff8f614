import { AssayError } from '@assay/schema';
import { engineEnvironment } from '../processes/engine-environment.ts';
import { getOwner } from '../processes/owner.ts';
import { runProcess } from '../processes/run-process.ts';
import { askEngine, lastLine, OWNER_LABEL, openEngine, tellEngine } from './engine.ts';

const PATIENCE_MS = 1_800_000;
const MISSING = /no such container:path|could not find the file|no such file/i;

interface Export {
  /** A name or ID. */
  readonly image: string;
  /** An absolute path: a file, or a folder if it ends in `/.`. */
  readonly path: string;
  /** Where the tar archive is written. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/** Writes a file or the content of a folder of an image to an archive; false if the image does not have it. */
export async function exportFromImage({ image, path, target, signal }: Export): Promise<boolean> {
  const { client } = await openEngine();
  const label = `${OWNER_LABEL}=${getOwner()}`;
  // never started: any command will do
  const container = await tellEngine(['create', '--label', label, '--network', 'none', image, '/bin/true']);
  try {
    const { exit_code, stderr, reason } = await runProcess({
      command: ['/bin/sh', '-c', 'exec "$@" >"$0"', target, client, 'cp', `${container}:${path}`, '-'],
      cwd: '/',
      env: engineEnvironment(),
      timeout_ms: PATIENCE_MS,
      signal,
    });
    if (exit_code === 0) return true;
    if (MISSING.test(stderr)) return false;
    throw new AssayError('sandbox_unavailable', `${path} cannot be read from the image: ${reason ?? lastLine(stderr)}`);
  } finally {
    await askEngine(['rm', '--force', container]);
  }
}
