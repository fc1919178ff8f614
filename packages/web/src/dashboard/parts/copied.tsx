import './parts.css';
import { visible } from '../../shared/visible.ts';
import { CopyButton } from './copy-button.tsx';

/** A text to take along: shown as it is, with the way to copy it. */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <div className="copied">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the line is scrolled to, also by keys */}
      <pre tabIndex={0}>
        <code>{visible(text)}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
