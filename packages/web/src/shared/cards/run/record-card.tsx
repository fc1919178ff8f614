import type { ChangeRecord } from '@assay/schema';
import { CORNERS, viewRecord } from '@assay/scoring';
import { Card } from '../parts/card.tsx';
import { FindingLine, findingKey } from '../parts/findings.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly record: ChangeRecord | undefined;
  /** Opens a changed file; without it locations are not links. */
  readonly openPath?: (path: string, line?: number) => void;
}

/** The record of a change, as a card of its run. */
export const RecordCard = ({ record, openPath }: Props) =>
  record?.state === 'ran' ? (
    <Card title="Old and new tests on old and new code">
      <RecordTables record={record} openPath={openPath} />
    </Card>
  ) : null;

/** What each corner gave, each test that is not simply unchanged, and what was rewritten. */
export function RecordTables({ record, openPath }: { record: ChangeRecord; openPath?: Props['openPath'] | undefined }) {
  const view = viewRecord(record);
  if (view === null) return null;
  const { corners, tests, proves, rewritten, limits } = view;
  const [[, ...heading], ...rows] = corners;
  return (
    <>
      <table className="sheet">
        <thead>
          <tr>
            <td />
            {heading.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([code, ...cells]) => (
            <tr key={code}>
              <th scope="row">{code}</th>
              {cells.map((cell, index) => (
                <td key={heading[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {tests.length === 0 ? null : (
        <table className="sheet">
          <thead>
            <tr>
              <th scope="col">test</th>
              <th scope="col">finding</th>
              {CORNERS.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tests.map(({ id, says, outcomes }) => (
              <tr key={`${id} ${says}`}>
                <th scope="row">
                  <UntrustedText text={id} />
                </th>
                <td>{says}</td>
                {CORNERS.map(({ name }, index) => (
                  <td key={name}>{outcomes[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul className="findings">
        {rewritten.map(({ rule, path = '', ...finding }) => {
          const shown = { ...finding, path, kind: rule };
          return (
            <li key={findingKey(shown)}>
              <FindingLine finding={shown} openPath={openPath} />
            </li>
          );
        })}
        {proves.map((id) => (
          <li key={id}>
            fails without the change: <UntrustedText text={id} />
          </li>
        ))}
        {limits.map((limit) => (
          <li key={limit} className="note">
            <UntrustedText text={limit} />
          </li>
        ))}
      </ul>
    </>
  );
}
