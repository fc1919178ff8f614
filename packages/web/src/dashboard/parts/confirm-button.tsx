import './parts.css';
import { useEffect, useRef, useState } from 'react';

interface Props {
  readonly name: string;
  /** What the second press says, which is what will happen: `Really revoke`. */
  readonly really: string;
  /** Tells whoever listens what it is done to. */
  readonly about: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}

/** What cannot be undone takes two presses. Looking elsewhere takes the first one back. */
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
