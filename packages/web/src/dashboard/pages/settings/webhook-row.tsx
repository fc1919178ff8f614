import type { Webhook } from '@assay/schema/api';
import { useState } from 'react';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Deliveries } from './deliveries.tsx';

/** One webhook, with its actions and deliveries. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { webhook_id, url, events, disabled_at, created_at } = webhook;
  const [opened, setOpened] = useState(false);
  const changes = ['listWebhooks', 'listWebhookDeliveries'] as const;
  const enable = useAction({
    act: (enabled: boolean) => api.updateWebhook({ webhook_id, enabled }),
    changes,
  });
  const test = useAction({
    act: () => api.testWebhook({ webhook_id }),
    changes,
    done: () => setOpened(true),
  });
  const rotate = useAction({ act: () => api.rotateWebhookSecret({ webhook_id }), changes });
  const remove = useAction({
    act: () => {
      // its deliveries are deleted too and must not be fetched again
      setOpened(false);
      return api.deleteWebhook({ webhook_id });
    },
    changes: ['listWebhooks'],
  });
  return (
    <details className="setting" open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <b>
          <bdi>{visibleLine(url)}</bdi>
        </b>
        <span className="note">{events.join(' · ')}</span>
        {disabled_at === null ? null : <span className="pill">disabled</span>}
      </summary>
      <div className="setting-inside">
        <p className="note">
          <code>{webhook_id}</code>, created <TimeAgo at={created_at} />
        </p>
        <div className="form-end">
          <button
            type="button"
            disabled={test.isPending || disabled_at !== null}
            onClick={() => test.mutate(undefined)}
          >
            Send test event
          </button>
          <button type="button" disabled={enable.isPending} onClick={() => enable.mutate(disabled_at !== null)}>
            {disabled_at === null ? 'Disable' : 'Enable'}
          </button>
          <ConfirmButton
            name="Rotate secret"
            really="Really rotate the secret"
            about={`of ${visibleLine(url)}`}
            disabled={rotate.isPending}
            act={() => rotate.mutate(undefined)}
          />
          <ConfirmButton
            name="Remove"
            really="Really remove"
            about={`the webhook ${visibleLine(url)}`}
            disabled={remove.isPending}
            act={() => remove.mutate(undefined)}
          />
        </div>
        <ActionError error={test.error ?? enable.error ?? rotate.error ?? remove.error} />
        {rotate.data === undefined ? null : (
          <SecretOnce title="New signing secret." secret={rotate.data.secret} close={() => rotate.reset()} />
        )}
        {opened ? <Deliveries webhook_id={webhook_id} /> : null}
      </div>
    </details>
  );
}
