import type { Destination } from './destination.ts';

/** The outcome for a batch. */
export type Posted =
  | { readonly kind: 'taken'; readonly duplicates: number }
  /** Invalid: sending it again does not help. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Temporary: try again later. */
  | { readonly kind: 'later'; readonly reason: string; readonly after_ms: number | null }
  /** This server does not accept this key. */
  | { readonly kind: 'never'; readonly reason: string };

const PATIENCE_MS = 20_000;
const LONGEST_REASON = 300;

/** Sends evaluations in one request, with a timeout. Never throws. */
export async function postEvaluations(
  { url, api_key }: Destination,
  evaluations: readonly object[],
  signal: AbortSignal,
): Promise<Posted> {
  try {
    const response = await fetch(`${url}/v1/ingest`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'x-assay-source': 'proxy',
      },
      body: JSON.stringify({ evaluations }),
      // never send the key to another host
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const text = (await response.text()).slice(0, 1_000_000);
    if (response.ok) return readTaken(text);
    const reason = `${response.status} ${text}`.slice(0, LONGEST_REASON);
    if (response.status === 400 || response.status === 413 || response.status === 422)
      return { kind: 'refused', reason };
    if ([401, 403, 404].includes(response.status)) return { kind: 'never', reason };
    return { kind: 'later', reason, after_ms: readRetryAfter(response.headers.get('retry-after')) };
  } catch (fault) {
    return { kind: 'later', reason: describe(fault as Error), after_ms: null };
  }
}

function readTaken(text: string): Posted {
  try {
    const { duplicates } = JSON.parse(text);
    return { kind: 'taken', duplicates: Number.isSafeInteger(duplicates) ? duplicates : 0 };
  } catch {
    // a proxy or a login page answered instead of the server
    return { kind: 'later', reason: 'expected JSON from an Assay server, found something else', after_ms: null };
  }
}

const readRetryAfter = (value: string | null): number | null => {
  const seconds = Number(value ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null;
};

const describe = ({ message, cause }: Error): string =>
  (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, LONGEST_REASON);
