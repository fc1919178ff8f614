import type { Chapter } from '../../session.ts';
import { visibleLine } from '../../visible.ts';
import { StatePills } from '../session/state-pills.tsx';

/** The start of a request in the timeline. */
export function ChapterRow({ chapter: { number, request } }: { chapter: Chapter }) {
  return (
    <div className="chapter">
      <b>Request {number}</b> <StatePills {...request} /> <bdi>{visibleLine(request.prompt)}</bdi>
    </div>
  );
}
