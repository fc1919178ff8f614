import type { ComponentType } from 'react';

/** One page of the dashboard, as the list of pages tells it. */
export interface Page {
  /** Its address; `$name` is a part that varies. */
  readonly path: string;
  readonly title: string;
  /** The code of the page, asked for when it is first opened. */
  readonly load: () => Promise<ComponentType>;
  /** Whether it is for everybody, also for who is not signed in; such a page stands alone. */
  readonly is_open?: true;
  /** Only of a page that is in the navigation. */
  readonly nav?: {
    /** The letter that opens it after `g`. */
    readonly key: string;
    /** The lines of its icon, in a square of 16 by 16. */
    readonly icon: string;
  };
}
