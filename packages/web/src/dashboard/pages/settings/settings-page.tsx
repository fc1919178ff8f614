import '../../../shared/styles/head.css';
import './settings.css';
import { Link, useParams } from '@tanstack/react-router';
import { NotFoundPage } from '../../parts/not-found-page.tsx';
import { Empty } from '../../states/empty.tsx';
import { SECTIONS } from './sections.ts';
import { useIsAdmin } from './use-is-admin.ts';

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
