import { AssayError, type EvaluationSource } from '@assay/schema';

/** The source named by the request header. `run` is reserved for the server. */
export function readSource(headers: Headers): EvaluationSource {
  const source = headers.get('x-assay-source');
  if (source === null || source === 'rest' || source === 'sdk' || source === 'proxy') return source ?? 'rest';
  throw new AssayError(
    'invalid_input',
    `X-Assay-Source: expected rest, sdk or proxy, found ${JSON.stringify(source)}`,
    {
      path: 'x-assay-source',
    },
  );
}
