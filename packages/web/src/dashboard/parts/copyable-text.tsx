import './parts.css';
import { visible } from '../../shared/visible.ts';
import { CopyButton } from './copy-button.tsx';

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
