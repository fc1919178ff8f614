import type { Recorder } from './transcript-reader.ts';

/** Measures how long calls wait for approval, from the question to the answer. */
export function createApprovals(recorder: Pick<Recorder, 'waited'>) {
  const asked = new Map<string, number>();
  const msOf = (at: unknown): number => (typeof at === 'number' ? at : Date.parse(String(at)));
  return {
    ask(question: string, at: unknown): void {
      asked.set(question, msOf(at));
    },
    answer(question: string, at: unknown, tool_id: string): void {
      const ms = msOf(at) - (asked.get(question) ?? Number.NaN);
      asked.delete(question);
      // without timestamps nothing is known
      if (Number.isFinite(ms)) recorder.waited(tool_id, ms);
    },
  };
}
