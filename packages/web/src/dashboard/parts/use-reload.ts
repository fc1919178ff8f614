import type { CallName } from '@assay/sdk/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Loads these again when a value changes, except for its first one. Undefined is no value yet. */
export function useReload(names: readonly CallName[], value: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== undefined && before.current !== value)
      for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    before.current = value;
  }, [client, names, value]);
}
