import { FIELDS } from './fields.ts';
import type { ExplorerState, useExplorerState } from './use-explorer-state.ts';

interface Props {
  readonly look: ExplorerState;
  readonly change: ReturnType<typeof useExplorerState>['change'];
}

/** Selects the columns and the field to group by. */
export function ColumnChoice({ look: { columns, group }, change }: Props) {
  const toggle = (name: string) => {
    const names = columns.map((field): string => field.name);
    const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    // the last column cannot be removed
    if (next.length > 0) change({ column: next }, true);
  };
  return (
    <div className="column-choice">
      <label className="chart-choice">
        <span>Group by</span>
        <select
          value={group?.name ?? ''}
          onChange={(event) => change({ group: event.target.value || undefined }, true)}
        >
          <option value="">none</option>
          {FIELDS.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>Columns</summary>
        <div className="checks">
          {FIELDS.map(({ name, title }) => (
            <label className="check" key={name}>
              <input
                type="checkbox"
                checked={columns.some((field) => field.name === name)}
                onChange={() => toggle(name)}
              />
              {title}
            </label>
          ))}
        </div>
      </details>
    </div>
  );
}
