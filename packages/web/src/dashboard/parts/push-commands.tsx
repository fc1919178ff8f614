import { useSession } from '../session/use-session.ts';

/** The commands of `assay` that bring results from any machine to this server. */
export function PushCommands({ commands }: { commands: readonly string[] }) {
  const assay = useSession().command;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{[`login ${window.location.origin}`, ...commands].map((one) => `${assay} ${one}`).join('\n')}</code>
      </pre>
      <p className="note">
        Create the key with <code>assay key create</code> or in the settings. In CI, set <code>ASSAY_URL</code> and{' '}
        <code>ASSAY_API_KEY</code> instead of logging in. Secrets are redacted before anything is sent;{' '}
        <code>assay push --dry-run</code> shows what would be sent.
      </p>
    </>
  );
}
