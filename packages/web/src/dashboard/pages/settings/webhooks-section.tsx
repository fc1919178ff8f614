import type { Webhook, WebhookEvent } from '@assay/schema/api';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Paged, usePages } from '../../parts/paged.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { type SortChoice, SortedList } from '../../parts/sorting/sorted-list.tsx';
import { UrlField } from '../../parts/url-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Empty } from '../../states/empty.tsx';
import { WebhookRow } from './webhook-row.tsx';

const EVENTS: readonly WebhookEvent[] = [
  'run.graded',
  'evaluation.failed',
  'reputation.lifecycle_changed',
  'reputation.dropped',
  'budget.reached',
];

const CHOICES: readonly [SortChoice<Webhook>, ...SortChoice<Webhook>[]] = [
  { id: 'created', title: 'newest first', read: ({ created_at }) => created_at, first: 'desc' },
  { id: 'url', title: 'address', read: ({ url }) => url, first: 'asc' },
  { id: 'events', title: 'events', read: ({ events }) => events.join(), first: 'asc' },
  { id: 'disabled', title: 'disabled first', read: ({ disabled_at }) => disabled_at, first: 'desc' },
];

/** The webhooks, and the form to create one. */
export function WebhooksSection() {
  const webhooks = usePages('listWebhooks', { limit: 200 });
  return (
    <>
      <NewWebhook />
      <Card title="Webhooks">
        <Paged
          pages={webhooks}
          what="the webhooks"
          empty={
            <Empty title="No webhooks yet">
              <p className="note">A webhook receives each event as a signed request. Failed deliveries are retried.</p>
            </Empty>
          }
        >
          {(items) => (
            <SortedList choices={CHOICES} rows={items} rest={webhooks}>
              {(webhook) => <WebhookRow key={webhook.webhook_id} webhook={webhook} />}
            </SortedList>
          )}
        </Paged>
      </Card>
    </>
  );
}

function NewWebhook() {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['run.graded']);
  const create = useAction({
    act: () => api.createWebhook({ url, events: [...events] }),
    changes: ['listWebhooks'],
    done: () => setUrl(''),
  });
  const toggle = (event: WebhookEvent) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <Card title="New webhook">
      <form className="form" onSubmit={onSubmit}>
        <UrlField
          value={url}
          onValue={setUrl}
          hint="Starts with https://"
          placeholder="https://example.com/assay"
          wide
        />
        <fieldset>
          <legend>Events</legend>
          <div className="checks">
            {EVENTS.map((event) => (
              <label className="check" key={event}>
                <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
                <code>{event}</code>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="form-end">
          <button type="submit" className="primary" disabled={create.isPending || events.length === 0}>
            Create webhook
          </button>
          <ActionError error={create.error} />
        </div>
      </form>
      {create.data === undefined ? null : (
        <SecretOnce title="Signing secret." secret={create.data.secret} close={() => create.reset()} />
      )}
    </Card>
  );
}
