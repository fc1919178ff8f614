import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isSignedOut } from '../client/request-problem.ts';
import { Failed } from '../states/failed.tsx';
import { Loading } from '../states/loading.tsx';
import { useSessionQuery } from './use-session.ts';

/** Requires a session: redirects to the login page, which returns to the requested page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSessionQuery();
  // also while the last session is still known
  if (isSignedOut(error)) return <ToLogin />;
  if (data !== undefined) return children;
  if (error !== null)
    return (
      <main className="notice">
        <Failed what="the session" error={error} retry={() => void refetch()} />
      </main>
    );
  return (
    <main className="notice">
      <Loading what="Assay" />
    </main>
  );
}

/** Redirects once: this page may render again until the other has loaded. */
function ToLogin() {
  const navigate = useNavigate();
  const { latestLocation } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void navigate({ to: '/login', search: { to: latestLocation.href } as never, replace: true });
  }, []);
  return null;
}
