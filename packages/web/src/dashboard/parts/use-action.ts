import type { CallName } from '@assay/sdk/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface Options<Input, Answer> {
  readonly act: (input: Input) => Promise<Answer>;
  /** The reads whose answers this changes, by name. */
  readonly changes: readonly (CallName | 'session' | 'runs')[];
  readonly done?: (answer: Answer, input: Input) => void;
}

/** Something that is asked of the server and changes what it knows. What was seen of it before is asked for anew. */
export function useAction<Input, Answer>({
  act,
  changes,
  done,
}: Options<Input, Answer>): UseMutationResult<Answer, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer, input) => {
      done?.(answer, input);
      await Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
