import type { Answer, CallName } from '@assay/sdk/core';

/** An item of a list in the answer of an operation, by the name of the list. */
export type ItemsOf<Name extends CallName, List extends string> =
  Answer<Name> extends {
    [Key in List]: (infer Item)[];
  }
    ? Item
    : never;
