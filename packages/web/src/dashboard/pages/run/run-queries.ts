import type { Evidence, Grade } from '@assay/schema';
import type {
  Called,
  getRun,
  getRunDiff,
  getRunEvidenceFile,
  getRunGrade,
  listRunAttempts,
  listRunEvidence,
} from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { call, callBytes, callText, segment } from '../../client/call.ts';
import { isMissing } from '../../client/problem-error.ts';
import { readAside } from './read-aside.ts';
import { parseEntries, type Transcript } from './read-transcript.ts';
import type { Tab } from './tabs.ts';

export type RunRecord = Called<typeof getRun>['answer'];
export type EvidenceParts = Called<typeof listRunEvidence>['answer'];
export type Attempts = Called<typeof listRunAttempts>['answer'];

/** All queries of a run share its id as prefix, so that a change can refetch them together. */
export const runKey = (run_id: string, ...what: string[]) => ['run', run_id, ...what];

const addressOf = (run_id: string, what = ''): string => `/v1/runs/${segment(run_id)}${what}`;

export const useRun = (run_id: string) =>
  useQuery({
    queryKey: runKey(run_id, 'record'),
    queryFn: ({ signal }): Promise<RunRecord> => call<typeof getRun>('GET', addressOf(run_id), { signal }),
  });

/** The evidence and grade of a run. A tab fetches only what it shows. */
export function useRunParts({ run_id, attempt }: Pick<RunRecord, 'run_id' | 'attempt'>, tab: Tab) {
  const grade = useQuery({
    queryKey: runKey(run_id, 'grade'),
    queryFn: async ({ signal }): Promise<Grade> =>
      (await call<typeof getRunGrade>('GET', addressOf(run_id, '/grade'), { signal })).grade,
  });
  const evidence = useQuery({
    queryKey: runKey(run_id, 'evidence'),
    queryFn: async ({ signal }): Promise<Evidence> =>
      JSON.parse(
        await callText<typeof getRunEvidenceFile>(addressOf(run_id, '/evidence/file'), {
          query: { name: 'evidence.json' },
          signal,
        }),
      ),
    enabled: tab === 'overview' || tab === 'trace',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const transcript = useQuery({
    queryKey: transcriptKey(run_id, attempt),
    queryFn: ({ signal }) => askForTranscript(run_id, signal),
    enabled: tab !== 'evidence',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const rules = useQuery({
    queryKey: transcriptKey(run_id, attempt, transcript.dataUpdatedAt),
    queryFn: () => transcript.data?.judging ?? null,
    enabled: transcript.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const diff = useQuery({
    queryKey: runKey(run_id, 'diff'),
    queryFn: ({ signal }) => callText<typeof getRunDiff>(addressOf(run_id, '/diff'), { signal }),
    enabled: tab === 'diff' || tab === 'trace',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const parts = useQuery({
    queryKey: runKey(run_id, 'parts'),
    queryFn: ({ signal }): Promise<EvidenceParts> =>
      call<typeof listRunEvidence>('GET', addressOf(run_id, '/evidence'), { signal }),
    enabled: tab === 'evidence',
  });
  const attempts = useQuery({
    queryKey: runKey(run_id, 'attempts'),
    queryFn: ({ signal }): Promise<Attempts> =>
      call<typeof listRunAttempts>('GET', addressOf(run_id, '/attempts'), { signal }),
    enabled: tab === 'evidence',
  });
  return { grade, evidence, transcript, rules, diff, parts, attempts };
}

// the transcript of an attempt never changes and is too long to refetch
const transcriptKey = (run_id: string, ...what: number[]) => ['transcript', run_id, ...what];

/** Fetches the stored file whole: for each page the server would read all of it. */
async function askForTranscript(run_id: string, signal: AbortSignal): Promise<Transcript> {
  const content = askForFile(run_id, 'transcript.jsonl', signal);
  const { interactions: found, judgment: judging } = readAside(content, signal);
  // parse the entries here too: passing them from the worker takes as long as parsing them
  const [entries, interactions] = await Promise.all([content.then(parseEntries), found]);
  return { entries, interactions, judging };
}

/** A file of the evidence; empty if the run has none. */
async function askForFile(run_id: string, name: string, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    return await callBytes<typeof getRunEvidenceFile>(addressOf(run_id, '/evidence/file'), { query: { name }, signal });
  } catch (fault) {
    if (isMissing(fault)) return new ArrayBuffer(0);
    throw fault;
  }
}
