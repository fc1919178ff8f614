import { Field } from './field.tsx';

interface Props {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly wide?: boolean;
}

/** A required URL. A text input, because the server's error message is better than the browser's. */
export function UrlField({ value, onValue, placeholder, ...field }: Props) {
  return (
    <Field label="URL" {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="url"
          required
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
