import { AssayError } from '@assay/schema';
import { getRunAttestation } from '@assay/schema/api';
import { attestRun } from '../../attestations/attest-run.ts';
import { handle } from '../../http/handle.ts';

export const getRunAttestationHandler = handle(
  getRunAttestation,
  async ({ params: { run_id }, caller: { organization_id }, services: { store, now } }) => {
    const stored = await store.runs.find(organization_id, run_id);
    if (stored === undefined) throw new AssayError('run_not_found', `There is no run ${run_id}`);
    const graded = await store.grades.find(organization_id, run_id);
    if (stored.run === null || graded === undefined) {
      throw new AssayError(
        'conflict',
        `The run ${run_id} is ${stored.status} and not graded yet; wait until it is graded`,
      );
    }
    return attestRun(store, { organization_id, run: stored.run, grade: graded.grade, now: now() });
  },
);
