import type { CallName } from '@assay/sdk/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface Options<Input, Answer> {
  readonly act: (input: Input) => Promise<Answer>;
  /** The cached queries this action changes, by name. */
  readonly changes: readonly (CallName | 'session' | 'runs')[];
  readonly done?: (answer: Answer, input: Input) => void;
}

/** A mutation that refetches the queries it changes. */
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
