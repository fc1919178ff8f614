import { matchPaths } from '@assay/scoring';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { visibleLine } from '../../../../shared/visible.ts';
import { Field } from '../../../parts/field.tsx';
import { LinesInput } from '../../../parts/lines-input.tsx';

interface Props {
  readonly patterns: readonly string[];
  readonly glob: string;
  /** Known files of the seed. */
  readonly files: readonly string[];
}

const SHOWN = 200;

/** Tests patterns on the files of the seed or on typed paths, with the scorer's own code. */
export function GlobTester({ patterns, glob, files }: Props) {
  const [typed, setTyped] = useState<readonly string[] | null>(null);
  const paths = typed ?? files;
  const matches = useMemo(
    () => matchPaths({ patterns: [...patterns], glob: glob === 'gitignore' ? 'gitignore' : 'fnmatch' }),
    [patterns, glob],
  );
  const tried = paths.slice(0, SHOWN).map((path) => ({ path, matched: matches(path) }));
  return (
    <details className="glob-tester">
      <summary>
        Test the patterns{' '}
        <span className="note">
          {formatCount(tried.filter(({ matched }) => matched).length)} of {formatCount(tried.length)} files match
        </span>
      </summary>
      <div className="glob-sides">
        <Field
          label="Paths to test"
          hint={files.length === 0 ? 'Freeze a task to list its files here.' : 'Files of the latest task.'}
        >
          {(control) => <LinesInput control={control} rows={8} value={paths} change={setTyped} />}
        </Field>
        <ul className="glob-found" aria-label="Matches">
          {tried.map(({ path, matched }) => (
            <li key={path} data-matched={matched || undefined}>
              <span aria-hidden="true">{matched ? '✓' : '·'}</span>
              <span className="unseen">{matched ? 'matches' : 'does not match'}</span> <code>{visibleLine(path)}</code>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
