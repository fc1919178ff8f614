import type { AuditEntry } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatJson } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

/** The audit log, newest first. */
export function AuditSection() {
  const entries = usePages('listAuditLog');
  return (
    <Card title="Audit log">
      <Paged pages={entries} what="the audit log" lines={8} empty={<p className="note">No changes yet.</p>}>
        {(items) => (
          <ScrollableTable label="Audit log">
            <table className="sheet">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Action</th>
                  <th scope="col">Target</th>
                  <th scope="col" className="lesser">
                    Actor
                  </th>
                  <th scope="col" className="lesser">
                    Details
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((entry) => (
                  <Row key={entry.audit_entry_id} entry={entry} />
                ))}
              </tbody>
            </table>
          </ScrollableTable>
        )}
      </Paged>
    </Card>
  );
}

function Row({ entry: { at, action, target, actor, actor_name, details } }: { entry: AuditEntry }) {
  return (
    <tr>
      <td>
        <TimeAgo at={at} />
      </td>
      <th scope="row">{visibleLine(action)}</th>
      <td>{target === null ? null : <code>{visibleLine(target)}</code>}</td>
      <td className="lesser">
        {actor_name === null ? <code>{visibleLine(actor)}</code> : <bdi title={actor}>{visibleLine(actor_name)}</bdi>}
      </td>
      <td className="lesser">
        {Object.keys(details).length === 0 ? null : <code>{visibleLine(formatJson(details))}</code>}
      </td>
    </tr>
  );
}
