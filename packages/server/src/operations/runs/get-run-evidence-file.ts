import { posix } from 'node:path';
import { getRunEvidenceFile } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { getEvidence } from '../../runs/read-evidence.ts';
import { requireSharedFile } from '../../sharing/require-shared-file.ts';

export const getRunEvidenceFileHandler = handle(
  getRunEvidenceFile,
  async ({ params: { run_id }, query: { name, attempt }, caller: { organization_id, share }, services: { store } }) => {
    if (share !== null) requireSharedFile({ name, attempt });
    const { content, bytes, encoding } = await getEvidence(store, { organization_id, run_id, attempt, name });
    // other characters are not safe in a header
    const plain = posix.basename(name).replaceAll(/[^\w.-]/g, '_');
    return new Reply({
      content,
      ...(encoding === 'zstd' ? { zstd: bytes } : {}),
      headers: { 'content-disposition': `attachment; filename="${plain}"` },
    });
  },
);
