import type { CheckSubject } from './check.ts';

/** Whether the output contains a text. */
export const includesText = (
  { value, ignore_case }: { readonly value: string; readonly ignore_case: boolean },
  { text }: Pick<CheckSubject, 'text'>,
): boolean => (ignore_case ? text.toLowerCase().includes(value.toLowerCase()) : text.includes(value));
