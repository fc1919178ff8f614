interface Props {
  readonly starts: readonly string[];
  /** The period in the caption. */
  readonly shown: string;
  readonly point: (start: string | null) => void;
  readonly tell: (start: string) => string;
}

/** Moves the caption of a chart from period to period with the arrow keys. The chart marks the period. */
export function PeriodSlider({ starts, shown, point, tell }: Props) {
  return (
    <input
      type="range"
      className="unseen"
      aria-label="Period in the caption"
      aria-valuetext={tell(shown)}
      min={0}
      max={starts.length - 1}
      value={starts.indexOf(shown)}
      onFocus={() => point(shown)}
      onBlur={() => point(null)}
      onChange={(event) => point(starts[Number(event.target.value)] ?? null)}
    />
  );
}
