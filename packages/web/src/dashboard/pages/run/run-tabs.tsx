import { Link } from '@tanstack/react-router';
import { useKeys } from '../../parts/use-keys.ts';
import { TABS } from './tabs.ts';
import type { GoTo } from './use-place.ts';

/** The parts of a run. They are links, so that each can be sent to somebody, or opened beside the others. */
export function RunTabs({ go }: { go: GoTo }) {
  useKeys(Object.fromEntries(TABS.map(({ id }, index) => [String(index + 1), () => go({ tab: id })])));
  return (
    <nav className="tabs" aria-label="Parts of the run">
      {TABS.map(({ id, title }) => (
        <Link
          key={id}
          to="."
          search={{ tab: id === 'overview' ? undefined : id } as never}
          // the first tab is where the address names none
          activeOptions={{ explicitUndefined: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
