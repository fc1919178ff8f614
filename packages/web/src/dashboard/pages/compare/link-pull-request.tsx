import type { ComparisonPullRequest, StoredComparison } from '@assay/schema/api';
import { type FormEvent, useState } from 'react';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { UrlField } from '../../parts/url-field.tsx';
import { useAction } from '../../parts/use-action.ts';

const STATES: readonly ComparisonPullRequest['state'][] = ['open', 'merged', 'closed'];

/** Links a pull request to a comparison and sets its state. */
export function LinkPullRequest({ comparison: { comparison_id, pull_request } }: { comparison: StoredComparison }) {
  const [url, setUrl] = useState(pull_request?.url ?? '');
  const [state, setState] = useState<ComparisonPullRequest['state']>(pull_request?.state ?? 'open');
  const tell = useAction({
    act: () => api.putComparisonPullRequest({ comparison_id, url, state }),
    changes: ['getComparison', 'getComparisonPullRequest', 'listComparisons'],
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    tell.mutate(undefined);
  };
  return (
    <details className="tell">
      <summary>{pull_request === null ? 'Link an existing pull request' : 'Update the pull request'}</summary>
      <form className="form" onSubmit={onSubmit}>
        <UrlField value={url} onValue={setUrl} />
        <Field label="State">
          {(control) => (
            <select {...control} value={state} onChange={(event) => setState(event.target.value as typeof state)}>
              {STATES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="form-end">
          <button type="submit" disabled={tell.isPending}>
            Save pull request
          </button>
          <ActionError error={tell.error} />
        </div>
      </form>
    </details>
  );
}
