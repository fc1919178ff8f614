import type { Comparison, ReportData, ReportedRun } from '@assay/schema';
import { composeHeadline, VERIFICATION_WORDS } from '@assay/scoring';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { UntrustedText } from '../shared/cards/parts/untrusted-text.tsx';
import { RunList } from '../shared/cards/run/run-list.tsx';
import { formatLine, type LineRef, parseLine } from '../shared/diff/line-ref.ts';
import { formatScore } from '../shared/format.ts';
import { readJudgment } from '../shared/judgment.ts';
import { formatPosition, goTo, type ReportPosition, useReportPosition } from '../shared/report-position.ts';
import { formatResult } from '../shared/result.ts';
import { reportedScores } from '../shared/scores.ts';
import { visibleLine } from '../shared/visible.ts';
import { ComparisonPage } from './comparison-page.tsx';
import { NoticePage } from './notice-page.tsx';
import type { Report } from './report-data.ts';
import { RunPage } from './run-page.tsx';

/** The report, or the reason why there is none. */
export function ReportPage({ report }: { report: Report }) {
  switch (report.status) {
    case 'ready':
      return <Ready data={report.data} />;
    case 'empty':
      return <NoticePage title="Nothing to report" reason={report.reason} />;
    case 'broken':
      return <NoticePage title="Cannot read this report" reason={report.reason} />;
  }
}

function Ready({ data }: { data: ReportData }) {
  const position = useReportPosition();
  const { run, task } = position;
  const { comparison } = data;
  const compares = comparison !== undefined && (run === null || run >= data.runs.length);
  const main = useArrival(compares, task === null);
  const open = run !== null && run < data.runs.length ? run : 0;
  const shown = compares ? undefined : data.runs[open];
  return (
    <>
      <title>{`${shown === undefined ? titleOfComparison(comparison) : titleOf(shown)} · Assay report`}</title>
      {shown === undefined ? null : (
        <button type="button" className="skip" onClick={focusTimeline}>
          Skip to the timeline
        </button>
      )}
      <header className="top">
        <span className="mark">assay</span>
        <span className="note">
          <UntrustedText text={headOf(data, shown)} />
        </span>
        {comparison === undefined || compares ? null : <a href={formatPosition({})}>Back to the comparison</a>}
      </header>
      <main ref={main} tabIndex={-1}>
        {shown !== undefined || comparison === undefined ? null : (
          <ComparisonPage comparison={comparison} runs={data.runs} task={task} />
        )}
        {shown === undefined ? null : <Runs runs={data.runs} open={open} run={shown} position={position} />}
      </main>
    </>
  );
}

/** Treats the switch between comparison and run as a new page: scrolls to the top and moves the focus. */
function useArrival(compares: boolean, atTop: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(compares);
  useEffect(() => {
    if (before.current === compares) return;
    before.current = compares;
    if (!atTop) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [compares, atTop]);
  return main;
}

interface RunsProps {
  readonly runs: readonly ReportedRun[];
  readonly open: number;
  readonly run: ReportedRun;
  readonly position: ReportPosition;
}

function Runs({ runs, open, run, position: { interaction, file, line } }: RunsProps) {
  const linked = useMemo(() => parseLine(line), [line]);
  const linksOf = (path: string) => ({
    href: (at: LineRef) => formatPosition({ run: open, file: path, line: formatLine(at) }),
    open: (at: LineRef) => goTo({ run: open, file: path, line: formatLine(at) }),
  });
  return (
    <>
      {runs.length === 1 ? null : <RunList runs={runs} open={open} onOpen={(next) => goTo({ run: next })} />}
      <RunPage
        key={open}
        run={run}
        opened={interaction}
        open={(opened) => goTo({ run: open, interaction: opened })}
        close={() => goTo({ run: open })}
        files={{ file, line: linked, linksOf }}
      />
    </>
  );
}

const titleOfComparison = (comparison: Comparison | undefined): string =>
  comparison === undefined ? 'Comparison' : visibleLine(composeHeadline(comparison).text);

const headOf = ({ assay_version }: ReportData, run: ReportedRun | undefined): string =>
  `Assay ${assay_version}${run === undefined ? '' : ` · judge: ${readJudgment(run)?.judge ?? run.grade.judge}`}`;

function titleOf(reported: ReportedRun): string {
  const { grade, run } = reported;
  if (run === undefined) return `${VERIFICATION_WORDS[grade.verification].word}: ${visibleLine(grade.agent)}`;
  const score = formatScore(reportedScores(reported).scorecard?.score ?? null);
  return `${formatResult(run)}: ${visibleLine(`${run.scenario} ${run.agent}`)} ${score}`;
}

// not a link: the hash names the open run
function focusTimeline(): void {
  document.querySelector<HTMLElement>('#timeline [role="listbox"]')?.focus();
}
