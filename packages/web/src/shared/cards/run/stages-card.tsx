import type { Stage } from '@assay/schema';
import { formatNoun } from '../../format.ts';
import type { Tone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The stages of a run, with the attempts each took. */
export function StagesCard({ stages }: { stages: readonly Stage[] }) {
  return (
    <Card title="Stages">
      {stages.length === 0 ? <p className="note">No stages ran.</p> : null}
      <ol className="stages">
        {stages.map((stage) => (
          <StageRow key={stage.name} stage={stage} />
        ))}
      </ol>
    </Card>
  );
}

function StageRow({ stage }: { stage: Stage }) {
  const { tone, word } = present(stage);
  return (
    <li>
      <span className="pill" data-tone={tone}>
        {word}
      </span>
      <b>
        <UntrustedText text={stage.name} />
      </b>
      <span className="note">{formatNoun(stage.attempts, 'attempt')}</span>
    </li>
  );
}

function present({ passed, attempts }: Stage): { tone: Tone; word: string } {
  if (!passed) return { tone: 'bad', word: 'failed' };
  return { tone: attempts === 1 ? 'good' : 'warn', word: 'passed' };
}
