import { AssayError } from '@assay/schema';
import { getRunArchive } from '@assay/schema/api';
import { packTar } from '../../archives/pack-tar.ts';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { listEvidence } from '../../runs/read-evidence.ts';

export const getRunArchiveHandler = handle(
  getRunArchive,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const { attempt, files } = await listEvidence(store, { organization_id, run_id, attempt: query.attempt });
    if (files.length === 0) throw new AssayError('not_found', `The run ${run_id} has no files`);
    async function* read() {
      for (const { name } of files) {
        const content = await store.run_evidence.read(organization_id, { run_id, attempt, name });
        if (content !== undefined) yield { name: `${run_id}/${name}`, content };
      }
    }
    return new Reply({
      content: packTar(read()),
      headers: { 'content-disposition': `attachment; filename="${run_id}.tar"` },
    });
  },
);
