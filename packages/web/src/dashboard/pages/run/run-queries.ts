import type { Evidence, Grade } from '@assay/schema';
import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchRunFile } from '../../client/api.ts';
import { isMissing } from '../../client/request-problem.ts';
import { nextPaint } from '../../next-paint.ts';
import { readInWorker } from './read-in-worker.ts';
import { parseEntries, readStart, type Transcript } from './read-transcript.ts';
import type { Tab } from './tabs.ts';

export type RunRecord = Answer<'getRun'>;
export type EvidenceParts = Answer<'listRunEvidence'>;
export type Attempts = Answer<'listRunAttempts'>;

/** All queries of a run share its id as prefix, so that a change can refetch them together. */
export const runKey = (run_id: string, ...what: string[]) => ['run', run_id, ...what];

export const useRun = (run_id: string) =>
  useQuery({
    queryKey: runKey(run_id, 'record'),
    queryFn: ({ signal }): Promise<RunRecord> => api.getRun({ run_id }, { signal }),
  });

/** The evidence and grade of a run. A tab fetches only what it shows. */
export function useRunParts({ run_id, attempt }: Pick<RunRecord, 'run_id' | 'attempt'>, tab: Tab) {
  const grade = useQuery({
    queryKey: runKey(run_id, 'grade'),
    queryFn: async ({ signal }): Promise<Grade> => (await api.getRunGrade({ run_id }, { signal })).grade,
  });
  const evidence = useQuery({
    queryKey: runKey(run_id, 'evidence'),
    queryFn: async ({ signal }): Promise<Evidence> =>
      JSON.parse(new TextDecoder().decode(await fetchRunFile({ run_id, name: 'evidence.json', signal }))),
    enabled: tab === 'overview' || tab === 'checks',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [start, setStart] = useState<Transcript & { attempt: number }>();
  const transcript = useQuery({
    queryKey: transcriptKey(run_id, attempt),
    queryFn: ({ signal }) => askForTranscript(run_id, signal, (read) => setStart({ ...read, attempt })),
    // the other tabs need all of it
    placeholderData: () => (tab === 'trace' && start?.attempt === attempt ? start : undefined),
    enabled: tab !== 'evidence',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const diff = useQuery({
    queryKey: runKey(run_id, 'diff'),
    // an empty answer is an empty diff
    queryFn: async ({ signal }) => ((await api.getRunDiff({ run_id }, { signal })) ?? '') as string,
    enabled: tab !== 'evidence',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const parts = useQuery({
    queryKey: runKey(run_id, 'parts'),
    queryFn: ({ signal }): Promise<EvidenceParts> => api.listRunEvidence({ run_id }, { signal }),
    enabled: tab === 'evidence',
  });
  const attempts = useQuery({
    queryKey: runKey(run_id, 'attempts'),
    queryFn: ({ signal }): Promise<Attempts> => api.listRunAttempts({ run_id }, { signal }),
    enabled: tab === 'evidence',
  });
  return { grade, evidence, transcript, diff, parts, attempts };
}

// the transcript of an attempt never changes and is too long to refetch
const transcriptKey = (run_id: string, ...what: number[]) => ['transcript', run_id, ...what];

// some hundred steps
const START_BYTES = 512 * 1024;

/** Fetches the stored file whole: for each page the server would read all of it. A long one is read from its start. */
async function askForTranscript(
  run_id: string,
  signal: AbortSignal,
  onStart: (start: Transcript) => void,
): Promise<Transcript> {
  const watch = {
    size: START_BYTES,
    async onStart(bytes: Uint8Array) {
      const start = readStart(bytes);
      if (start === null) return;
      onStart(start);
      // parsing all of it keeps the page busy
      await nextPaint();
    },
  };
  const content = askForFile({ run_id, name: 'transcript.jsonl', signal, watch });
  const found = readInWorker(content, signal);
  // parse the entries here too: passing them from the worker takes as long as parsing them
  const [entries, interactions] = await Promise.all([content.then(parseEntries), found]);
  return { entries, interactions };
}

/** A file of the evidence; empty if the run has none. */
async function askForFile(asked: Parameters<typeof fetchRunFile>[0]): Promise<ArrayBuffer> {
  try {
    return (await fetchRunFile(asked)).buffer;
  } catch (fault) {
    if (isMissing(fault)) return new ArrayBuffer(0);
    throw fault;
  }
}
