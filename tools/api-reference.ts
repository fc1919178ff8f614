import type { Operation } from '@assay/schema/api';
import { formatAnswer, formatRequest } from '../packages/server/src/http/format-example.ts';
import { HANDLERS } from '../packages/server/src/operations/index.ts';

/** The operations of the REST API as a page. */
export function renderApi(): string {
  const tags = Map.groupBy(
    HANDLERS.map(({ operation }) => operation),
    ({ tag }) => tag,
  );
  return `# REST API

Served by [\`assay serve\`](../serve.md), which also shows it at \`/docs\`. For programs: [openapi.json](openapi.json). The examples expect \`ASSAY_URL\` and \`ASSAY_API_KEY\` to be set in your shell.

${[...tags].map(([tag, operations]) => `## ${tag}\n\n${operations.map(renderOperation).join('\n\n')}`).join('\n\n')}
`;
}

function renderOperation(operation: Operation): string {
  const { method, path, summary, description, scope, query } = operation;
  const needs = scope === null ? 'no key required' : `scope \`${scope}\``;
  const fields =
    query === undefined
      ? []
      : [
          `Query: ${Object.keys(query.shape)
            .map((name) => `\`${name}\``)
            .join(', ')}.`,
        ];
  const answer = formatAnswer(operation);
  const shown = [
    `\`\`\`sh\n${formatRequest(operation)}\n\`\`\``,
    ...(answer === '' ? [] : [`\`\`\`${languageOf(operation)}\n${answer}\n\`\`\``]),
  ];
  const parts = [`${summary} (${needs}).`, ...(description === undefined ? [] : [description]), ...fields, ...shown];
  return `### \`${method.toUpperCase()} ${path}\`\n\n${parts.join('\n\n')}`;
}

const languageOf = ({ answer, produces }: Operation): string =>
  answer !== null ? 'json' : produces === 'image/svg+xml' ? 'xml' : 'text';
