import { Field } from '../../parts/field.tsx';

interface Props {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly fault?: string | undefined;
}

/** A required display name. */
export const NameField = ({ value, change, disabled = false, ...field }: Props) => (
  <Field label="Name" {...field}>
    {(control) => (
      <input
        {...control}
        type="text"
        required
        maxLength={100}
        value={value}
        disabled={disabled}
        onChange={(event) => change(event.target.value)}
      />
    )}
  </Field>
);
