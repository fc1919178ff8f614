import { AssayError, type RunId } from '@assay/schema';
import { getRunScore } from '@assay/schema/api';
import { findOnServer } from '../find-on-server.ts';
import { pick } from '../pick.ts';
import { runAssay } from '../run-assay.ts';
import { SCORE_FIELDS } from '../run-fields.ts';
import type { McpTool } from '../tool.ts';

/** Reads the scores of a run stored here, otherwise on the server. */
export const readScore: McpTool = {
  name: 'read_score',
  title: 'Read a score',
  description: 'Reads the scores of stored runs by run id, label or folder, or of a run on the Assay server.',
  input: {
    run: { type: 'string', description: 'A run id, a label, or a folder.', required: true },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ run }, context) {
    try {
      const { runs } = (await runAssay(['report', '--json', '--', String(run)], context)) as { runs: object[] };
      return { runs: runs.map((one) => pick(one, SCORE_FIELDS)) };
    } catch (error) {
      if (!(error instanceof AssayError) || error.code === 'interrupted') throw error;
      const known = await findOnServer({
        operation: 'getRunScore',
        input: { run_id: String(run) as RunId },
        answer: getRunScore.answer,
        signal: context.signal,
      });
      if (known === undefined) throw error;
      return known;
    }
  },
};
