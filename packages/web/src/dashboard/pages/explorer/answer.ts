import type { Called, Operation } from '@assay/schema/api';

/** The item type of a named list in the response of an operation. */
export type ItemsOf<Op extends Operation, Name extends string> = Called<Op>['answer'] extends {
  [Key in Name]: (infer Item)[];
}
  ? Item
  : never;
