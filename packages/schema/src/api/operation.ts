import type { z } from 'zod';

/** What a key may do. Each includes those before it. */
export type Scope = 'read' | 'write' | 'admin';

/** The chapter of the documentation an operation is in. */
export type Tag =
  | 'Runs'
  | 'Scenarios'
  | 'Comparisons'
  | 'Reputation'
  | 'Webhooks'
  | 'Settings'
  | 'Sessions'
  | 'Operations';

type Fields = z.ZodObject;

/**
 * One operation of the REST API, as callers see it. The server adds a handler, the client a method, the reference a
 * page; none of them says again what is said here.
 */
export interface Operation<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | null = z.ZodType | null,
> {
  /** Its name, unique: `get_run_score`. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With its parameters in braces: `/v1/runs/{run_id}/score`. */
  readonly path: string;
  readonly tag: Tag;
  /** One line, as a list of operations shows it. */
  readonly summary: string;
  /** What the summary cannot say; Markdown. */
  readonly description?: string;
  /** What a key needs; null is for everyone, also without a key. */
  readonly scope: Scope | null;
  readonly params?: Params;
  /** Strings as they stand in the address: numbers need `z.coerce`. */
  readonly query?: Query;
  readonly body?: Body;
  /** What else than JSON the body may be, by media type; the handler reads it as bytes. */
  readonly consumes?: readonly string[];
  /** How large a body may be; 1 MiB unless told. */
  readonly max_body_bytes?: number;
  readonly status: 200 | 201 | 202 | 204;
  /** The JSON of a good answer; null when there is no body, or one of another media type. */
  readonly answer: Answer;
  /** The media type of a good answer that is not JSON. */
  readonly produces?: string;
  /** A request and its answer, as the reference shows them. */
  readonly example: Example;
}

/** One call of an operation, each part as it is sent. */
interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** JSON, or the text of another media type; left out where that is nothing to read. */
  readonly answer?: unknown;
}

/** States an operation, its types kept. */
export const defineOperation = <
  const Params extends Fields | undefined = undefined,
  const Query extends Fields | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Answer extends z.ZodType | null = null,
>(
  operation: Operation<Params, Query, Body, Answer>,
): Operation<Params, Query, Body, Answer> => Object.freeze(operation);

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler is given and gives back, once the request was found to be in order. */
export interface Handled<Op extends Operation> {
  readonly params: Parsed<NonNullable<Op['params']>>;
  readonly query: Parsed<NonNullable<Op['query']>>;
  readonly body: Parsed<NonNullable<Op['body']>>;
  readonly answer: Op['answer'] extends z.ZodType ? z.input<Op['answer']> : undefined;
}

/** What a caller sends and is given. */
export interface Called<Op extends Operation> {
  readonly params: Sent<NonNullable<Op['params']>>;
  readonly query: Sent<NonNullable<Op['query']>>;
  readonly body: Sent<NonNullable<Op['body']>>;
  readonly answer: Op['answer'] extends z.ZodType ? z.output<Op['answer']> : undefined;
}
