import type { SignInOffer } from '@assay/schema/api';
import type { FormEvent } from 'react';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import type { SignInState } from '../../session/use-sign-in.ts';

interface Props {
  readonly offer: SignInOffer;
  readonly state: SignInState;
  readonly signIn: () => void;
}

/** Follows a sign-in link after a click: whoever sent it chose the organization. */
export function LinkForm({ offer: { organization, member }, state, signIn }: Props) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    signIn();
  };
  return (
    <form className="card login-form" onSubmit={onSubmit}>
      <h2>
        Sign in to <bdi>{visibleLine(organization)}</bdi>
      </h2>
      <p className="note">
        As <bdi>{visibleLine(member?.name ?? '')}</bdi>. What you do next happens in this organization.
      </p>
      <button type="submit" className="primary" disabled={state.status === 'asking'}>
        {state.status === 'asking' ? 'Signing in…' : 'Sign in'}
      </button>
      {state.status === 'refused' ? (
        <p role="alert" className="refused">
          <UntrustedText text={state.reason} />
        </p>
      ) : null}
    </form>
  );
}
