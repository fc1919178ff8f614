import type { Finding, Judgment } from '@assay/schema';
import { formatCount, formatName, formatRatio } from '../../format.ts';
import { type Judged, readJudgment } from '../../judgment.ts';
import type { RunView } from '../../run-view.ts';
import type { Tone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Findings } from '../parts/findings.tsx';
import { LongText } from '../parts/long-text.tsx';
import type { OpenInteraction } from '../parts/references.tsx';
import { interactionFacts, judgeFacts } from './judge-facts.ts';
import { JudgeMatrix } from './judge-matrix.tsx';
import { JudgeRubric } from './judge-rubric.tsx';
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

/** What Assay found while judging. An attempt to influence the judge is named as such. */
function JudgeFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const injected = findings.some(({ kind }) => kind === 'judge_injection_attempt');
  return (
    <div className="failure" data-tone="bad">
      <p>
        <b>{injected ? 'Attempt to influence the judge.' : 'Found while judging.'}</b>{' '}
        {injected ? 'The judge saw the text only as data.' : null}
      </p>
      <Findings findings={findings} omitted={0} />
    </div>
  );
}

// shorter texts start open
const SHORT = 900;

/** The judge's reasoning. */
function JudgeReasoning({ text }: { text: string }) {
  return (
    <details className="unfold reasoning" open={text.length <= SHORT}>
      <summary>
        <b>Reasoning</b> <span className="note">{formatCount(text.length)} characters</span>
      </summary>
      <LongText text={text} />
    </details>
  );
}

const RATINGS = ['task_completion', 'instruction_adherence', 'efficiency'] as const;
const BEST = 5;

/** Three ratings from 1 to 5. They do not decide the verdict. */
function JudgeTiles({ judgment }: { judgment: Judged }) {
  return (
    <dl className="tiles">
      {RATINGS.map((rating) => (
        <div className="tile" key={rating} data-tone={toneOfRating(judgment[rating])}>
          <dt>{formatName(rating)}</dt>
          <dd>
            <b className="tile-value">{formatRatio(judgment[rating])}</b> <span className="note">of {BEST}</span>
          </dd>
          <dd className="bar" aria-hidden="true">
            <div className="bar-fill" style={{ width: `${(100 * judgment[rating]) / BEST}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function toneOfRating(rating: number): Tone {
  if (rating >= 4) return 'good';
  return rating >= 3 ? 'warn' : 'bad';
}
