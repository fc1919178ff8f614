import type { Evidence, Grade } from '@assay/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { JudgeCard } from '../../../shared/cards/judge/judge-card.tsx';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { ScorersCard } from '../../../shared/cards/run/scorers-card.tsx';
import { TimelineCard } from '../../../shared/cards/timeline/timeline-card.tsx';
import { reveal } from '../../../shared/reveal.ts';
import type { RunView } from '../../../shared/run-view.ts';
import { Loaded } from '../../states/loaded.tsx';
import type { Transcript } from './read-transcript.ts';
import type { GoTo, RunPosition } from './use-run-position.ts';

interface Props {
  readonly grade: UseQueryResult<Grade>;
  readonly evidence: Evidence | undefined;
  readonly transcript: UseQueryResult<Transcript>;
  readonly view: RunView;
  readonly place: RunPosition;
  readonly go: GoTo;
}

/** Scorers, judge and timeline of a run. */
export function TraceTab({ grade, evidence, transcript, view, place, go }: Props) {
  const graded = grade.data;
  useEffect(() => {
    if (place.scorer !== null && graded !== undefined) reveal('scorer', place.scorer);
  }, [place.scorer, graded]);
  const open = (interaction: string) => go({ interaction });
  return (
    <>
      <Loaded query={grade} what="the grade" missing={<p className="note">Not graded yet.</p>}>
        {(found) => (
          <>
            <ScorersCard
              run={found}
              outputs={evidence?.commands ?? {}}
              openPath={(file) => go({ tab: 'diff', file })}
            />
            <JudgeCard view={view} open={open} />
            {found.judgment === null && found.interactions_judged === null ? <NoJudge /> : null}
          </>
        )}
      </Loaded>
      <Loaded query={transcript} what="the trace" lines={10} missing={<p className="note">No transcript.</p>}>
        {() => <TimelineCard view={view} opened={place.interaction} open={open} close={() => go({})} />}
      </Loaded>
    </>
  );
}

function NoJudge() {
  return (
    <Card title="Judge">
      <p className="note">No judge was used, so the judge verdict is not applicable.</p>
    </Card>
  );
}
