import { AssayError } from '@assay/schema';
import { askEngine, IMAGE_LABEL, tellEngine } from './engine.ts';

const SHOWN_LINES = 15;

export interface ImageSource {
  readonly dockerfile: string;
  readonly context: string;
  /** Of the Dockerfile and the context. */
  readonly digest: string;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

const building = new Map<string, Promise<string>>();

/** Builds an image once for the same content; returns its name. Later runs and processes use it again. */
export function buildImage(source: ImageSource): Promise<string> {
  const known = building.get(source.digest);
  if (known !== undefined) return known;
  const built = build(source);
  building.set(source.digest, built);
  // the next attempt may have a network, and someone may remove the image
  built.finally(() => building.delete(source.digest)).catch(() => undefined);
  return built;
}

async function build({ dockerfile, context, digest, timeout_ms, signal }: ImageSource): Promise<string> {
  const name = `assay-environment:${digest.slice(0, 32)}`;
  if ((await askEngine(['image', 'inspect', name])).exit_code === 0) return name;
  const { exit_code, ended_by, stdout, stderr, reason } = await askEngine(
    ['build', '--label', `${IMAGE_LABEL}=${digest}`, '--tag', name, '--file', dockerfile, context],
    { timeout_ms, signal },
  );
  if (exit_code === 0) return name;
  signal.throwIfAborted();
  const why = ended_by === 'timeout' ? `it took longer than ${timeout_ms / 1000} s` : (reason ?? 'a step failed');
  throw new AssayError(
    'sandbox_unavailable',
    `the image of ${dockerfile} cannot be built: ${why}. The end of the output:\n${tail(`${stdout}\n${stderr}`)}`,
  );
}

const tail = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-SHOWN_LINES)
    .join('\n');

/** An image that Assay built. */
export interface BuiltImage {
  readonly id: string;
  readonly name: string;
  readonly size: string;
}

/** The images that were built for tasks, on this engine. */
export async function listBuiltImages(): Promise<BuiltImage[]> {
  const format = '{{.ID}}\t{{.Repository}}:{{.Tag}}\t{{.Size}}';
  const printed = await tellEngine(['images', '--filter', `label=${IMAGE_LABEL}`, '--format', format]);
  return printed.split('\n').flatMap((line) => {
    const [id = '', name = '', size = ''] = line.split('\t');
    return id === '' ? [] : [{ id, name, size }];
  });
}

/** Removes an image; false if a container still uses it. */
export const removeImage = async ({ id }: Pick<BuiltImage, 'id'>): Promise<boolean> =>
  (await askEngine(['rmi', '--force', id])).exit_code === 0;
