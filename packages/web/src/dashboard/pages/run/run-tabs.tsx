import { Link } from '@tanstack/react-router';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { TABS } from './tabs.ts';
import type { GoTo } from './use-run-position.ts';

/** The tabs of a run, as links that can be shared or opened in a new tab. */
export function RunTabs({ go }: { go: GoTo }) {
  const isShared = useIsShared();
  // files cannot be downloaded with a link
  const tabs = TABS.filter(({ id }) => !isShared || id !== 'evidence');
  useKeys(Object.fromEntries(tabs.map(({ id }, index) => [String(index + 1), () => go({ tab: id })])));
  return (
    <nav className="tabs" aria-label="Parts of the run">
      {tabs.map(({ id, title }) => (
        <Link
          key={id}
          to="."
          // a shared page in a new tab needs the token too
          {...(isShared ? { hash: true } : {})}
          search={{ tab: id === 'overview' ? undefined : id } as never}
          // without a tab in the URL the first one is active
          activeOptions={{ explicitUndefined: true }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
