import type { Called, Operation } from '@assay/schema/api';

/** An item of a list that an operation answers with, by the name of the list. */
export type ItemsOf<Op extends Operation, Name extends string> = Called<Op>['answer'] extends {
  [Key in Name]: (infer Item)[];
}
  ? Item
  : never;
