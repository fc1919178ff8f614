import './parts.css';
import { useState } from 'react';
import { visible } from '../../shared/visible.ts';

/** A text with a copy button. */
export function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <div className="copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{visible(text)}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}

type State = 'idle' | 'copied' | 'refused';

const WORDS: Readonly<Record<State, string>> = {
  idle: 'Copy',
  copied: 'Copied',
  refused: 'Cannot copy: select the text and copy it',
};

/** Copies a text to the clipboard, or says that the browser does not allow it. */
function CopyButton({ text, what }: { text: string; what: string }) {
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
