/** Something with data to send when a process or page ends. */
export interface ExitListener {
  /** Before the process exits; it waits for the promise. */
  atExit(): Promise<void>;
  /** When the page is hidden; it may be gone at any moment. */
  atHide(): void;
}

interface Listening {
  on?(event: string, listener: () => void): unknown;
  off?(event: string, listener: () => void): unknown;
  addEventListener?(event: string, listener: () => void): void;
  removeEventListener?(event: string, listener: () => void): void;
}

interface Surroundings {
  readonly process?: Listening;
  readonly document?: Listening & { readonly visibilityState?: string };
}

const leaving = new Set<ExitListener>();

/** Registers for the end of the process or page. All registrations share one listener. */
export function watchExit(one: ExitListener): void {
  if (leaving.size === 0) listen();
  leaving.add(one);
}

export function unwatchExit(one: ExitListener): void {
  if (leaving.delete(one) && leaving.size === 0) unlisten();
}

const surroundings = globalThis as Surroundings & Listening;

function listen(): void {
  surroundings.process?.on?.('beforeExit', exit);
  if (surroundings.document === undefined) return;
  // phones often fire only `visibilitychange` when they close a page
  surroundings.document.addEventListener?.('visibilitychange', hide);
  surroundings.addEventListener?.('pagehide', leave);
}

function unlisten(): void {
  surroundings.process?.off?.('beforeExit', exit);
  if (surroundings.document === undefined) return;
  surroundings.document.removeEventListener?.('visibilitychange', hide);
  surroundings.removeEventListener?.('pagehide', leave);
}

function exit(): void {
  for (const one of leaving) void one.atExit();
}

function leave(): void {
  for (const one of leaving) one.atHide();
}

function hide(): void {
  if (surroundings.document?.visibilityState === 'hidden') leave();
}
