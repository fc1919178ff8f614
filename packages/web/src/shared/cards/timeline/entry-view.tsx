import type { EntryType, TranscriptEntry } from '@assay/schema';
import { memo } from 'react';
import { formatJson } from '../../format.ts';
import { WITNESSES } from '../../summary.ts';
import { visible, visibleLine } from '../../visible.ts';
import { LongText } from '../parts/long-text.tsx';

interface Props {
  readonly id: string;
  readonly entry: TranscriptEntry | undefined;
}

/** One transcript entry. Memoized, because lists render it again while scrolling. */
export const EntryView = memo(function EntryView({ id, entry }: Props) {
  if (entry === undefined) return <p className="note">The entry {visible(id)} is not part of this report.</p>;
  return (
    <section className="entry" data-type={entry.type}>
      <h3>
        {titleOf(entry.type)} <span className="note">{marksOf(id, entry).join(' · ')}</span>
      </h3>
      {partsOf(entry).map(({ name, text }) => (
        <div key={name}>
          {name === '' ? null : <h4>{visible(name)}</h4>}
          <LongText text={text} />
        </div>
      ))}
    </section>
  );
});

function titleOf(type: EntryType): string {
  switch (type) {
    case 'tool_use':
      return 'Input';
    case 'tool_result':
      return 'Output';
    case 'assistant':
      return 'Assistant';
    case 'user':
      return 'User';
    case 'system':
      return 'System';
    case 'error':
      return 'Error';
  }
}

function marksOf(id: string, { tool, is_error, exit_code, status, only_in }: TranscriptEntry): string[] {
  return [
    ...(tool === undefined ? [] : [visibleLine(tool)]),
    visible(id),
    ...(only_in === undefined ? [] : [WITNESSES[only_in]]),
    ...(is_error ? ['error'] : []),
    ...(exit_code == null ? [] : [`exit code ${exit_code}`]),
    ...(status == null ? [] : [`status ${visible(String(status))}`]),
  ];
}

interface Part {
  readonly name: string;
  readonly text: string;
}

// show an input field by field, so that commands and files keep their lines
function partsOf({ input, text }: TranscriptEntry): Part[] {
  const said = text == null ? [] : [{ name: '', text }];
  if (input === undefined) return said.length === 0 ? [{ name: '', text: '(empty)' }] : said;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return [{ name: '', text: asText(input) }, ...said];
  return [...Object.entries(input).map(([name, value]) => ({ name, text: asText(value) })), ...said];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : formatJson(value, 2));
