import { type Draft, withItem } from './draft.ts';
import type { DraftErrors } from './draft-errors.ts';
import { ScorerRow } from './scorer-row.tsx';

interface Props {
  readonly scorers: readonly Draft[];
  readonly faults: DraftErrors;
  readonly files: readonly string[];
  readonly change: (scorers: readonly Draft[]) => void;
}

/** The scorers of a scenario, one row each. */
export function ScorerRows({ scorers, faults, files, change }: Props) {
  return (
    <div className="edit-rows">
      {scorers.map((scorer, place) => (
        <ScorerRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a scorer is identified by its position; its name may be anything
          key={place}
          place={place}
          scorer={scorer}
          faults={faults}
          files={files}
          change={(next) => change(withItem(scorers, place, next))}
        />
      ))}
      <button
        type="button"
        className="add"
        onClick={() => change([...scorers, { name: '', type: 'command', command: '' }])}
      >
        Add a scorer
      </button>
    </div>
  );
}
