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

/**
 * Which images tasks may use: none, those that the engine has, those that it can pull, or also ones built from
 * Dockerfiles. A build runs commands with a network, so the author of the task must be trusted.
 */
export type ImagePolicy = 'none' | 'cached' | 'pull' | 'build';

export interface PrepareEnvironmentOptions {
  readonly base: string;
  readonly images: ImagePolicy;
  readonly signal: AbortSignal;
}

/** Finds, pulls or builds the image of a task. */
export async function prepareEnvironment(
  environment: Environment,
  options: PrepareEnvironmentOptions,
): Promise<PreparedEnvironment> {
  requireAllowed(environment, options.images);
  const pull = options.images !== 'cached';
  const image = await inspectImage(await findImage(environment, options), {
    user: environment.user,
    pull,
    fresh: true,
  });
  const workspace = environment.workspace ?? image.workdir;
  if (workspace === null)
    throw new AssayError(
      'invalid_config',
      'the image has no working directory; set `environment.workspace` to the folder in which the agent works',
    );
  return { image, workspace, env: environment.env };
}

function requireAllowed(environment: Environment, images: ImagePolicy): void {
  if (images === 'none') throw new AssayError('sandbox_unavailable', 'tasks may not use containers here');
  if ('dockerfile' in environment && images !== 'build')
    throw new AssayError('sandbox_unavailable', 'Dockerfiles of tasks may not be built here');
}

async function findImage(environment: Environment, { base, signal }: PrepareEnvironmentOptions) {
  if ('image' in environment) return environment.image;
  const dockerfile = resolve(base, environment.dockerfile);
  const context = environment.context === undefined ? dirname(dockerfile) : resolve(base, environment.context);
  const digest = await digestEnvironment(environment, base);
  return await buildImage({ dockerfile, context, digest, timeout_ms: environment.build_timeout_s * 1000, signal });
}
