import { CopyableText } from './copyable-text.tsx';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly close: () => void;
}

/** A secret that is shown only once. */
export function SecretOnce({ title, secret, close }: Props) {
  return (
    <section className="told-once" aria-label={title} role="status">
      <p>
        <b>{title}</b> Copy it now: it is shown only once.
      </p>
      <CopyableText text={secret} what="the secret" />
      <button type="button" onClick={close}>
        Done
      </button>
    </section>
  );
}
