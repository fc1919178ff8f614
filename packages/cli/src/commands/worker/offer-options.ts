import type { ImagePolicy } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { WorkerLabels } from '@assay/schema/api';

const POLICIES: readonly ImagePolicy[] = ['none', 'cached', 'pull', 'build'];
/** Labels that describe the machine itself. */
const OWN = ['os', 'arch'];

/** The value of `--images`. */
export function readImages(text: string): ImagePolicy {
  const policy = POLICIES.find((name) => name === text);
  if (policy !== undefined) return policy;
  throw new AssayError('usage', `expected --images to be one of ${POLICIES.join(', ')}, found ${text}`);
}

/** The labels of `--label NAME=VALUE`. */
export function readLabels(texts: readonly string[]): WorkerLabels {
  const pairs = texts.map((text): [string, string] => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (OWN.includes(name))
      throw new AssayError('usage', `--label ${name}: each worker sets its own ${OWN.join(' and ')}`);
    if (!WorkerLabels.safeParse({ [name]: value }).success)
      throw new AssayError(
        'usage',
        `expected --label NAME=VALUE, each up to 63 letters, digits and . _ / -, found ${JSON.stringify(text)}`,
      );
    return [name, value];
  });
  const labels = Object.fromEntries(pairs);
  if (!WorkerLabels.safeParse(labels).success) throw new AssayError('usage', 'expected up to 32 labels');
  return labels;
}
