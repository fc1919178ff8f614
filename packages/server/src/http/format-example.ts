import type { Operation } from '@assay/schema/api';

/** The request of an example as a curl command. Needs ASSAY_URL and ASSAY_API_KEY in the shell. */
export function formatRequest({ method, path, scope, example }: Operation): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query)}`;
  // leave out the method that curl uses by default
  const told = method === (example.body === undefined ? 'get' : 'post') ? '' : `-X ${method.toUpperCase()} `;
  return [
    `curl ${told}"$ASSAY_URL${address}${query}"`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $ASSAY_API_KEY"']),
    ...(example.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(example.body)}`]),
  ].join(' \\\n  ');
}

// quoted as a single shell argument
const quote = (body: unknown): string => `'${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`;

/** The response of an example: indented JSON or plain text; empty if there is none. */
export function formatAnswer({ answer, example }: Operation): string {
  if (example.answer === undefined) return '';
  return answer === null ? String(example.answer).trimEnd() : JSON.stringify(example.answer, null, 2);
}
