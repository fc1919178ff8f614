import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';
import { PAGES } from '../pages/index.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Logo } from '../parts/logo.tsx';
import { useSession } from '../session/use-session.ts';
import type { useSignOut } from '../session/use-sign-out.ts';
import { useTheme } from '../theme.ts';
import { Icon } from './icon.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { WorkspaceChoice } from './workspace-choice.tsx';

interface Props {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly signOut: ReturnType<typeof useSignOut>;
}

/** Pages, workspace, theme and sign-out. On a phone it opens below the logo. */
export function Navigation({ openPalette, openKeys, signOut }: Props) {
  const [open, setOpen] = useState(false);
  const { theme, next, choose } = useTheme();
  const { organization, member } = useSession();
  return (
    <header className="side" data-open={open || undefined}>
      <div className="side-top">
        <Link to="/" className="side-home">
          <Logo />
        </Link>
        <button
          type="button"
          className="side-toggle"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          Menu
        </button>
      </div>
      <div className="side-body" id="navigation">
        <OrganizationChoice />
        <WorkspaceChoice />
        <button type="button" className="jump" data-keys="Ctrl K" onClick={openPalette}>
          <Icon lines="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14" />
          Jump to…
        </button>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are the controls; this only closes the menu */}
        <nav aria-label="Pages" onClick={() => setOpen(false)}>
          {PAGES.map(({ path, title, nav }) =>
            nav === undefined ? null : (
              <Link
                to={path}
                key={path}
                activeOptions={{ includeSearch: false, exact: path === '/' }}
                className="side-link"
                data-keys={`g ${nav.key}`}
              >
                <Icon lines={nav.icon} />
                {title}
              </Link>
            ),
          )}
        </nav>
        <div className="side-foot">
          <p className="note">
            <UntrustedText text={member === null ? organization : `${member.name} · ${organization}`} />
          </p>
          <div className="side-tools">
            <button type="button" onClick={() => choose(next)} aria-label={`Appearance: ${theme}. Change to ${next}`}>
              {theme}
            </button>
            <button type="button" onClick={openKeys} aria-label="Keyboard shortcuts">
              ?
            </button>
            <button type="button" onClick={() => signOut.mutate()}>
              Sign out
            </button>
          </div>
          <ActionError error={signOut.error} />
        </div>
      </div>
    </header>
  );
}
