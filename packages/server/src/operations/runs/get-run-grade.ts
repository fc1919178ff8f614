import { AssayError } from '@assay/schema';
import { getRunGrade } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findRun } from '../../runs/find-run.ts';

export const getRunGradeHandler = handle(
  getRunGrade,
  async ({ params: { run_id }, query, caller: { organization_id }, services: { store } }) => {
    const newest = await store.grades.find(organization_id, run_id);
    if (newest === undefined) {
      const { status } = await findRun(store, organization_id, run_id);
      throw new AssayError('not_found', `The run ${run_id} is ${status} and has no grade`);
    }
    const revisions = newest.revision;
    if (query.revision === undefined || query.revision === revisions) return { ...newest, revisions };
    const grade = (await store.grades.list(organization_id, run_id))[revisions - query.revision];
    if (grade === undefined)
      throw new AssayError(
        'not_found',
        `The run ${run_id} has ${revisions} grades; there is no revision ${query.revision}`,
      );
    return { revision: query.revision, revisions, grade };
  },
);
