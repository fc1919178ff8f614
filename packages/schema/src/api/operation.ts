import type { z } from 'zod';

/** What a key may do. Each scope includes the ones before it. */
export type Scope = 'read' | 'write' | 'admin';

/** What a share link can show. */
export type ShareKind = 'run' | 'comparison' | 'matrix';

/** The section of the API reference an operation is listed in. */
export type Tag =
  | 'Runs'
  | 'Agent sessions'
  | 'Checks'
  | 'Telemetry'
  | 'Scenarios'
  | 'Comparisons'
  | 'Reputation'
  | 'Webhooks'
  | 'Settings'
  | 'Members'
  | 'Sharing'
  | 'Sessions'
  | 'Operations';

type Fields = z.ZodObject;

/**
 * One operation of the REST API. The single source for the server's handler, the client's method and the reference
 * page.
 */
export interface Operation<
  Params extends Fields | undefined = Fields | undefined,
  Query extends Fields | undefined = Fields | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | null = z.ZodType | null,
> {
  /** Unique name, such as `get_run_score`. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters in braces: `/v1/runs/{run_id}/score`. */
  readonly path: string;
  readonly tag: Tag;
  /** One line for lists of operations. */
  readonly summary: string;
  /** Details, in Markdown. */
  readonly description?: string;
  /** Scope the key needs; null: no key needed. */
  readonly scope: Scope | null;
  /** Share links that can read it, besides keys. Every id in the path must be that of the target. */
  readonly shared?: readonly ShareKind[];
  readonly params?: Params;
  /** Values arrive as strings, so numbers need `z.coerce`. */
  readonly query?: Query;
  readonly body?: Body;
  /** Media types of bodies that the handler reads as bytes. Any other body is JSON. */
  readonly consumes?: readonly string[];
  /** Maximum size of the body; default: 1 MiB. */
  readonly max_body_bytes?: number;
  readonly status: 200 | 201 | 202 | 204;
  /** Schema of a successful JSON answer; null if there is no body or it is not JSON. */
  readonly answer: Answer;
  /** Media type of a successful answer that is not JSON. */
  readonly produces?: string;
  /** A request and its answer for the API reference. */
  readonly example: Example;
}

/** One call of an operation, each part as sent. */
interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** JSON, or the text of another media type; omitted for binary answers. */
  readonly answer?: unknown;
}

/** Defines an operation and keeps its exact types. */
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

/** What a handler receives after validation, and what it returns. */
export interface HandlerTypes<Op extends Operation> {
  readonly params: Parsed<NonNullable<Op['params']>>;
  readonly query: Parsed<NonNullable<Op['query']>>;
  readonly body: Parsed<NonNullable<Op['body']>>;
  readonly answer: Op['answer'] extends z.ZodType ? z.input<Op['answer']> : undefined;
}

/** What a caller sends and receives. */
export interface Called<Op extends Operation> {
  readonly params: Sent<NonNullable<Op['params']>>;
  readonly query: Sent<NonNullable<Op['query']>>;
  readonly body: Sent<NonNullable<Op['body']>>;
  readonly answer: Op['answer'] extends z.ZodType ? z.output<Op['answer']> : undefined;
}
