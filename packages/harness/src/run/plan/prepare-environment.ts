import { dirname, resolve } from 'node:path';
import { AssayError, type Environment } from '@assay/schema';
import { buildImage } from '../../machine/containers/build-image.ts';
import { type ContainerImage, inspectImage } from '../../machine/containers/image.ts';
import { digestEnvironment } from '../../scenarios/digest-environment.ts';

/** A task's image, ready to run. */
export interface PreparedEnvironment {
  readonly image: ContainerImage;
  /** Where the workspace is inside. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Builds or pulls the image of a task. */
export async function prepareEnvironment(
  environment: Environment,
  { base, signal }: { base: string; signal: AbortSignal },
): Promise<PreparedEnvironment> {
  const image = await inspectImage(await findImage(environment, { base, signal }), { user: environment.user });
  const workspace = environment.workspace ?? image.workdir;
  if (workspace === null)
    throw new AssayError(
      'invalid_config',
      'the image has no working directory; set `environment.workspace` to the folder in which the agent works',
    );
  return { image, workspace, env: environment.env };
}

async function findImage(environment: Environment, { base, signal }: { base: string; signal: AbortSignal }) {
  if ('image' in environment) return environment.image;
  const dockerfile = resolve(base, environment.dockerfile);
  const context = environment.context === undefined ? dirname(dockerfile) : resolve(base, environment.context);
  const digest = await digestEnvironment(environment, base);
  return await buildImage({ dockerfile, context, digest, timeout_ms: environment.build_timeout_s * 1000, signal });
}
