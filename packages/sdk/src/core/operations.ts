import type * as contracts from '@assay/schema/api';
import type { Called, Operation } from '@assay/schema/api';

type Contracts = typeof contracts;

/** Every operation of the REST API, by its name. Types only: what checks values stays on the server. */
type Operations = {
  [Name in keyof Contracts as Contracts[Name] extends Operation ? Name : never]: Contracts[Name];
};

export type OperationName = keyof Operations;

/** The operations that are asked once and answer once. */
export type CallName = Exclude<OperationName, 'watchEvents'>;

type Call<Name extends OperationName> = Operations[Name] extends Operation ? Called<Operations[Name]> : never;

// in an address everything is text, so that its schemas take anything; what is meant is what they make of it
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

/** What an operation is given: the names in its address and its filters or its body, side by side. */
export type Input<Name extends OperationName> = (Call<Name>['params'] extends undefined
  ? Nothing
  : Call<Name>['params']) &
  (Call<Name>['body'] extends undefined ? Filters<Name> : Call<Name>['body']);

type Filters<Name extends OperationName> = Call<Name>['query'] extends undefined
  ? Nothing
  : Meant<Name, Call<Name>['query']>;

/** What an operation answers: its JSON, or what was sent instead. */
export type Answer<Name extends OperationName> = Call<Name>['answer'] extends undefined
  ? unknown
  : Call<Name>['answer'];

/** The operations that answer with a part of a list. */
export type ListName = {
  [Name in CallName]: Answer<Name> extends { items: readonly unknown[]; next: string | null } ? Name : never;
}[CallName];

export type Item<Name extends ListName> = Answer<Name> extends { items: readonly (infer One)[] } ? One : never;

/** How one call differs from the others. */
export interface CallOptions {
  /** Ends the call with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** For one try, not for all of them. */
  readonly timeoutMs?: number | undefined;
  /** How often it is tried again after trouble on the way. */
  readonly retries?: number | undefined;
  /** Whoever sends the same with the same key gets the same answer, and it happens once. New for each write, unless given. */
  readonly idempotencyKey?: string | undefined;
  /** Such as `If-Match`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One function for each operation, by its name. */
export type Api = {
  readonly [Name in CallName]: Nothing extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>;
};
