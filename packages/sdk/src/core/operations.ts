import type * as contracts from '@assay/schema/api';
import type { Called, Operation } from '@assay/schema/api';

type Contracts = typeof contracts;

/** Every operation of the REST API by name. Types only; validation stays on the server. */
type Operations = {
  [Name in keyof Contracts as Contracts[Name] extends Operation ? Name : never]: Contracts[Name];
};

export type OperationName = keyof Operations;

/** The operations with one request and one answer. */
export type CallName = Exclude<OperationName, 'watchEvents'>;

type Call<Name extends OperationName> = Operations[Name] extends Operation ? Called<Operations[Name]> : never;

// query schemas coerce text, so their input type is `unknown`; use their output type instead
type Meant<Name extends OperationName, Sent> = {
  [Field in keyof Sent]: unknown extends Sent[Field] ? MadeOf<Operations[Name]['query'], Field> : Sent[Field];
};
type MadeOf<Schema, Field> =
  NonNullable<Schema> extends { _zod: { output: infer Output } }
    ? Field extends keyof Output
      ? Output[Field]
      : never
    : never;

// biome-ignore lint/complexity/noBannedTypes: the neutral element of an intersection
type Nothing = {};

/** The input of an operation: path parameters plus query or body fields in one object. */
export type Input<Name extends OperationName> = (Call<Name>['params'] extends undefined
  ? Nothing
  : Call<Name>['params']) &
  (Call<Name>['body'] extends undefined ? Filters<Name> : Call<Name>['body']);

type Filters<Name extends OperationName> = Call<Name>['query'] extends undefined
  ? Nothing
  : Meant<Name, Call<Name>['query']>;

/** The answer of an operation: its JSON, or other content. */
export type Answer<Name extends OperationName> = Call<Name>['answer'] extends undefined
  ? unknown
  : Call<Name>['answer'];

/** The operations that answer with a page of a list. */
export type ListName = {
  [Name in CallName]: Answer<Name> extends { items: readonly unknown[]; next: string | null } ? Name : never;
}[CallName];

export type Item<Name extends ListName> = Answer<Name> extends { items: readonly (infer One)[] } ? One : never;

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Per try. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries after transport errors. */
  readonly retries?: number | undefined;
  /** Requests with the same key run once and get the same answer. Default: a new key per write. */
  readonly idempotencyKey?: string | undefined;
  /** Such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One function per operation, by name. */
export type Api = {
  readonly [Name in CallName]: Nothing extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>;
};
