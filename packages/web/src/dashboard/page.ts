import type { ComponentType } from 'react';

/** One page of the dashboard. */
export interface Page {
  /** The route; `$name` is a parameter. */
  readonly path: string;
  readonly title: string;
  /** Loads the code of the page when it is first opened. */
  readonly load: () => Promise<ComponentType>;
  /** Whether it needs no session. Such a page has no navigation. */
  readonly is_open?: true;
  /** Only for a page in the navigation. */
  readonly nav?: {
    /** The letter that opens it after `g`. */
    readonly key: string;
    /** The SVG path of its icon, in a 16 by 16 box. */
    readonly icon: string;
  };
}
