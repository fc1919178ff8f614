import type { SentProof } from '@assay/schema/api';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { Paged, usePages } from '../../parts/paged.tsx';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { describeSentProof } from './proof-words.ts';

/** Proofs that were made on other machines: of one scenario, or of all. Nothing if there are none. */
export function SentProofsCard({ scenario }: { scenario?: string }) {
  const workspace_id = useWorkspace()?.workspace_id;
  return workspace_id === undefined ? null : <SentProofs query={{ workspace_id, ...(scenario && { scenario }) }} />;
}

function SentProofs({ query }: { query: { workspace_id: string; scenario?: string } }) {
  const proofs = usePages('listProofs', query);
  if (proofs.data?.pages[0]?.items.length === 0) return null;
  return (
    <Card title="Proofs from other machines" aside={<span className="note">Pushed, not repeated here</span>}>
      <Paged pages={proofs} what="the proofs" lines={2} empty={null}>
        {(items) => <ProofTable proofs={items} rest={proofs} isNamed={query.scenario === undefined} />}
      </Paged>
    </Card>
  );
}

// as they were pushed, which is no column
const NEWEST = { sort: 'pushed', order: 'desc' } as const;
const NAME: Column<SentProof> = { id: 'scenario', title: 'Scenario', read: ({ scenario }) => scenario };
const COLUMNS: readonly Column<SentProof>[] = [
  { id: 'state', title: 'State', read: ({ proof }) => describeSentProof(proof).word },
  NAME,
  { id: 'trials', title: 'Trials' },
  { id: 'made', title: 'Made by', className: 'lesser' },
  { id: 'proved', title: 'Proved', read: ({ proof }) => proof.proved_at, first: 'desc', isNumber: true },
];

interface TableProps {
  readonly proofs: readonly SentProof[];
  readonly isNamed: boolean;
  readonly rest: Rest;
}

const ProofTable = ({ proofs, isNamed, rest }: TableProps) => (
  <SortedTable
    label="Proofs from other machines"
    columns={isNamed ? COLUMNS : COLUMNS.filter((column) => column !== NAME)}
    rows={proofs}
    first={NEWEST}
    rest={rest}
    list="proofs"
  >
    {(sent) => <ProofRow key={sent.digest} sent={sent} isNamed={isNamed} />}
  </SortedTable>
);

function ProofRow({ sent: { scenario, proof }, isNamed }: { sent: SentProof; isNamed: boolean }) {
  const { word, tone, sentence } = describeSentProof(proof);
  const sandbox = proof.environment?.sandbox;
  return (
    <tr>
      <td>
        <span className="pill" data-tone={tone}>
          {word}
        </span>
      </td>
      {isNamed ? (
        <th scope="row">
          <bdi>{visibleLine(scenario)}</bdi>
        </th>
      ) : null}
      <td className="proof-remark">
        <bdi>{visibleLine(sentence)}</bdi>
      </td>
      <td className="lesser">
        <bdi>{visibleLine([`Assay ${proof.harness_version}`, ...(sandbox ? [sandbox] : [])].join(' · '))}</bdi>
      </td>
      <td className="number">
        <TimeAgo at={proof.proved_at} />
      </td>
    </tr>
  );
}
