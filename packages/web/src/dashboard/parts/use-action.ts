import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface Options<Input, Answer> {
  readonly act: (input: Input) => Promise<Answer>;
  /** The paths whose cached queries this action changes. */
  readonly changes: readonly string[];
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
      await Promise.all(changes.map((path) => queries.invalidateQueries({ queryKey: [path] })));
    },
  });
}
