import { formatInstant } from '../../shared/format.ts';
import { formatAgo } from '../format-ago.ts';
import { useNow } from '../use-now.ts';

/** How long ago something was, with the exact time as a tooltip. */
export function TimeAgo({ at, never = 'never' }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null) return <span className="note">{never}</span>;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
