/** The harness's access to the machine: clock, entropy and environment are only read through it. */
export interface Host {
  /** Milliseconds since 1970. */
  now(): number;
  entropy(bytes: number): Uint8Array;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const instant = (ms: number): string => new Date(ms).toISOString();
