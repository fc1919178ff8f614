import { formatName } from '../../../../shared/format.ts';
import { Field } from '../../../parts/field.tsx';
import { LinesInput } from '../../../parts/lines-input.tsx';
import type { CatalogField } from './catalog.ts';
import { numberText, parseNumber, readText, readTexts } from './draft.ts';

interface Props {
  readonly field: CatalogField;
  readonly value: unknown;
  readonly fault: string | undefined;
  /** `undefined` removes the field. */
  readonly change: (value: unknown) => void;
}

/** The control for a field of a scorer, chosen by its schema. */
export function ScorerField({ field, value, fault, change }: Props) {
  const { name, description, kind } = field;
  return (
    <Field label={formatName(name)} hint={description} fault={fault} wide={kind === 'texts' || name === 'rubric'}>
      {(control) => <Control control={control} field={field} value={value} change={change} />}
    </Field>
  );
}

function Control({ control, field, value, change }: Omit<Props, 'fault'> & { control: object }) {
  const { kind, first, needed, min, max, whole, choices } = field;
  const orNothing = (text: string) => (text === '' && !needed ? undefined : text);
  switch (kind) {
    case 'text':
      return (
        <input
          {...control}
          type="text"
          spellCheck={false}
          value={readText(value)}
          onChange={(event) => change(orNothing(event.target.value))}
        />
      );
    case 'number':
      return (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={whole ? 1 : 'any'}
          placeholder={first === undefined ? '' : String(first)}
          value={numberText(value)}
          onChange={(event) => change(parseNumber(event.target.value))}
        />
      );
    case 'yes_no':
      return (
        <select
          {...control}
          value={String(value ?? first ?? false)}
          onChange={(event) => change(event.target.value === 'true')}
        >
          <option value="false">no</option>
          <option value="true">yes</option>
        </select>
      );
    case 'choice':
      return (
        <select
          {...control}
          value={readText(value) || readText(first)}
          onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
        >
          {first === undefined ? <option value="">detect automatically</option> : null}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      );
    case 'texts':
      return (
        <LinesInput
          control={control}
          value={readTexts(value)}
          placeholder="one per line"
          change={(lines) => change(lines.length === 0 && !needed ? undefined : lines)}
        />
      );
  }
}
