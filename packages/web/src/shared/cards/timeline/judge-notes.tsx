import type { HeuristicNote, Interaction, InteractionNotes } from '@assay/schema';
import { formatRatio } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The signals of an interaction, and the rules that lowered them. */
export function JudgeNotes({ view, interaction }: { view: RunView; interaction: Interaction }) {
  if (view.run.notes === null) return null;
  const other = otherJudge(view);
  const notes = view.notes.get(interaction.id) ?? [];
  return (
    <section className="judge">
      <h3>
        Judge <span className="note">{`${RULES} ${view.run.notes.version}`}</span>
      </h3>
      {other === null ? null : (
        <p className="note">
          Notes of the built-in rules. The scores use the answers of <UntrustedText text={other} /> instead.
        </p>
      )}
      <p className="signals">
        {SIGNALS.map((signal) => (
          <span key={signal}>
            {signal} <b>{formatRatio(lowest(notes, signal))}</b>
          </span>
        ))}
      </p>
      {notes.length === 0 ? <p className="note">{describeNone(view.run.notes)}</p> : null}
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
function otherJudge({ run: { run, grade } }: RunView): string | null {
  const judge = run?.interactions_judged?.judge ?? grade.judge;
  return judge === RULES ? null : judge;
}

const RULES = 'heuristic';

const describeNone = ({ omitted }: InteractionNotes): string =>
  omitted === 0
    ? 'No rule lowered a signal of this interaction.'
    : `No stored note. The grade leaves out ${omitted} notes at the end of this run.`;

const SIGNALS = ['success', 'weight', 'relevance'] as const;

// rules only lower signals, so one without a note is 1
const lowest = (notes: readonly HeuristicNote[], signal: HeuristicNote['signal']): number =>
  Math.min(1, ...notes.filter((note) => note.signal === signal).map(({ value }) => value));
