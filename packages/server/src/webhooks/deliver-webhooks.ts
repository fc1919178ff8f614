import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookId } from '@assay/schema/api';
import type { Store } from '../store/store.ts';
import type { DueDelivery } from '../store/tables/webhook-deliveries.ts';
import type { Log } from '../telemetry/log.ts';
import { post } from './post.ts';
import { signedHeaders } from './sign.ts';

export interface DeliverWebhooksOptions {
  /** Whether this machine itself may be sent to. */
  readonly allow_local: boolean;
  readonly store: Pick<Store, 'webhook_deliveries' | 'webhooks'>;
  readonly log: Log;
  readonly now: () => number;
  /** How long to wait before looking again when nothing is due. */
  readonly pause_ms?: number;
  /** Ends it. What is under way is given back, to be sent by somebody else. */
  readonly signal: AbortSignal;
}

const AT_ONCE = 16;
const PER_WEBHOOK = 4;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 10_000;

/**
 * Sends what webhooks are to be told, until the signal ends it. Any number of processes may do so at once: each takes
 * what nobody else has. Never throws: a database that is gone for a while is asked again.
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
      log.write('webhooks_not_taken', { problem: (error as Error).message });
    }
    await pauseUnless(underWay.keys(), { pause_ms, signal });
  }
  await Promise.allSettled(underWay.keys());
}

/** Waits for a while, or until one of these is over. */
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
    else await store.webhook_deliveries.failed(organization_id, { delivery_id, error: error.message });
    // it says that there is nobody any more, and that it should not be asked again
    if (error?.status === GONE) await store.webhooks.disable(organization_id, webhook_id);
  } catch (error) {
    // what came of it could not be kept: it is sent again when its lease is over
    log.write('webhook_not_settled', { delivery_id, problem: (error as Error).message });
  }
}

interface NotDelivered {
  readonly status: number | null;
  readonly message: string;
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
    return { status, message: `expected an answer from 200 to 299, found ${status}` };
  } catch (error) {
    return { status: null, message: (error as Error).message };
  }
}
