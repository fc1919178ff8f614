/** A small drawing beside a word; it says nothing the word does not. */
export function Icon({ lines }: { lines: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
