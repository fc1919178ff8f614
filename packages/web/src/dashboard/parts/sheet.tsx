import './parts.css';
import type { ReactNode } from 'react';

/** A table that scrolls by itself where the page is too narrow for it, also by keys. */
export function Sheet({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    // biome-ignore lint/a11y/useSemanticElements: it groups nothing that is filled in
    <div className={`sheet-room ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
