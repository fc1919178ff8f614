import { useState } from 'react';
import { formatCount } from '../../format.ts';
import { visible } from '../../visible.ts';

const SHOWN = 10_000;

/** Text as it is, in its own lines and direction. The rest of a very long one comes when asked for. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN;
  // half a character at the cut would be shown as what it is
  const shown = cut ? text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '') : text;
  return (
    <>
      <pre dir="auto">{visible(shown)}</pre>
      {cut ? (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </button>
      ) : null}
    </>
  );
}
