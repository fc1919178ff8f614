import { type Draft, withPlace } from './draft.ts';
import type { Faults } from './faults.ts';
import { ScorerRow } from './scorer-row.tsx';

interface Props {
  readonly scorers: readonly Draft[];
  readonly faults: Faults;
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
          change={(next) => change(withPlace(scorers, place, next))}
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
