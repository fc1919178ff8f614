import type { Webhook, WebhookDelivery } from '@assay/schema/api';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatCount } from '../../../shared/format.ts';
import type { Tone } from '../../../shared/tone.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';

const TONES: Readonly<Record<WebhookDelivery['status'], Tone>> = { pending: 'muted', delivered: 'good', failed: 'bad' };

/** The deliveries of a webhook, newest first, with their status. */
export function Deliveries({ webhook_id }: { webhook_id: Webhook['webhook_id'] }) {
  const deliveries = usePages('listWebhookDeliveries', { webhook_id, limit: 20 });
  const retry = useAction({
    act: (delivery_id: WebhookDelivery['delivery_id']) => api.retryWebhookDelivery({ webhook_id, delivery_id }),
    changes: ['listWebhookDeliveries'],
  });
  return (
    <section aria-label="Deliveries" className="deliveries">
      <header className="card-head">
        <h3>Deliveries</h3>
        <button type="button" className="plain" onClick={() => void deliveries.refetch()}>
          Refresh
        </button>
      </header>
      <ActionError error={retry.error} />
      <Paged pages={deliveries} what="the deliveries" empty={<p className="note">No deliveries yet.</p>}>
        {(items) => (
          <ol>
            {items.map((delivery) => (
              <li key={delivery.delivery_id}>
                <span className="pill" data-tone={TONES[delivery.status]}>
                  {delivery.status}
                </span>
                <code>{delivery.event_type}</code>
                <span className="note">{delivery.tries === 1 ? '1 try' : `${formatCount(delivery.tries)} tries`}</span>
                <TimeAgo at={delivery.created_at} />
                <button type="button" disabled={retry.isPending} onClick={() => retry.mutate(delivery.delivery_id)}>
                  Send again
                </button>
                {delivery.last_error === null ? null : (
                  <p className="note">
                    <UntrustedText text={delivery.last_error} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </Paged>
    </section>
  );
}
