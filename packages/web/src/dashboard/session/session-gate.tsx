import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isSignedOut } from '../client/request-problem.ts';
import { Failed } from '../states/failed.tsx';
import { Loading } from '../states/loading.tsx';
import { useAskedSession } from './use-session.ts';

/** Lets through who is signed in; sends everyone else to sign in, and back to where they wanted to be. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useAskedSession();
  if (data !== undefined) return children;
  if (isSignedOut(error)) return <ToLogin />;
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

/** Leaves once: while the other page is on its way, this one may be drawn again. */
function ToLogin() {
  const navigate = useNavigate();
  const { latestLocation } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void navigate({ to: '/login', search: { to: latestLocation.href } as never, replace: true });
  }, []);
  return null;
}
