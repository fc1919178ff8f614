import type { Operation } from '@assay/schema/api';
import { HANDLERS } from '../packages/server/src/operations/index.ts';

/** The operations of the REST API as a page. */
export function renderApi(): string {
  const tags = Map.groupBy(
    HANDLERS.map(({ operation }) => operation),
    ({ tag }) => tag,
  );
  return `# REST API

Served by [\`assay serve\`](../serve.md), which also has it as a page at \`/docs\`. For programs: [openapi.json](openapi.json).

${[...tags].map(([tag, operations]) => `## ${tag}\n\n${operations.map(renderOperation).join('\n\n')}`).join('\n\n')}
`;
}

function renderOperation({ method, path, summary, description, scope, query, example }: Operation): string {
  const needs = scope === null ? 'for everyone' : `scope \`${scope}\``;
  const fields =
    query === undefined
      ? []
      : [
          `Query: ${Object.keys(query.shape)
            .map((name) => `\`${name}\``)
            .join(', ')}.`,
        ];
  const shown = example?.answer === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example.answer, null, 2)}\n\`\`\``];
  const parts = [`${summary} (${needs}).`, ...(description === undefined ? [] : [description]), ...fields, ...shown];
  return `### \`${method.toUpperCase()} ${path}\`\n\n${parts.join('\n\n')}`;
}
