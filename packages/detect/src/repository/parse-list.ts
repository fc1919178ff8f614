import { AssayError, formatPath, listValidationIssues } from '@assay/schema';
import { parseDocument } from 'yaml';

/** A schema of `@assay/schema`. */
interface Schema<T> {
  parse(value: unknown): T;
}

// hostile input makes the parser take quadratic time
const MAX_BYTES = 256 * 1024;
const MAX_ALIASES = 100;
const MAX_LISTED = 50;

/** Parses YAML or JSON by a schema; reports all errors at once. */
export function parseList<T>(
  content: Buffer,
  { name, schema }: { readonly name: string; readonly schema: Schema<T> & Parameters<typeof listValidationIssues>[0] },
): T {
  if (content.length > MAX_BYTES) throw invalid(name, [`too large: ${content.length} bytes, at most ${MAX_BYTES}`]);
  const value = parseYaml(content.toString('utf8'), name);
  const faults = listValidationIssues(schema, value);
  if (faults.length === 0) return schema.parse(value);
  throw invalid(
    name,
    faults.map(({ path, expected, found, hint }) => {
      const place = path.length === 0 ? '' : `${formatPath(path)}: `;
      return `${place}expected ${expected}, found ${found}${hint === undefined ? '' : ` (did you mean ${hint}?)`}`;
    }),
  );
}

// JSON is valid YAML
function parseYaml(text: string, name: string): unknown {
  try {
    const document = parseDocument(text, { strict: true, uniqueKeys: true, merge: false, logLevel: 'error' });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw fault;
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n', 1);
    throw invalid(name, [`expected YAML or JSON, found ${first.replace(/:$/, '')}`]);
  }
}

function invalid(name: string, mistakes: readonly string[]): AssayError {
  const lines = mistakes.slice(0, MAX_LISTED).map((mistake) => `${name}: ${mistake}`);
  const more = mistakes.length > MAX_LISTED ? [`and ${mistakes.length - MAX_LISTED} more`] : [];
  return new AssayError('invalid_config', [...lines, ...more].join('\n'));
}
