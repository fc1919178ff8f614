import { computePowerCurve, describePower } from '@assay/scoring';
import { PowerChart } from '../../charts/power-chart.tsx';
import { capitalize } from '../../format.ts';

/** What more runs would show, and what they cost. Nothing if there are enough, or the noise is unknown. */
export function PowerNote({ comparison }: { comparison: Parameters<typeof computePowerCurve>[0] }) {
  const points = computePowerCurve(comparison);
  if (!points.some(({ runs }) => runs > 0)) return null;
  // a coarse difference and the one that decides
  const told = [points.find(({ difference }) => difference === 0.1), points.at(-1)];
  return (
    <div className="power">
      <PowerChart points={points} />
      <ul className="power-told">
        {[...new Set(told)].map((point) =>
          point === undefined ? null : <li key={point.difference}>{capitalize(describePower(point))}</li>,
        )}
        <li className="note">A point is 0.01 of the composite. Eight times in ten, this many runs show it.</li>
      </ul>
    </div>
  );
}
