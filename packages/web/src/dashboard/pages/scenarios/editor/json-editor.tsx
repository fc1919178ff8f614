import { useState } from 'react';
import { Field } from '../../../parts/field.tsx';
import { asDraft, type Draft } from './draft.ts';

/** Edits a scenario as JSON, including what has no form field. */
export function JsonEditor({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
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
