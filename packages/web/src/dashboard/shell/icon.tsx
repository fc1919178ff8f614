/** A decorative icon next to a word. */
export function Icon({ lines }: { lines: string }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
