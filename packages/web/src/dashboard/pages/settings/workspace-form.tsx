import { type FormEvent, type ReactNode, useState } from 'react';
import { formatName, formatRatio } from '../../../shared/format.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { NameField } from './name-field.tsx';
import { PriceRows } from './price-rows.tsx';
import { AXES, FIRST_WEIGHTS, sumWeights, usesModel, type WorkspaceDraft } from './workspace-draft.ts';

const JUDGES = [
  { use: '', title: 'server default' },
  { use: 'anthropic', title: 'Anthropic' },
  { use: 'openai', title: 'OpenAI or compatible' },
  { use: 'heuristic', title: 'built-in rules' },
  { use: 'none', title: 'none' },
];

interface Props {
  readonly first: WorkspaceDraft;
  readonly save: string;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Null for read-only access. */
  readonly submit: ((draft: WorkspaceDraft) => void) | null;
}

/** Edits the settings of a workspace. */
export function WorkspaceForm({ first, save, busy, error, submit }: Props) {
  const [draft, setDraft] = useState(first);
  const change = (some: Partial<WorkspaceDraft>) => setDraft({ ...draft, ...some });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit?.(draft);
  };
  return (
    <form onSubmit={onSubmit}>
      <fieldset className="form" disabled={submit === null}>
        <NameField value={draft.name} change={(name) => change({ name })} />
        <Field
          label="Evidence retention (days)"
          hint="Counted from the end of a run. Leave empty for no limit. Scores are never deleted."
        >
          {(control) => (
            <NumberInput
              control={control}
              max={3650}
              value={draft.evidence_retention_days}
              change={(text) => change({ evidence_retention_days: text })}
            />
          )}
        </Field>
        <Field label="Concurrent runs" hint="Across all workers. Leave empty for no limit.">
          {(control) => (
            <NumberInput
              control={control}
              max={1000}
              value={draft.concurrency_limit}
              change={(text) => change({ concurrency_limit: text })}
            />
          )}
        </Field>
        <Field label="Budget per month, in dollars" hint="Alerts at 80 % and 100 %. Runs are not stopped.">
          {(control) => (
            <input
              {...control}
              type="number"
              min={0.01}
              step={0.01}
              inputMode="decimal"
              value={draft.budget}
              onChange={(event) => change({ budget: event.target.value })}
            />
          )}
        </Field>
        <Field label="Judge">
          {(control) => (
            <select {...control} value={draft.judge} onChange={(event) => change({ judge: event.target.value })}>
              {JUDGES.map(({ use, title }) => (
                <option key={use} value={use}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {usesModel(draft.judge) ? (
          <>
            <Field label="Model" hint="Leave empty for the default.">
              {(control) => (
                <input
                  {...control}
                  type="text"
                  maxLength={200}
                  spellCheck={false}
                  value={draft.model}
                  onChange={(event) => change({ model: event.target.value })}
                />
              )}
            </Field>
            <Field label="Samples" hint="Answers per question; the majority decides.">
              {(control) => (
                <NumberInput
                  control={control}
                  max={10}
                  value={draft.samples}
                  change={(text) => change({ samples: text })}
                />
              )}
            </Field>
          </>
        ) : null}
        <Weights weights={draft.weights} change={(weights) => change({ weights })} />
        <PriceRows prices={draft.prices} change={(prices) => change({ prices })} />
        <div className="form-end">
          {submit === null ? null : (
            <button type="submit" className="primary" disabled={busy}>
              {save}
            </button>
          )}
          <ActionError error={error} />
        </div>
      </fieldset>
    </form>
  );
}

interface NumberProps {
  readonly control: object;
  readonly max: number;
  readonly value: string;
  readonly change: (text: string) => void;
}

function NumberInput({ control, max, value, change }: NumberProps) {
  return (
    <input
      {...control}
      type="number"
      min={1}
      max={max}
      step={1}
      inputMode="numeric"
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
}

interface WeightsProps {
  readonly weights: WorkspaceDraft['weights'];
  readonly change: (weights: WorkspaceDraft['weights']) => void;
}

function Weights({ weights, change }: WeightsProps): ReactNode {
  return (
    <fieldset className="weights">
      <legend>Scorecard weights</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={weights !== null}
          onChange={(event) => change(event.target.checked ? FIRST_WEIGHTS : null)}
        />
        Use custom weights
      </label>
      {weights === null ? null : (
        <>
          <div className="weight-fields">
            {AXES.map((axis) => (
              <Field key={axis} label={formatName(axis)}>
                {(control) => (
                  <input
                    {...control}
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                    inputMode="decimal"
                    required
                    value={weights[axis]}
                    onChange={(event) => change({ ...weights, [axis]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          <WeightSum sum={sumWeights(weights)} />
        </>
      )}
    </fieldset>
  );
}

function WeightSum({ sum }: { sum: number }) {
  const isRight = Math.abs(sum - 100) < 1e-9;
  return (
    <p className={isRight ? 'note' : 'fault'} role="status">
      Sum {formatRatio(sum)}
      {isRight ? '' : '; must be 100'}
    </p>
  );
}
