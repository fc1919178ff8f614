import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PAGES } from '../pages/index.ts';
import { useKeys } from '../parts/use-keys.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { Navigation } from './navigation.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

// loaded on demand
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

/** The open dialog. */
type Over = 'palette' | 'keys' | null;

/** The navigation, the page, and the dialogs that open from anywhere. */
export function Shell({ children }: { children: ReactNode }) {
  const [over, setOver] = useState<Over>(null);
  const navigate = useNavigate();
  const main = useFocusOnNavigation();
  const signOut = useSignOut();
  useKeys({
    ...Object.fromEntries(
      PAGES.flatMap(({ path, nav }) =>
        nav === undefined ? [] : [[`g ${nav.key}`, () => void navigate({ to: path })]],
      ),
    ),
    'mod+k': () => setOver('palette'),
    '?': () => setOver('keys'),
  });
  const close = () => setOver(null);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Navigation openPalette={() => setOver('palette')} openKeys={() => setOver('keys')} signOut={signOut} />
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        {over === 'palette' ? (
          <Palette close={close} openKeys={() => setOver('keys')} signOut={() => signOut.mutate()} />
        ) : null}
        {over === 'keys' ? <KeyHelp close={close} /> : null}
      </Suspense>
    </div>
  );
}
