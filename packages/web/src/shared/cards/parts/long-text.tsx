import { useState } from 'react';
import { formatCount } from '../../format.ts';
import { visible } from '../../visible.ts';

const SHOWN = 10_000;

/** Preformatted text in its own direction. Very long text is cut, with a button to show all. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN;
  // do not cut inside a surrogate pair
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
