import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookId } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { DueDelivery } from '../store/tables/webhooks/webhook-deliveries.ts';
import type { Log } from '../telemetry/log.ts';
import { post } from './post.ts';
import { ForbiddenAddress } from './resolve-allowed.ts';
import { signedHeaders } from './sign.ts';

export interface DeliverWebhooksOptions {
  /** Whether loopback addresses are allowed. */
  readonly allow_local: boolean;
  readonly store: Pick<Store, 'webhook_deliveries' | 'webhooks'>;
  readonly log: Log;
  readonly now: () => number;
  /** The polling interval when nothing is due. */
  readonly pause_ms?: number;
  /** Stops it. Deliveries in progress are given back for another sender. */
  readonly signal: AbortSignal;
}

const AT_ONCE = 16;
const PER_WEBHOOK = 4;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 10_000;

/**
 * Sends webhook deliveries until aborted. Any number of processes may do so at once; each takes different deliveries.
 * Never throws: it retries if the database is unavailable.
 */
export async function deliverWebhooks(options: DeliverWebhooksOptions): Promise<void> {
  const { store, log, signal, pause_ms = PAUSE_MS } = options;
  const underWay = new Map<Promise<void>, WebhookId>();
  while (!signal.aborted) {
    try {
      for (const delivery of await store.webhook_deliveries.take({
        limit: AT_ONCE - underWay.size,
        per_webhook: PER_WEBHOOK,
        except: [...new Set(underWay.values())],
      })) {
        const sending = deliver(delivery, options).finally(() => underWay.delete(sending));
        underWay.set(sending, delivery.webhook_id);
      }
    } catch (error) {
      log.write('warn', 'webhooks_not_taken', { problem: (error as Error).message });
    }
    await pauseUnless(underWay.keys(), { pause_ms, signal });
  }
  await Promise.allSettled(underWay.keys());
}

/** Waits for a while, or until one of these settles. */
async function pauseUnless(
  works: Iterable<Promise<void>>,
  { pause_ms, signal }: { pause_ms: number; signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const pause = delay(pause_ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined);
  await Promise.race([pause, ...works]);
  over.abort();
}

async function deliver(delivery: DueDelivery, options: DeliverWebhooksOptions): Promise<void> {
  const { organization_id, delivery_id, webhook_id } = delivery;
  const { store, log, signal } = options;
  try {
    const error = await send(delivery, options);
    if (signal.aborted && error !== null) await store.webhook_deliveries.giveBack(organization_id, { delivery_id });
    else if (error === null) await store.webhook_deliveries.delivered(organization_id, { delivery_id });
    else await store.webhook_deliveries.failed(organization_id, { delivery_id, ...error });
    // 410 Gone: the receiver asks for no more requests
    if (error?.status === GONE) await store.webhooks.disable(organization_id, webhook_id);
  } catch (error) {
    // the result could not be stored: it is sent again when its lease ends
    log.write('warn', 'webhook_not_settled', { delivery_id, problem: (error as Error).message });
  }
}

interface NotDelivered {
  readonly status: number | null;
  readonly error: string;
  /** Whether another try is pointless. */
  readonly final: boolean;
}

const GONE = 410;

async function send(
  { url, secret, previous_secret, event_id, payload }: DueDelivery,
  { now, allow_local, signal }: DeliverWebhooksOptions,
): Promise<NotDelivered | null> {
  const body = JSON.stringify(payload);
  const secrets = previous_secret === null ? [secret] : [secret, previous_secret];
  const timestamp_s = Math.floor(now() / 1_000);
  try {
    const status = await post({
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'assay-webhooks',
        ...signedHeaders({ event_id, timestamp_s, body }, secrets),
      },
      timeout_ms: TIMEOUT_MS,
      allow_local,
      signal,
    });
    if (status >= 200 && status < 300) return null;
    return { status, error: `the receiver answered with status ${status}; expected 200 to 299`, final: false };
  } catch (error) {
    return { status: null, error: (error as Error).message, final: error instanceof ForbiddenAddress };
  }
}
