import { formatInstant, formatNoun } from '../../../shared/format.ts';

interface Props {
  readonly extent: { readonly looked_at: number; readonly looked_back_to: string | null; readonly partial: boolean };
}

/** How many runs a chart includes, and whether older ones are missing. */
export function DataExtent({ extent: { looked_at, looked_back_to, partial } }: Props) {
  return (
    <p className="note" data-partial={partial || undefined}>
      {partial ? 'The newest ' : ''}
      {formatNoun(looked_at, 'run')}
      {looked_back_to === null ? '' : `, back to ${formatInstant(looked_back_to)}`}
      {partial ? '; older runs are not included' : ''}
    </p>
  );
}
