import './parts.css';
import type { ReactNode } from 'react';

/** A table that scrolls on narrow pages, also with the keyboard. */
export function ScrollableTable({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: not a form group
    <div className={`sheet-room ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
