import '../../../shared/styles/head.css';
import './settings.css';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { Empty } from '../../states/empty.tsx';
import { AuditSection } from './audit-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { MembersSection } from './members-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { ServerSection } from './server-section.tsx';
import { SharingSection } from './sharing-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { useIsAdmin } from './use-is-admin.ts';
import { WebhooksSection } from './webhooks-section.tsx';
import { WorkspacesSection } from './workspaces-section.tsx';

/** The settings, one section at a time. */
export function SettingsPage() {
  const { section: id = 'organization' } = useParams({ strict: false }) as { section?: string };
  const isAdmin = useIsAdmin();
  const section = SECTIONS.find((one) => one.id === id);
  if (section === undefined) return <NotFoundPage />;
  const { title, admin, Content } = section;
  return (
    <>
      <title>{`${title} · Settings · Assay`}</title>
      <header className="page-head">
        <h1>Settings</h1>
        <nav className="choices" aria-label="Settings">
          {SECTIONS.map((one) => (
            <Link
              key={one.id}
              to="/settings/$section"
              params={{ section: one.id } as never}
              aria-current={one === section ? 'page' : undefined}
            >
              {one.title}
            </Link>
          ))}
        </nav>
      </header>
      {admin && !isAdmin ? (
        <Empty title="Requires an owner or an admin key">
          <p className="note">
            You cannot change settings. Ask an owner for that role, or sign in with a key that has the scope{' '}
            <code>admin</code>.
          </p>
        </Empty>
      ) : (
        <Content />
      )}
    </>
  );
}

/** One section of the settings, with its own URL. */
interface Section {
  readonly id: string;
  readonly title: string;
  /** Whether it requires the admin scope. */
  readonly admin: boolean;
  readonly Content: ComponentType;
}

const SECTIONS: readonly Section[] = [
  { id: 'organization', title: 'Organization', admin: false, Content: OrganizationSection },
  { id: 'workspaces', title: 'Workspaces', admin: false, Content: WorkspacesSection },
  { id: 'sharing', title: 'Sharing', admin: false, Content: SharingSection },
  { id: 'members', title: 'Members', admin: true, Content: MembersSection },
  { id: 'keys', title: 'API keys', admin: true, Content: KeysSection },
  { id: 'sign-ins', title: 'Signed-in browsers', admin: true, Content: SignInsSection },
  { id: 'webhooks', title: 'Webhooks', admin: true, Content: WebhooksSection },
  { id: 'audit', title: 'Audit log', admin: true, Content: AuditSection },
  { id: 'server', title: 'Server', admin: true, Content: ServerSection },
];
