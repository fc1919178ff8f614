import { useEffect, useRef } from 'react';
import { keepPlaces, type MatrixView } from './matrix-rows.ts';
import type { MatrixState } from './matrix-state.ts';

/** The view with rows and columns where they were: new results do not move what someone reads. */
export function useKeptPlaces(view: MatrixView, { columns, sort, order }: MatrixState): MatrixView {
  const arrangement = JSON.stringify([columns, sort, order]);
  const drawn = useRef<{ readonly arrangement: string; readonly view: MatrixView }>(null);
  const kept = drawn.current?.arrangement === arrangement ? keepPlaces(view, drawn.current.view) : view;
  useEffect(() => {
    drawn.current = { arrangement, view: kept };
  });
  return kept;
}
