import type { Answer, CallName } from '@assay/sdk/core';

/** The item type of a named list in the response of an operation. */
export type ListItem<Name extends CallName, List extends string> =
  Answer<Name> extends {
    [Key in List]: (infer Item)[];
  }
    ? Item
    : never;
