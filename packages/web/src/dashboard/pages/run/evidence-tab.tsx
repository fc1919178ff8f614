import type { Grade, Run } from '@assay/schema';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatBytes, formatInstant } from '../../../shared/format.ts';
import { Empty } from '../../states/empty.tsx';
import { Loaded } from '../../states/loaded.tsx';
import type { Attempts, EvidenceParts } from './run-queries.ts';

interface Props {
  readonly run: Run;
  readonly grade: Grade | undefined;
  readonly parts: UseQueryResult<EvidenceParts>;
  readonly attempts: UseQueryResult<Attempts>;
}

/** The stored files of the run with their digests, the attestation and the attempts. */
export function EvidenceTab({ run, grade, parts, attempts }: Props) {
  const address = `/v1/runs/${encodeURIComponent(run.run_id)}`;
  return (
    <>
      <Card title="Files" aside={<span className="note">SHA-256 of each stored file</span>}>
        <Loaded query={parts} what="the evidence" missing={<Removed />}>
          {({ files }) => (
            <div className="table-frame">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Size</th>
                    <th scope="col">Digest</th>
                  </tr>
                </thead>
                <tbody>
                  {files.map(({ name, size_bytes, digest }) => (
                    <tr key={name}>
                      <td>
                        <a href={`${address}/evidence/file?name=${encodeURIComponent(name)}`} download>
                          <UntrustedText text={name} />
                        </a>
                      </td>
                      <td className="cell-number">{formatBytes(size_bytes)}</td>
                      <td>
                        <code className="digest">{digest}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Loaded>
      </Card>
      <div className="pair">
        <Card title="Digests">
          <Digests run={run} grade={grade} />
        </Card>
        <Card title="Attestation">
          <p>
            The signed grade. Anyone can verify it without this server:{' '}
            <a href={`${address}/attestation`} download={`${run.run_id}.dsse.json`}>
              download it
            </a>
            , then run <code>assay verify FILE</code>.
          </p>
        </Card>
      </div>
      <Card title="Attempts">
        <Loaded query={attempts} what="the attempts">
          {({ attempts: all }) => <AttemptList attempts={all} />}
        </Loaded>
      </Card>
    </>
  );
}

function Digests({ run, grade }: { run: Run; grade: Grade | undefined }) {
  const rows = [
    ['Task', run.task_digest],
    ['Scorers', grade?.scorers_digest ?? null],
  ] as const;
  return (
    <dl className="digests">
      {rows.map(([name, digest]) => (
        <div key={name}>
          <dt className="note">{name}</dt>
          <dd>
            <code className="digest">{digest ?? 'unknown'}</code>
          </dd>
        </div>
      ))}
      {grade === undefined ? null : (
        <div>
          <dt className="note">Graded</dt>
          <dd>{formatInstant(grade.graded_at)}</dd>
        </div>
      )}
    </dl>
  );
}

function AttemptList({ attempts }: { attempts: Attempts['attempts'] }) {
  if (attempts.length === 0)
    return <p className="note">The run was executed elsewhere, not by a worker of this server.</p>;
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Worker</th>
            <th scope="col">Status</th>
            <th scope="col">Started</th>
            <th scope="col">Ended</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ attempt, worker, status, problem, started_at, ended_at }) => (
            <tr key={attempt}>
              <td>{attempt}</td>
              <td>
                <UntrustedText text={worker} />
              </td>
              <td>
                {status} {problem === null ? null : <UntrustedText text={problem} />}
              </td>
              <td>{formatInstant(started_at)}</td>
              <td>{ended_at === null ? 'still running' : formatInstant(ended_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Removed() {
  return (
    <Empty title="No evidence stored">
      <p className="note">The retention period of the workspace may have passed. The grade is still available.</p>
    </Empty>
  );
}
