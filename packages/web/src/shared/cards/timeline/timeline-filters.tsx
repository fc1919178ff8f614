import type { Category } from '@assay/schema';
import { CATEGORIES, type Filter } from '../../filter.ts';
import { formatCount, formatNoun } from '../../format.ts';

interface Props {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
  readonly counts: Readonly<Record<string, number>>;
  readonly shown: number;
  readonly total: number;
  /** What is counted; default: interactions. */
  readonly noun?: string;
  /** Whether only the first ones are loaded. */
  readonly isStart?: boolean;
}

/** Filters of the timeline, and the number of shown interactions. */
export function TimelineFilters(props: Props) {
  const { filter, change, counts } = props;
  return (
    <search className="filters">
      <fieldset>
        <legend className="unseen">Categories</legend>
        {CATEGORIES.map((category) => (
          <label className="toggle" data-category={category} key={category}>
            <input
              type="checkbox"
              checked={filter.categories.has(category)}
              onChange={() => change({ ...filter, categories: toggled(filter.categories, category) })}
            />
            {category} <span className="toggle-count">{formatCount(counts[category] ?? 0)}</span>
          </label>
        ))}
        <label className="toggle" data-category="error">
          <input
            type="checkbox"
            checked={filter.errors_only}
            onChange={() => change({ ...filter, errors_only: !filter.errors_only })}
          />
          errors only
        </label>
      </fieldset>
      <input
        type="search"
        className="search"
        placeholder="Search inputs and outputs"
        aria-label="Search inputs and outputs"
        value={filter.search}
        onChange={(event) => change({ ...filter, search: event.target.value })}
      />
      <output className="note">{describeShown(props)}</output>
    </search>
  );
}

function describeShown({ shown, total, noun = 'interaction', isStart = false }: Props): string {
  if (isStart) return `First ${formatNoun(total, noun)}, loading the rest…`;
  return shown === total ? formatNoun(total, noun) : `${formatCount(shown)} of ${formatNoun(total, noun)}`;
}

function toggled(categories: ReadonlySet<Category>, category: Category): ReadonlySet<Category> {
  const next = new Set(categories);
  if (!next.delete(category)) next.add(category);
  return next;
}
