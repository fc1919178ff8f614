import { Outlet } from '@tanstack/react-router';
import { SessionGate } from '../session/session-gate.tsx';
import { Shell } from './shell.tsx';

/** A page in the shell, behind the gate. */
export function Framed() {
  return (
    <SessionGate>
      <Shell>
        <Outlet />
      </Shell>
    </SessionGate>
  );
}
