import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failed } from '../states/failed.tsx';

/** Shown if a page fails to render. The rest of the dashboard still works. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return <Failed what="this page" error={error} retry={reset} />;
}
