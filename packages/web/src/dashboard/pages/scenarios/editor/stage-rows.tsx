import { Field } from '../../../parts/field.tsx';
import { type Draft, numberText, parseNumber, readText, withField, withItem } from './draft.ts';
import type { DraftErrors } from './draft-errors.ts';

interface Props {
  readonly stages: readonly Draft[];
  readonly faults: DraftErrors;
  readonly change: (stages: readonly Draft[]) => void;
}

/** The stages of a scenario, each with its command and maximum number of attempts. */
export function StageRows({ stages, faults, change }: Props) {
  return (
    <div className="edit-rows">
      {stages.map((stage, place) => {
        const at = `stages[${place}]`;
        const set = (name: string, value: unknown) => change(withItem(stages, place, withField(stage, name, value)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is identified by its position; its name may be anything
          <fieldset className="edit-row stage-row" aria-label={`Stage ${place + 1}`} key={place}>
            <Field label="Name" fault={faults.get(`${at}.name`)}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  value={readText(stage['name'])}
                  onChange={(event) => set('name', event.target.value)}
                />
              )}
            </Field>
            <Field label="Command" fault={faults.get(`${at}.command`)}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  spellCheck={false}
                  value={readText(stage['command'])}
                  onChange={(event) => set('command', event.target.value)}
                />
              )}
            </Field>
            <Field label="Max attempts" fault={faults.get(`${at}.max_attempts`)}>
              {(control) => (
                <input
                  {...control}
                  type="number"
                  min={1}
                  max={100}
                  placeholder="1"
                  value={numberText(stage['max_attempts'])}
                  onChange={(event) => set('max_attempts', parseNumber(event.target.value))}
                />
              )}
            </Field>
            <button type="button" className="plain" onClick={() => change(withItem(stages, place, undefined))}>
              Remove<span className="unseen"> stage {place + 1}</span>
            </button>
          </fieldset>
        );
      })}
      <button type="button" className="add" onClick={() => change([...stages, { name: '', command: '' }])}>
        Add a stage
      </button>
    </div>
  );
}
