import { useState } from 'react';

type State = 'idle' | 'copied' | 'refused';

const WORDS: Readonly<Record<State, string>> = {
  idle: 'Copy',
  copied: 'Copied',
  refused: 'Cannot copy: select the text and copy it',
};

/** Copies a text to the clipboard, or says that the browser does not allow it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<State>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      <span aria-live="polite">{WORDS[state]}</span>
      <span className="unseen"> {what}</span>
    </button>
  );
}
