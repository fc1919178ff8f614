import { useState } from 'react';

type State = 'idle' | 'copied' | 'refused';

const WORDS: Readonly<Record<State, string>> = {
  idle: 'Copy link',
  copied: 'Copied',
  refused: 'Cannot copy: use the address bar',
};

/** Copies the address of a part of the page. */
export function CopyLink({ href, what }: { href: string; what: string }) {
  const [state, setState] = useState<State>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <button type="button" className="copy-link" onClick={() => void copy()}>
      <span aria-live="polite">{WORDS[state]}</span>
      <span className="unseen"> to {what}</span>
    </button>
  );
}
