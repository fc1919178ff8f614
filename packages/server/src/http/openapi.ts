import { Problem } from '@assay/schema';
import type { Operation } from '@assay/schema/api';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Handler } from './handle.ts';

type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The OpenAPI document of all operations. */
export function describeApi(handlers: readonly Handler[]): Document {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `assay_sk_…`. Create one with `assay key create`.',
  });
  for (const { operation } of handlers) registry.registerPath(describe(operation));
  const document = getOpenAPI31Document.call({ openAPIRegistry: registry } as OpenAPIHono, {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      description:
        'Grades runs of coding agents. Errors are `application/problem+json` with a stable `code`; lists are paginated with a cursor (`limit`, `after`, `next`); every write accepts an `Idempotency-Key`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
  });
  return withParameterExamples(JSON.parse(JSON.stringify(document), withoutFlags), handlers);
}

// the library appends the flags of a regular expression to its pattern
const withoutFlags = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? value.replace(/\/u$/, '') : value;

// the library takes examples of parameters only from their schemas, which many operations share
function withParameterExamples(document: Document, handlers: readonly Handler[]): Document {
  for (const { operation } of handlers) {
    const { params, query } = operation.example;
    for (const parameter of document.paths?.[operation.path]?.[operation.method]?.parameters ?? []) {
      if ('$ref' in parameter) continue;
      const value = (parameter.in === 'path' ? params : query)?.[parameter.name];
      if (value !== undefined) parameter.example = readValue(value, parameter.schema);
    }
  }
  return document;
}

// examples of URL parameters are text; those of numbers must be numbers
const readValue = (text: string, schema: object | undefined): string | number =>
  schema !== undefined && 'type' in schema && (schema.type === 'integer' || schema.type === 'number')
    ? Number(text)
    : text;

type Path = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

function describe(operation: Operation): Path {
  const { id, method, path, tag, summary, description, scope, params, query, body, consumes, example } = operation;
  const bodies = {
    ...Object.fromEntries(
      (consumes ?? []).map((media) => [media, { schema: { type: 'string', format: 'binary' } as const }]),
    ),
    ...(body && {
      'application/json': { schema: body, example: example.body },
    }),
  };
  return {
    operationId: id,
    method,
    path,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: scope === null ? [] : [{ key: [scope] }],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(Object.keys(bodies).length > 0 && { body: { content: bodies, required: true } }),
    },
    responses: {
      [operation.status]: describeAnswer(operation),
      default: { description: 'Error', content: { 'application/problem+json': { schema: Problem } } },
    },
  } as Path;
}

function describeAnswer({ answer, produces, summary, example }: Operation): object {
  if (answer !== null) {
    return { description: summary, content: { 'application/json': { schema: answer, example: example.answer } } };
  }
  if (produces === undefined) return { description: summary };
  const shown = example.answer === undefined ? {} : { example: example.answer };
  return { description: summary, content: { [produces]: { schema: { type: 'string' }, ...shown } } };
}
