import type { Interaction, Signals } from '@assay/schema';
import { formatRatio } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The signals of an interaction, and the rules that lowered them. */
export function JudgeNotes({ view, interaction }: { view: RunView; interaction: Interaction }) {
  if (view.run.judgment === null) return null;
  const { judge, version, signals } = view.run.judgment;
  const other = otherJudge(view);
  const notes = view.notes.get(interaction.id) ?? [];
  const own = Object.hasOwn(signals, interaction.id) ? signals[interaction.id] : undefined;
  return (
    <section className="judge">
      <h3>
        Judge <span className="note">{`${judge} ${version}`}</span>
      </h3>
      {other === null ? null : (
        <p className="note">
          Notes of the built-in rules. The scores use the answers of <UntrustedText text={other} /> instead.
        </p>
      )}
      <p className="signals">
        {SIGNALS.map((signal) => (
          <span key={signal}>
            {signal} <b>{present(own, signal)}</b>
          </span>
        ))}
      </p>
      {notes.length === 0 ? <p className="note">No rule lowered a signal of this interaction.</p> : null}
      <ul className="plain">
        {notes.map((note) => (
          <li key={`${note.rule} ${note.signal} ${note.reason}`} className="judge-note">
            <b>
              <UntrustedText text={note.rule} />
            </b>{' '}
            <span className="loss">
              {note.signal} {formatRatio(note.value)}
            </span>
            <p>
              <UntrustedText text={note.reason} />
            </p>
            <p className="note">
              based on <UntrustedText text={note.entry_ids.join(', ') || 'the run as a whole'} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The judge of the interactions, if it is not the built-in rules shown here. */
function otherJudge({ run: { run, grade, judgment } }: RunView): string | null {
  const judge = run?.interactions_judged?.judge ?? grade.judge;
  return judge === judgment?.judge ? null : judge;
}

const SIGNALS = ['success', 'weight', 'relevance'] as const;

function present(signals: Signals | undefined, signal: (typeof SIGNALS)[number]): string {
  const value = signals?.[signal] ?? null;
  return value === null ? 'not judged' : formatRatio(value);
}
