import { UntrustedText } from '../shared/cards/parts/untrusted-text.tsx';

/** The page that replaces a report that cannot be shown. */
export function NoticePage({ title, reason }: { title: string; reason: string }) {
  return (
    <main className="notice">
      <h1>{title}</h1>
      <p>
        <UntrustedText text={reason} />
      </p>
      <p className="note">
        <code>assay grade --html FILE</code> writes a report with its data inside.
      </p>
    </main>
  );
}
