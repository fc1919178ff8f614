/** The logo: the name behind a hallmark. */
export function Logo() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <path className="brand-stamp" d="M10 2h12l8 8v12l-8 8H10l-8-8V10z" />
        <path className="brand-letter" d="M10.5 23 16 8.5 21.5 23M12.6 18.2h6.8" />
      </svg>
      assay
    </span>
  );
}
