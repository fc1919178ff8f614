import { AssayError } from '@assay/schema';
import type { StoredScenario } from '@assay/schema/api';
import { Reply } from '../http/reply.ts';

/** A scenario with its revision as `ETag`. */
export const withRevision = (scenario: StoredScenario): Reply =>
  new Reply({ answer: scenario, headers: { etag: `"${scenario.revision}"` } });

/** The revision an edit is based on, from `If-Match` or the body; if both are given, they must agree. */
export function readRevision(headers: Headers, told: number | undefined): number {
  const match = headers.get('if-match');
  const tagged = match === null ? undefined : Number(/^(?:W\/)?"(\d{1,9})"$/.exec(match)?.[1]);
  if (Number.isNaN(tagged))
    throw new AssayError('invalid_input', `If-Match: expected the ETag of the scenario, such as "3", found ${match}`, {
      path: 'if-match',
    });
  const revision = tagged ?? told;
  if (revision === undefined || (told !== undefined && told !== revision))
    throw new AssayError(
      'invalid_input',
      'revision: send the revision you edited, as If-Match or in the body; if both are given, they must agree',
      {
        path: 'revision',
      },
    );
  return revision;
}
