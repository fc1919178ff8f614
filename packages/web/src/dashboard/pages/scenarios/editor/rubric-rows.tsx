import { formatRatio } from '../../../../shared/format.ts';
import { Field } from '../../../parts/field.tsx';
import { type Draft, numberText, parseNumber, readText, withField, withItem } from './draft.ts';
import type { DraftErrors } from './draft-errors.ts';

interface Props {
  readonly rubric: readonly Draft[];
  readonly faults: DraftErrors;
  readonly change: (rubric: readonly Draft[]) => void;
}

/** The checks of a rubric with their weights, and the sum of the weights. */
export function RubricRows({ rubric, faults, change }: Props) {
  return (
    <div className="edit-rows">
      {rubric.map((check, place) => {
        const at = `rubric[${place}]`;
        const set = (name: string, value: unknown) => change(withItem(rubric, place, withField(check, name, value)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check is identified by its position
          <fieldset className="edit-row rubric-row" aria-label={`Check ${place + 1}`} key={place}>
            <Field label="Check" fault={faults.get(`${at}.check`)}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  value={readText(check['check'])}
                  onChange={(event) => set('check', event.target.value)}
                />
              )}
            </Field>
            <Field label="Weight" fault={faults.get(`${at}.weight`)}>
              {(control) => (
                <input
                  {...control}
                  type="number"
                  min={0}
                  max={1}
                  step="any"
                  placeholder="equal share"
                  value={numberText(check['weight'])}
                  onChange={(event) => set('weight', parseNumber(event.target.value))}
                />
              )}
            </Field>
            <button type="button" className="plain" onClick={() => change(withItem(rubric, place, undefined))}>
              Remove<span className="unseen"> check {place + 1}</span>
            </button>
          </fieldset>
        );
      })}
      <div className="row-end">
        <button type="button" className="add" onClick={() => change([...rubric, { check: '' }])}>
          Add a check
        </button>
        {rubric.length === 0 ? null : <WeightSum rubric={rubric} />}
      </div>
    </div>
  );
}

/** Weights must sum to 1, or to less than 1 if checks without a weight share the rest. */
function WeightSum({ rubric }: { rubric: readonly Draft[] }) {
  const weights = rubric.flatMap(({ weight }) => (typeof weight === 'number' ? [weight] : []));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const open = rubric.length - weights.length;
  const isRight = open === 0 ? Math.abs(sum - 1) < 1e-6 : sum < 1;
  return (
    <span className={isRight ? 'note' : 'fault'} role="status">
      Weights sum to {formatRatio(sum)}
      {open > 0 && isRight ? `; ${open === 1 ? 'one check gets' : `${open} checks share`} the rest` : ''}
      {isRight ? '' : `; they must sum to ${open === 0 ? '1' : 'less than 1'}`}
    </span>
  );
}
