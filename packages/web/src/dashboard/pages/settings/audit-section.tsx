import type { AuditEntry } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatJson } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';

const NEWEST = { sort: 'when', order: 'desc' } as const;
const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'when', title: 'When', read: ({ at }) => at, first: 'desc' },
  { id: 'action', title: 'Action', read: ({ action }) => action },
  { id: 'target', title: 'Target', read: ({ target }) => target },
  { id: 'actor', title: 'Actor', read: ({ actor_name, actor }) => actor_name ?? actor, className: 'lesser' },
  { id: 'details', title: 'Details', className: 'lesser' },
];

/** The audit log, newest first. */
export function AuditSection() {
  const entries = usePages('listAuditLog', { limit: 200 });
  return (
    <Card title="Audit log">
      <Paged pages={entries} what="the audit log" lines={8} empty={<p className="note">No changes yet.</p>}>
        {(items) => (
          <SortedTable label="Audit log" columns={COLUMNS} rows={items} first={NEWEST} rest={entries}>
            {(entry) => <Row key={entry.audit_entry_id} entry={entry} />}
          </SortedTable>
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
