import './parts.css';
import { useEffect, useRef, useState } from 'react';

interface Props {
  readonly name: string;
  /** The label for the confirming press: `Really revoke`. */
  readonly really: string;
  /** The object of the action, for screen readers. */
  readonly about: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}

/** A button for an action that cannot be undone. Requires a second press; losing the focus resets it. */
export function ConfirmButton({ name, really, about, disabled = false, act }: Props) {
  const [asking, setAsking] = useState(false);
  const second = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) second.current?.focus();
  }, [asking]);
  if (!asking)
    return (
      <button type="button" disabled={disabled} onClick={() => setAsking(true)}>
        {name}
        <span className="unseen"> {about}</span>
      </button>
    );
  return (
    <button
      type="button"
      className="danger"
      ref={second}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(false);
        act();
      }}
    >
      {really}
      <span className="unseen"> {about}</span>
    </button>
  );
}
