import type { EvidenceRef } from '@assay/schema';
import type { RunView } from '../../run-view.ts';
import { visibleLine } from '../../visible.ts';
import type { OpenInteraction } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly evidence: readonly EvidenceRef[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** The evidence of a row: a link if the page shows it, else only its name. */
export function JudgeEvidence({ evidence, view, open }: Props) {
  const named = new Map(evidence.map((ref) => [`${ref.kind} ${ref.ref}`, ref]));
  if (named.size === 0) return <span className="note">no evidence</span>;
  return (
    <ul className="evidence">
      {[...named].map(([key, ref]) => (
        <li key={key}>
          <Reference of={ref} go={wayTo(ref, view, open)} />
        </li>
      ))}
    </ul>
  );
}

function Reference({ of: { kind, ref }, go }: { of: EvidenceRef; go: (() => void) | null }) {
  const name = visibleLine(ref);
  if (go === null)
    return (
      <code className="ref-name">
        {kind} <UntrustedText text={name} />
      </code>
    );
  return (
    <button type="button" className="ref" onClick={go} aria-label={`Go to ${kind} ${name}`}>
      {kind} <bdi>{name}</bdi>
    </button>
  );
}

function wayTo({ kind, ref }: EvidenceRef, view: RunView, open: OpenInteraction): (() => void) | null {
  switch (kind) {
    case 'step': {
      const interaction = view.interactionOf.get(ref);
      if (interaction !== undefined) return () => open(interaction);
      // messages to the agent are not interactions
      const { showEntry } = view.ways;
      return showEntry !== null && view.entries.has(ref) ? () => showEntry(ref) : null;
    }
    case 'hunk':
      return view.paths.has(ref) ? () => view.ways.reveal('path', ref) : null;
    case 'scorer':
    case 'output':
      return view.scorers.has(ref) ? () => view.ways.reveal('scorer', ref) : null;
  }
}
