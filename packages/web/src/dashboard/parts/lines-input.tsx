import { useState } from 'react';

interface Props {
  readonly control: object;
  readonly value: readonly string[];
  readonly rows?: number;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly change: (lines: readonly string[]) => void;
}

/** Edits a list of texts, one per line. Empty lines are ignored. */
export function LinesInput({ control, value, rows = 3, placeholder, disabled = false, change }: Props) {
  const [text, setText] = useState(value.join('\n'));
  const own = linesOf(text);
  // the value changed elsewhere: drop the local text
  const shown = own.length === value.length && own.every((line, at) => line === value[at]) ? text : value.join('\n');
  return (
    <textarea
      {...control}
      rows={rows}
      placeholder={placeholder}
      spellCheck={false}
      disabled={disabled}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        change(linesOf(event.target.value));
      }}
    />
  );
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
