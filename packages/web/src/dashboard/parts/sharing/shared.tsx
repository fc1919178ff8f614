import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import type { Search } from '../../search.ts';

/** Whether a share link is open: there is no session, and other pages cannot be read. */
export const SharedContext = createContext(false);

export const useIsShared = (): boolean => useContext(SharedContext);

interface Props {
  readonly to: string;
  readonly search: Search | Readonly<Record<string, string>>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to another page. Plain text where only a share link is open. */
export function InnerLink({ to, search, children, ...attributes }: Props) {
  if (useIsShared()) return <span {...attributes}>{children}</span>;
  return (
    <Link to={to} search={search as never} {...attributes}>
      {children}
    </Link>
  );
}
