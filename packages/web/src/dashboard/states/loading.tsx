/** A loading placeholder of about the final size. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading {what}…</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span className="bone" aria-hidden="true" key={line} />
      ))}
    </div>
  );
}
