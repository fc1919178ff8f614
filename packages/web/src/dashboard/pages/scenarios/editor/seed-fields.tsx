import { Field } from '../../../parts/field.tsx';
import { asDraft, type Draft, readText } from './draft.ts';
import type { DraftErrors } from './draft-errors.ts';

const KINDS = [
  { kind: 'copy', title: 'copy of a folder' },
  { kind: 'empty', title: 'empty folder' },
  { kind: 'git', title: 'git repository' },
  { kind: 'archive', title: 'archive' },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

const FIRST: Readonly<Record<Kind, unknown>> = {
  copy: { copy: 'fixture' },
  empty: 'empty',
  git: { git: '', ref: '' },
  archive: { archive: '' },
};

interface Props {
  readonly draft: Draft;
  readonly faults: DraftErrors;
  readonly set: (name: string, value: unknown) => void;
}

/** What the workspace contains before the agent starts. */
export function SeedFields({ draft, faults, set }: Props) {
  const seed = draft['workspace_seed'];
  const kind = kindOf(seed);
  const parts = Object.entries(asDraft(seed));
  const text = (name: string, label: string, hint?: string) => (
    <Field label={label} hint={hint} fault={faults.get(name)}>
      {(control) => (
        <input
          {...control}
          type="text"
          spellCheck={false}
          value={readText(draft[name])}
          onChange={(event) => set(name, event.target.value === '' ? undefined : event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="form">
      <Field
        label="Files"
        fault={faults.get('workspace_seed')}
        hint={
          kind === 'git' || kind === 'archive'
            ? 'Only for `assay run`: the server does not download files.'
            : 'Uploaded when you freeze a task.'
        }
      >
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={(event) => set('workspace_seed', FIRST[event.target.value as Kind])}
          >
            {KINDS.map((one) => (
              <option key={one.kind} value={one.kind}>
                {one.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {parts.map(([name, value]) => (
        <Field key={name} label={LABELS[name] ?? name} fault={faults.get(`workspace_seed.${name}`)}>
          {(control) => (
            <input
              {...control}
              type="text"
              spellCheck={false}
              value={readText(value)}
              onChange={(event) => set('workspace_seed', { ...asDraft(seed), [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {text('setup', 'Setup', 'Command to run before the agent.')}
      {text('oracle', 'Oracle', 'Patch that solves the task. It must pass; doing nothing must not.')}
    </div>
  );
}

const LABELS: Readonly<Record<string, string>> = { copy: 'Folder', git: 'Repository', ref: 'Ref', archive: 'Archive' };

function kindOf(seed: unknown): Kind {
  if (seed === 'empty') return 'empty';
  return KINDS.find(({ kind }) => kind in asDraft(seed))?.kind ?? 'copy';
}
