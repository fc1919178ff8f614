import { useEffect, useId, useRef } from 'react';
import type { RunView } from '../../run-view.ts';
import { summarizeInteraction } from '../../summary.ts';
import type { OpenInteraction } from '../parts/references.tsx';
import { EntryView } from './entry-view.tsx';
import { InteractionFacts } from './interaction-facts.tsx';
import { JudgeNotes } from './judge-notes.tsx';

interface Props {
  readonly view: RunView;
  readonly row: number;
  readonly open: OpenInteraction;
  readonly close: () => void;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/** One interaction in full: input, output and judge notes. */
export function InteractionDetail({ view, row, open, close, previous, next }: Props) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const interaction = view.run.interactions[row];
  if (interaction === undefined) return null;
  return (
    <dialog ref={dialog} className="detail" aria-labelledby={title} onCancel={close} onClose={close}>
      <header className="detail-head">
        <h2 id={title}>
          <span className="note">#{row + 1}</span> {summarizeInteraction(view, interaction).title}
        </h2>
        <div className="detail-steps">
          <button type="button" onClick={previous ?? undefined} disabled={previous === null}>
            Previous
          </button>
          <button type="button" onClick={next ?? undefined} disabled={next === null}>
            Next
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </header>
      {/* the key resets scroll position and expanded parts for another interaction */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="detail-body" key={interaction.id} tabIndex={0} aria-label="Interaction">
        <InteractionFacts view={view} interaction={interaction} open={open} />
        <JudgeNotes view={view} interaction={interaction} />
        {interaction.entry_ids.map((id) => (
          <div key={id}>
            <EntryView id={id} entry={view.entries.get(id)} />
            <ToTranscript id={id} view={view} />
          </div>
        ))}
      </section>
    </dialog>
  );
}

function ToTranscript({ id, view: { ways } }: { id: string; view: RunView }) {
  const { showEntry } = ways;
  if (showEntry === null) return null;
  return (
    <button type="button" className="quiet" onClick={() => showEntry(id)}>
      Show in transcript
    </button>
  );
}
