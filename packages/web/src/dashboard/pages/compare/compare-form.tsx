import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { usePages } from '../../parts/paged.tsx';
import { useAction } from '../../parts/use-action.ts';
import { readSearchText, type Search } from '../../search.ts';

const SIDES = ['baseline', 'candidate'] as const;
type Side = (typeof SIDES)[number];

const FIELDS = [
  { name: 'label', title: 'Label' },
  { name: 'agent_id', title: 'Agent' },
  { name: 'scenario', title: 'Scenario' },
] as const;
type Name = (typeof FIELDS)[number]['name'];

type Sets = Readonly<Record<Side, Readonly<Record<Name, string>>>>;

/** Selects two sets of runs, each by label, agent or both. The URL can prefill the form. */
export function CompareForm({ workspace_id }: { workspace_id: string }) {
  const [sets, setSets] = useState(useSetsOfAddress());
  const known = useKnown(workspace_id);
  const navigate = useNavigate();
  const id = useId();
  const compare = useAction({
    act: () =>
      api.createComparison({
        workspace_id,
        baseline: setOf(sets.baseline),
        candidate: setOf(sets.candidate),
      } as never),
    changes: ['listComparisons'],
    done: ({ comparison_id }) => void navigate({ to: '/compare/$comparison_id', params: { comparison_id } as never }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    compare.mutate(undefined);
  };
  const isWhole = SIDES.every((side) => sets[side].label.trim() !== '' || sets[side].agent_id.trim() !== '');
  return (
    <Card title="New comparison">
      <form onSubmit={onSubmit} className="compare-form">
        {SIDES.map((side) => (
          <fieldset key={side} className="form">
            <legend>{TITLES[side]}</legend>
            {FIELDS.map(({ name, title }) => (
              <Field key={name} label={title}>
                {(control) => (
                  <input
                    {...control}
                    type="text"
                    maxLength={200}
                    spellCheck={false}
                    autoComplete="off"
                    list={`${id}-${name}`}
                    placeholder="any"
                    value={sets[side][name]}
                    onChange={(event) => setSets({ ...sets, [side]: { ...sets[side], [name]: event.target.value } })}
                  />
                )}
              </Field>
            ))}
          </fieldset>
        ))}
        {FIELDS.map(({ name }) => (
          <datalist key={name} id={`${id}-${name}`}>
            {known[name].map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        ))}
        <div className="form-end">
          <button type="submit" className="primary" disabled={!isWhole || compare.isPending}>
            {compare.isPending ? 'Comparing…' : 'Compare'}
          </button>
          <span className="note">{isWhole ? '' : 'Each side needs a label or an agent.'}</span>
          <ActionError error={compare.error} />
        </div>
      </form>
    </Card>
  );
}

const TITLES: Readonly<Record<Side, string>> = { baseline: 'Baseline', candidate: 'Candidate' };

const setOf = (set: Sets[Side]) =>
  Object.fromEntries(Object.entries(set).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])));

/** Reads the form from the URL: `?baseline_label=main&candidate_label=next`. */
function useSetsOfAddress(): Sets {
  const search = useSearch({ strict: false }) as Search;
  const read = (side: Side) =>
    Object.fromEntries(FIELDS.map(({ name }) => [name, readSearchText(search, `${side}_${name}`) ?? ''])) as Sets[Side];
  return { baseline: read('baseline'), candidate: read('candidate') };
}

/** Labels, agents and scenarios of the newest runs, as suggestions. */
function useKnown(workspace_id: string): Readonly<Record<Name, readonly string[]>> {
  const runs = usePages('listRuns', { workspace_id, limit: 200 });
  const items = runs.data?.pages.flatMap((part) => part.items) ?? [];
  const values = (name: Name) => [...new Set(items.flatMap((run) => run[name] ?? []))].toSorted();
  return { label: values('label'), agent_id: values('agent_id'), scenario: values('scenario') };
}
