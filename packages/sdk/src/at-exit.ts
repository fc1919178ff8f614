/** Something that still has to be sent when a process or a page ends. */
export interface Leaving {
  /** The process has nothing else to do, and waits for this. */
  atExit(): Promise<void>;
  /** The page may be gone at any moment, and waits for nothing. */
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

const leaving = new Set<Leaving>();

/** Has it sent at the end, whatever kind of end there is here. One listener serves everybody, while there is anybody. */
export function watchExit(one: Leaving): void {
  if (leaving.size === 0) listen();
  leaving.add(one);
}

export function unwatchExit(one: Leaving): void {
  if (leaving.delete(one) && leaving.size === 0) unlisten();
}

const surroundings = globalThis as Surroundings & Listening;

function listen(): void {
  surroundings.process?.on?.('beforeExit', exit);
  if (surroundings.document === undefined) return;
  // a phone that puts a page away often says no more than that it is hidden
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
