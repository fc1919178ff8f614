import type { RunView } from '../../run-view.ts';
import { visible } from '../../visible.ts';

/** Opens an interaction by its id. */
export type OpenInteraction = (id: string) => void;

interface Props {
  readonly refs: readonly (string | null)[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** References to evidence: interactions are links, others only names. */
export function References({ refs, view, open }: Props) {
  const named = [...new Set(refs)].filter((ref) => ref !== null);
  return named.map((ref) => (
    <span key={ref}>
      {' '}
      {view.rowOf.has(ref) ? (
        <button type="button" className="ref" onClick={() => open(ref)} aria-label={`Open interaction ${visible(ref)}`}>
          {visible(ref)}
        </button>
      ) : (
        <code className="ref-name">{visible(ref)}</code>
      )}
    </span>
  ));
}
