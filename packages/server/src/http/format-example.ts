import type { Operation } from '@assay/schema/api';

/** The request of an example, to be tried in a shell that knows where the server is and whose key to use. */
export function formatRequest({ method, path, scope, example }: Operation): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query)}`;
  // what curl would take by itself is not told
  const told = method === (example.body === undefined ? 'get' : 'post') ? '' : `-X ${method.toUpperCase()} `;
  return [
    `curl ${told}"$ASSAY_URL${address}${query}"`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $ASSAY_API_KEY"']),
    ...(example.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(example.body)}`]),
  ].join(' \\\n  ');
}

// one argument to a shell, whatever is in it
const quote = (body: unknown): string => `'${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`;

/** The answer of an example as it is read: JSON over several lines, or text as it is; nothing where there is none. */
export function formatAnswer({ answer, example }: Operation): string {
  if (example.answer === undefined) return '';
  return answer === null ? String(example.answer).trimEnd() : JSON.stringify(example.answer, null, 2);
}
