import './share-dialog.css';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatInstant, formatNoun } from '../../../shared/format.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../action-error.tsx';
import { CopyableText } from '../copyable-text.tsx';
import { Field } from '../field.tsx';
import { useAction } from '../use-action.ts';

export type ShareTarget = Parameters<typeof api.createShare>[0]['target'];

interface Props {
  readonly target: ShareTarget;
  /** Whether the workspace allows links. */
  readonly isOn: boolean;
  readonly close: () => void;
}

/** Creates a link and shows it once. */
export function ShareDialog({ target, isOn, close }: Props) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="share-dialog" aria-labelledby={title} onCancel={close} onClose={close}>
      <header>
        <h2 id={title}>Share this {target.kind}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {isOn ? <ShareForm target={target} /> : <TurnOn />}
    </dialog>
  );
}

const EXPIRY_DAYS = [1, 7, 30, 90];
const CONTENT: Readonly<Record<ShareTarget['kind'], string>> = {
  run: 'the result, the transcript, the diff and the checks of this run',
  comparison: 'the verdict and the numbers of this comparison, but not its runs',
  matrix: 'the results of these agents and tasks, also of later runs, but not the runs',
};

function ShareForm({ target }: Pick<Props, 'target'>): ReactNode {
  const [days, setDays] = useState('30');
  const create = useAction({
    act: () => api.createShare({ target, expires_in_days: days === '' ? null : Number(days) }),
    changes: ['listShares'],
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  if (create.data !== undefined) {
    const { path, expires_at } = create.data;
    return (
      <div role="status" className="share-made">
        <p>
          <b>Link created.</b> It works{' '}
          {expires_at === null ? 'until it is revoked' : `until ${formatInstant(expires_at)}`}. Copy it now: it is shown
          only once.
        </p>
        <CopyableText text={`${window.location.origin}${path}`} what="the link" />
        <p className="note">
          Revoke it in{' '}
          <Link to="/settings/$section" params={{ section: 'sharing' } as never}>
            Settings, Sharing
          </Link>
          .
        </p>
      </div>
    );
  }
  return (
    <form onSubmit={onSubmit}>
      <p>Anyone with the link can see {CONTENT[target.kind]}, without signing in. They cannot change anything.</p>
      <Field label="Expires">
        {(control) => (
          <select {...control} value={days} onChange={(event) => setDays(event.target.value)}>
            {EXPIRY_DAYS.map((count) => (
              <option key={count} value={count}>
                in {formatNoun(count, 'day')}
              </option>
            ))}
            <option value="">never</option>
          </select>
        )}
      </Field>
      <div className="form-end">
        <button type="submit" className="primary" disabled={create.isPending}>
          Create link
        </button>
        <ActionError error={create.error} />
      </div>
    </form>
  );
}

const TurnOn = (): ReactNode => (
  <p>
    Links are off in this workspace. Turn them on in{' '}
    <Link to="/settings/$section" params={{ section: 'sharing' } as never}>
      Settings, Sharing
    </Link>
    .
  </p>
);
