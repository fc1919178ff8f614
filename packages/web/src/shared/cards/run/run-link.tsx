import type { ComparisonView } from '../../comparison.ts';
import { formatPosition } from '../../report-position.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** A link to the page of a run, if the report contains it. */
export function RunLink({ run_id, view }: { run_id: string; view: ComparisonView }) {
  const place = view.places.get(run_id);
  const name = (
    <code>
      <UntrustedText text={run_id} />
    </code>
  );
  return place === undefined ? name : <a href={formatPosition({ run: place })}>{name}</a>;
}
