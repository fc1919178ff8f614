import { useState } from 'react';
import { formatNoun } from '../../../shared/format.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { FORMATS, type ShownRows } from './export-rows.ts';

/** Exports the shown rows to a file. */
export function ExportBar({ shown, more }: { shown: ShownRows; more: boolean }) {
  const [error, setError] = useState<unknown>(null);
  const take = async (format: (typeof FORMATS)[number]) => {
    setError(null);
    try {
      saveFile({ content: await format.write(shown), type: format.type, name: `runs.${format.id}` });
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <fieldset className="export" aria-label="Export">
      <span className="note">
        {more ? 'Export the ' : 'Export all '}
        {formatNoun(shown.runs.length, 'run')} shown as
      </span>
      {FORMATS.map((format) => (
        <button key={format.id} type="button" disabled={shown.runs.length === 0} onClick={() => void take(format)}>
          {format.title}
        </button>
      ))}
      <ActionError error={error} />
    </fieldset>
  );
}
