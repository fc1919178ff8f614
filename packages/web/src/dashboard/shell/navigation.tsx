import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';
import { visibleLine } from '../../shared/visible.ts';
import { openNewestSession } from '../client/api.ts';
import { PAGES } from '../pages/index.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Logo } from '../parts/logo.tsx';
import { useSession } from '../session/use-session.ts';
import type { useSignOut } from '../session/use-sign-out.ts';
import { useSwitchWorkspace, useWorkspace } from '../session/use-workspace.ts';
import { useTheme } from '../theme.ts';

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

/** A decorative icon next to a word. */
function Icon({ lines }: { lines: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}

/** Selects the current workspace. */
function WorkspaceChoice() {
  const { workspaces } = useSession();
  const chosen = useWorkspace();
  const choose = useSwitchWorkspace();
  if (chosen === undefined) return null;
  return (
    <label className="workspace">
      <span className="note">Workspace</span>
      <select value={chosen.workspace_id} onChange={(event) => choose(event.target.value)}>
        {workspaces.map(({ workspace_id, name }) => (
          <option key={workspace_id} value={workspace_id}>
            {visibleLine(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Switches between the organizations that this browser is signed in to. */
function OrganizationChoice() {
  const { organization_id, organizations, left_out } = useSession();
  const choose = useMutation({
    mutationFn: async (chosen: string) =>
      (await openNewestSession()).switchOrganization({ organization_id: chosen as typeof organization_id }),
    // a full page load forgets the data of the other organization
    onSuccess: () => window.location.assign('/'),
  });
  if (organizations.length < 2) return null;
  return (
    <>
      <label className="workspace">
        <span className="note">Organization</span>
        <select value={organization_id} onChange={(event) => choose.mutate(event.target.value)}>
          {organizations.map((one) => (
            <option key={one.organization_id} value={one.organization_id}>
              {visibleLine(one.name)}
            </option>
          ))}
        </select>
      </label>
      {left_out.length === 0 ? null : (
        <p className="note">
          Not signed in to <bdi>{visibleLine(left_out.map(({ name }) => name).join(', '))}</bdi>: a browser can have
          eight organizations. An owner there can send you a sign-in link.
        </p>
      )}
      <ActionError error={choose.error} />
    </>
  );
}
