import { oraclePath } from '@assay/schema';
import type { StoredScenario } from '@assay/schema/api';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { formatNoun } from '../../../shared/format.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { listSelectedFiles, packFiles } from './sent-files.ts';

/** Freezes a scenario with the folder that its paths are relative to. */
export function FreezeForm({ stored }: { stored: StoredScenario }) {
  const [files, setFiles] = useState<ReturnType<typeof listSelectedFiles>>([]);
  const navigate = useNavigate();
  const freeze = useAction({
    act: async () => api.freezeScenario({ scenario_id: stored.scenario_id, files: await packFiles(files) }),
    changes: ['listScenarioTasks'],
    done: ({ task_id }) => void navigate({ to: '/tasks/$task_id', params: { task_id } as never }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    freeze.mutate(undefined);
  };
  const { named, needs } = namesOf(stored);
  return (
    <form className="form freeze" onSubmit={onSubmit} aria-label="Freeze">
      <Field label="Scenario folder" hint={needs}>
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            {...{ webkitdirectory: '' }}
            onChange={(event) => setFiles(listSelectedFiles(event.target.files ?? []))}
          />
        )}
      </Field>
      <div className="form-end">
        <button type="submit" className="primary" disabled={freeze.isPending || (named && files.length === 0)}>
          Freeze a task
        </button>
        <span className="note" role="status">
          {freeze.isPending ? 'Uploading…' : formatNoun(files.length, 'file')}
        </span>
        <ActionError error={freeze.error} />
      </div>
    </form>
  );
}

/** The paths that the scenario names and the upload must contain. */
function namesOf({ scenario }: StoredScenario): { named: boolean; needs: string } {
  const seed = scenario.workspace_seed;
  const paths = [
    ...(typeof seed !== 'string' && 'copy' in seed ? [seed.copy] : []),
    ...[oraclePath(scenario) ?? []].flat(),
    ...scenario.skills,
    ...scenario.artifacts,
  ];
  return paths.length === 0
    ? { named: false, needs: 'Optional: the scenario names no files.' }
    : { named: true, needs: `Must contain ${paths.join(', ')}` };
}
