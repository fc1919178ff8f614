import type { Evidence, Grade } from '@assay/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { JudgeCard } from '../../../shared/cards/judge/judge-card.tsx';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { ScorersCard } from '../../../shared/cards/run/scorers-card.tsx';
import { reveal } from '../../../shared/reveal.ts';
import type { RunView } from '../../../shared/run-view.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import type { GoTo, RunPosition } from './use-run-position.ts';

interface Props {
  readonly grade: UseQueryResult<Grade>;
  readonly evidence: Evidence | undefined;
  readonly view: RunView;
  readonly place: RunPosition;
  readonly go: GoTo;
}

/** Every check with its output, and the judge with its evidence. */
export function ChecksTab({ grade, evidence, view, place, go }: Props) {
  const graded = grade.data;
  useEffect(() => {
    if (place.scorer !== null && graded !== undefined) reveal('scorer', place.scorer);
  }, [place.scorer, graded]);
  return (
    <Loaded query={grade} what="the grade" lines={8} missing={<Empty title="Not graded yet" />}>
      {(found) => (
        <>
          <ScorersCard
            run={found}
            outputs={evidence?.commands ?? {}}
            openPath={(file, line) => go({ tab: 'diff', file, line: line?.toString() ?? null })}
          />
          <JudgeCard view={view} open={(interaction) => go({ tab: 'trace', interaction })} />
          {found.judgment === null && found.interactions_judged === null ? <NoJudge /> : null}
        </>
      )}
    </Loaded>
  );
}

function NoJudge() {
  return (
    <Card title="Judge">
      <p className="note">No judge was used, so the judge verdict is not applicable.</p>
    </Card>
  );
}
