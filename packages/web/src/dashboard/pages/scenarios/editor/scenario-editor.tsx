import { type FormEvent, useMemo, useState } from 'react';
import { Card } from '../../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../../shared/cards/parts/untrusted-text.tsx';
import { formatNoun } from '../../../../shared/format.ts';
import { ActionError } from '../../../parts/action-error.tsx';
import { Field } from '../../../parts/field.tsx';
import { LinesInput } from '../../../parts/lines-input.tsx';
import { asDraft, type Draft, numberText, parseNumber, readList, readText, readTexts, withField } from './draft.ts';
import { type DraftErrors, findDraftErrors } from './draft-errors.ts';
import { RubricRows } from './rubric-rows.tsx';
import { ScorerRows } from './scorer-rows.tsx';
import { SeedFields } from './seed-fields.tsx';
import { StageRows } from './stage-rows.tsx';

interface Props {
  readonly first: Draft;
  readonly save: string;
  readonly busy: boolean;
  readonly saved: boolean;
  readonly error: Error | null;
  /** Null for read-only access. */
  readonly submit: ((draft: Draft) => void) | null;
  /** Known paths of the starting files. */
  readonly files: readonly string[];
}

/** Edits a scenario in form fields or as JSON, and validates it on every change. */
export function ScenarioEditor({ first, save, busy, saved, error, submit, files }: Props) {
  const [draft, setDraft] = useState(first);
  const [asJson, setAsJson] = useState(false);
  const faults = useMemo(() => findDraftErrors(draft), [draft]);
  const isChanged = draft !== first;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit?.(draft);
  };
  return (
    <form onSubmit={onSubmit} className="editor" aria-label="Scenario" noValidate>
      <div className="editor-head">
        <fieldset className="choices" aria-label="Editor mode">
          <button type="button" aria-pressed={!asJson} onClick={() => setAsJson(false)}>
            Fields
          </button>
          <button type="button" aria-pressed={asJson} onClick={() => setAsJson(true)}>
            JSON
          </button>
        </fieldset>
        <span className="note" role="status">
          {faults.size === 0 ? 'No errors' : formatNoun(faults.size, 'error')}
          {saved && !isChanged ? ' · saved' : ''}
        </span>
        {submit === null ? null : (
          <button type="submit" className="primary" disabled={busy || faults.size > 0 || (!isChanged && saved)}>
            {save}
          </button>
        )}
      </div>
      <ActionError error={error} />
      <ErrorList faults={faults} />
      <fieldset className="editor-body" disabled={submit === null}>
        {asJson ? (
          <JsonEditor draft={draft} change={setDraft} />
        ) : (
          <EditorFields draft={draft} faults={faults} files={files} change={setDraft} />
        )}
      </fieldset>
    </form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly faults: ReadonlyMap<string, string>;
  readonly files: readonly string[];
  readonly change: (draft: Draft) => void;
}

function EditorFields({ draft, faults, files, change }: FieldsProps) {
  const set = (name: string, value: unknown) => change(withField(draft, name, value));
  return (
    <>
      <Card title="Basics">
        <div className="form">
          <Field label="Name" fault={faults.get('name')}>
            {(control) => (
              <input
                {...control}
                type="text"
                spellCheck={false}
                value={readText(draft['name'])}
                onChange={(event) => set('name', event.target.value)}
              />
            )}
          </Field>
          <Field label="Expected outcome" fault={faults.get('expected_outcome')}>
            {(control) => (
              <select
                {...control}
                value={readText(draft['expected_outcome']) || 'completion'}
                onChange={(event) => set('expected_outcome', event.target.value)}
              >
                <option value="completion">completes</option>
                <option value="refusal">refuses</option>
              </select>
            )}
          </Field>
          <Field label="Instruction" fault={faults.get('user_instruction')} wide>
            {(control) => (
              <textarea
                {...control}
                rows={4}
                value={readText(draft['user_instruction'])}
                onChange={(event) => set('user_instruction', event.target.value)}
              />
            )}
          </Field>
          <Field label="Further turns" hint="One per line. The session is graded once, at its end." wide>
            {(control) => (
              <LinesInput
                control={control}
                rows={2}
                value={readTexts(draft['turns'])}
                change={(turns) => set('turns', turns.length === 0 ? undefined : turns)}
              />
            )}
          </Field>
        </div>
      </Card>
      <Card title="Workspace">
        <SeedFields draft={draft} faults={faults} set={set} />
      </Card>
      <Card title="Stages" aside={<span className="note">failures go back to the agent</span>}>
        <StageRows stages={readList(draft, 'stages')} faults={faults} change={(stages) => set('stages', stages)} />
      </Card>
      <Card
        title="Scorers"
        aside={<span className="note">{formatNoun(readList(draft, 'scorers').length, 'scorer')}</span>}
      >
        <ScorerRows
          scorers={readList(draft, 'scorers')}
          faults={faults}
          files={files}
          change={(scorers) => set('scorers', scorers)}
        />
      </Card>
      <Card title="Rubric" aside={<span className="note">graded by a judge</span>}>
        <RubricRows rubric={readList(draft, 'rubric')} faults={faults} change={(rubric) => set('rubric', rubric)} />
      </Card>
      <Card title="Limits">
        <div className="form">
          {LIMITS.map(({ name, title, usual }) => (
            <Field key={name} label={title} fault={faults.get(`limits.${name}`)}>
              {(control) => (
                <input
                  {...control}
                  type="number"
                  min={0}
                  step="any"
                  placeholder={usual}
                  value={numberText(asDraft(draft['limits'])[name])}
                  onChange={(event) =>
                    set('limits', withField(asDraft(draft['limits']), name, parseNumber(event.target.value)))
                  }
                />
              )}
            </Field>
          ))}
        </div>
      </Card>
    </>
  );
}

const LIMITS = [
  { name: 'wall_s', title: 'Time (seconds)', usual: '900' },
  { name: 'memory_mb', title: 'Memory (MB)', usual: '2048' },
  { name: 'cpus', title: 'CPUs', usual: '1' },
  { name: 'tokens', title: 'Tokens', usual: 'no limit' },
  { name: 'cost_usd', title: 'Cost (USD)', usual: 'no limit' },
  { name: 'turns', title: 'Turns', usual: 'no limit' },
] as const;

const SHOWN = 8;

/** The errors of a draft, each with its path. */
function ErrorList({ faults }: { faults: DraftErrors }) {
  if (faults.size === 0) return null;
  const shown = [...faults].slice(0, SHOWN);
  return (
    <ul className="fault-list">
      {shown.map(([path, words]) => (
        <li key={path}>
          <code>{path === '' ? 'scenario' : path}</code> <UntrustedText text={words} />
        </li>
      ))}
      {faults.size > SHOWN ? <li className="note">and {faults.size - SHOWN} more</li> : null}
    </ul>
  );
}

/** Edits a scenario as JSON, including what has no form field. */
function JsonEditor({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
  const [text, setText] = useState(JSON.stringify(draft, null, 2));
  const [fault, setFault] = useState<string | undefined>(undefined);
  return (
    <Field label="Scenario as JSON" fault={fault}>
      {(control) => (
        <textarea
          {...control}
          className="code"
          rows={28}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            try {
              change(asDraft(JSON.parse(event.target.value)));
              setFault(undefined);
            } catch (error) {
              // partial input is not valid JSON: keep the last valid draft
              setFault(error instanceof Error ? error.message : String(error));
            }
          }}
        />
      )}
    </Field>
  );
}
