import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { canonicalJson } from '@assay/harness';
import type { ModelPrices } from '@assay/schema';
import { readTranscript } from '@assay/transcripts';
import type { PackOptions } from './pack-run.ts';
import type { Parcel } from './parcel.ts';

const compress = promisify(gzip);

/** A session as the server takes it: its transcript in the common form. */
export async function packSession(
  path: string,
  { redactor, workspace_id, prices }: PackOptions & { readonly prices: ModelPrices },
): Promise<Parcel> {
  const transcript = await readTranscript(path, { prices });
  const { value, redacted } = redactor.json({ source: resolve(path), transcript });
  const text = canonicalJson({ ...value, redactions: redacted.length });
  return {
    kind: 'session',
    name: path,
    operation: 'createAgentSession',
    fields: workspace_id === undefined ? {} : { workspace_id },
    content: { type: 'application/gzip', body: await compress(text) },
    files: [{ name: 'transcript', bytes: Buffer.byteLength(text), redacted }],
    left_out: [],
  };
}
