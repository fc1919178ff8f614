import type { ReportData, ReportedRun } from '@assay/schema';
import { RunList } from '../cards/run-list.tsx';
import { formatScore } from '../format.ts';
import { goTo, usePlace } from '../place.ts';
import type { Report } from '../report-data.ts';
import { scoresOf } from '../scores.ts';
import { visible, visibleLine } from '../visible.ts';
import { NoticePage } from './notice-page.tsx';
import { RunPage } from './run-page.tsx';

/** The report, or why there is none. */
export function ReportPage({ report }: { report: Report }) {
  switch (report.status) {
    case 'ready':
      return <Runs data={report.data} />;
    case 'empty':
      return <NoticePage title="Nothing to report" reason={report.reason} />;
    case 'broken':
      return <NoticePage title="This report cannot be read" reason={report.reason} />;
  }
}

function Runs({ data }: { data: ReportData }) {
  const place = usePlace();
  const open = place.run < data.runs.length ? place.run : 0;
  const run = data.runs[open];
  if (run === undefined) return null;
  return (
    <>
      <title>{`${titleOf(run)} · Assay report`}</title>
      <button type="button" className="skip" onClick={focusTimeline}>
        Skip to the timeline
      </button>
      <header className="top">
        <span className="mark">assay</span>
        <span className="note">
          report of version {visible(data.assay_version)} · judge: {visible(run.grade.judge)}
        </span>
      </header>
      <main>
        {data.runs.length === 1 ? null : (
          <RunList runs={data.runs} open={open} onOpen={(next) => goTo({ run: next, interaction: null })} />
        )}
        <RunPage
          key={open}
          run={run}
          opened={place.interaction}
          open={(interaction) => goTo({ run: open, interaction })}
          close={() => goTo({ run: open, interaction: null })}
        />
      </main>
    </>
  );
}

function titleOf(reported: ReportedRun): string {
  const { grade, run } = reported;
  const name = run === undefined ? grade.agent : `${run.scenario} ${run.agent}`;
  return `${visibleLine(name)} ${formatScore(scoresOf(reported).scorecard?.score ?? null)}`;
}

// a link would do, but the hash says which run is open
function focusTimeline(): void {
  document.querySelector<HTMLElement>('#timeline [role="listbox"]')?.focus();
}
