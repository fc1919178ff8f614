import { AssayError } from '@assay/schema';
import type { KubernetesWorkerOptions } from '@assay/server';

export const KUBERNETES_OPTIONS = {
  kubernetes: { type: 'boolean' },
  secret: { type: 'string' },
  namespace: { type: 'string' },
  kubeconfig: { type: 'string' },
} as const;

interface Given {
  readonly kubernetes?: boolean | undefined;
  readonly secret?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kubeconfig?: string | undefined;
  readonly image?: string | undefined;
  readonly sandbox?: string | undefined;
  readonly judge?: string | undefined;
  readonly 'allow-host'?: readonly string[] | undefined;
}

const NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** The options of `--kubernetes`; undefined without it. */
export function readKubernetes(given: Given): Pick<KubernetesWorkerOptions, 'settings' | 'kubeconfig'> | undefined {
  const { kubernetes, secret, namespace, kubeconfig, image, sandbox = 'bwrap' } = given;
  if (!kubernetes) {
    const stray = (['secret', 'namespace', 'kubeconfig'] as const).find((name) => given[name] !== undefined);
    if (stray !== undefined) throw new AssayError('usage', `--${stray} requires --kubernetes`);
    return undefined;
  }
  if (image === undefined) throw new AssayError('usage', '--kubernetes requires --image IMAGE, the image of the pods');
  if (secret === undefined)
    throw new AssayError('usage', '--kubernetes requires --secret NAME, the Secret with DATABASE_URL');
  for (const [option, name] of Object.entries({ secret, namespace }))
    if (name !== undefined && !NAME.test(name))
      throw new AssayError('usage', `expected --${option} to be a name in the cluster, found ${JSON.stringify(name)}`);
  if (sandbox !== 'bwrap' && sandbox !== 'local')
    throw new AssayError('usage', `expected --sandbox to be bwrap or local with --kubernetes, found ${sandbox}`);
  const passed = [
    ...(given.judge === undefined ? [] : ['--judge', given.judge]),
    ...(given['allow-host'] ?? []).flatMap((host) => ['--allow-host', host]),
  ];
  return { kubeconfig, settings: { image, secret, sandbox, namespace, arguments: passed } };
}
