import type { Judgment } from '@assay/schema';
import { type Judged, readJudgment } from '../../judgment.ts';
import type { RunView } from '../../run-view.ts';
import { Card } from '../parts/card.tsx';
import { FactList } from '../parts/fact-list.tsx';
import type { OpenInteraction } from '../parts/references.tsx';
import { interactionFacts, judgeFacts } from './judge-facts.ts';
import { JudgeFindings } from './judge-findings.tsx';
import { JudgeMatrix } from './judge-matrix.tsx';
import { JudgeReasoning } from './judge-reasoning.tsx';
import { JudgeRubric } from './judge-rubric.tsx';
import { JudgeTiles } from './judge-tiles.tsx';
import { FailureModes, JudgeCalibration, JudgeVerdict, NoVerdict } from './judge-verdict.tsx';

/** The judge's opinion of a run, its evidence, and its calibration. */
export function JudgeCard({ view, open }: { view: RunView; open: OpenInteraction }) {
  const judgment = readJudgment(view.run);
  const judged = interactionFacts(view.run.run?.interactions_judged ?? null);
  if (judgment === null && judged.length === 0) return null;
  return (
    <Card title="Judge" aside={judgment === null ? null : <JudgeCalibration judgment={judgment} />}>
      {judgment === null ? <p className="note">No judge was used for the whole run.</p> : null}
      {judgment === null ? null : <Opinion judgment={judgment} view={view} open={open} />}
      <FactList facts={[...(judgment === null ? [] : judgeFacts(judgment)), ...judged]} />
    </Card>
  );
}

function Opinion({ judgment, view, open }: { judgment: Judgment; view: RunView; open: OpenInteraction }) {
  return (
    <div className="opinion">
      <Verdict judgment={judgment} />
      <JudgeFindings findings={judgment.findings} />
      <JudgeMatrix judgment={judgment} view={view} open={open} />
    </div>
  );
}

function Verdict({ judgment }: { judgment: Judgment }) {
  switch (judgment.status) {
    case 'judged':
      return <WithVerdict judgment={judgment} />;
    case 'unparseable':
      return <NoVerdict judgment={judgment} />;
  }
}

function WithVerdict({ judgment }: { judgment: Judged }) {
  return (
    <>
      <div className="opinion-head">
        <JudgeVerdict judgment={judgment} />
        <JudgeTiles judgment={judgment} />
      </div>
      <FailureModes judgment={judgment} />
      <JudgeReasoning text={judgment.reasoning} />
      <JudgeRubric rubric={judgment.rubric} />
    </>
  );
}
