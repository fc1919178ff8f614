import type { Evidence, Grade, TranscriptEntry } from '@assay/schema';
import type {
  Called,
  getRun,
  getRunDiff,
  getRunEvidenceFile,
  getRunGrade,
  getRunTranscript,
  listRunAttempts,
  listRunEvidence,
} from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { call, callText, segment } from '../../client/call.ts';
import { readAside } from './read-aside.ts';
import type { Transcript } from './read-transcript.ts';
import type { Tab } from './tabs.ts';

export type RunRecord = Called<typeof getRun>['answer'];
export type EvidenceParts = Called<typeof listRunEvidence>['answer'];
export type Attempts = Called<typeof listRunAttempts>['answer'];

// as many entries at once as the server gives
const ENTRIES_AT_ONCE = 5_000;

/** All that was asked of a run is kept under its id, to be asked for anew when it changes. */
export const runKey = (run_id: string, ...what: string[]) => ['run', run_id, ...what];

const addressOf = (run_id: string, what = ''): string => `/v1/runs/${segment(run_id)}${what}`;

export const useRun = (run_id: string) =>
  useQuery({
    queryKey: runKey(run_id, 'record'),
    queryFn: ({ signal }): Promise<RunRecord> => call<typeof getRun>('GET', addressOf(run_id), { signal }),
  });

/** What a run left and what was concluded of it. A tab asks for no more than it shows. */
export function useRunParts(run_id: string, tab: Tab) {
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
    queryKey: runKey(run_id, 'transcript'),
    queryFn: ({ signal }) => askForTranscript(run_id, signal),
    enabled: tab !== 'evidence',
    staleTime: Number.POSITIVE_INFINITY,
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
  return { grade, evidence, transcript, diff, parts, attempts };
}

async function askForTranscript(run_id: string, signal: AbortSignal): Promise<Transcript> {
  const entries: TranscriptEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const part: Called<typeof getRunTranscript>['answer'] = await call<typeof getRunTranscript>(
      'GET',
      addressOf(run_id, '/transcript'),
      { query: { limit: ENTRIES_AT_ONCE, ...(after === 0 ? {} : { after }) }, signal },
    );
    entries.push(...part.entries);
    after = part.next;
  }
  return readAside(entries, signal);
}
