import { Outlet } from '@tanstack/react-router';
import { SessionGate } from '../session/session-gate.tsx';
import { Shell } from './shell.tsx';

/** A page in the shell, which requires a session. */
export function ShellLayout() {
  return (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  );
}
