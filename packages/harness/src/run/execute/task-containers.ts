import { askEngine } from '../../machine/containers/engine.ts';
import { createContainers } from '../../machine/sandboxes/docker.ts';
import type { PreparedEnvironment } from '../plan/prepare-environment.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';

/** The containers of one try. Disposing removes what its programs changed in the system. */
export interface TaskContainers extends AsyncDisposable {
  readonly sandbox: RunContext['sandbox'];
  /** The image with all changes so far. */
  current(): string;
}

/** Containers of a prepared image; changes that sessions keep are seen by later ones. */
export function openTaskContainers({ image, workspace, env }: PreparedEnvironment): TaskContainers {
  const state = { image: image.id };
  return {
    sandbox: createContainers({ image, workspace, env, state }),
    current: () => state.image,
    [Symbol.asyncDispose]: async () => {
      if (state.image !== image.id) await askEngine(['rmi', '--force', state.image]);
    },
  };
}

/** The context of one try: a task with an environment runs in its own containers. */
export function openTaskContext(
  { prepared }: Pick<Attempt, 'prepared'>,
  context: RunContext,
): RunContext & AsyncDisposable {
  const containers = prepared.environment === null ? null : openTaskContainers(prepared.environment);
  return {
    ...context,
    ...(containers === null ? {} : { sandbox: containers.sandbox, containers }),
    [Symbol.asyncDispose]: async () => containers?.[Symbol.asyncDispose](),
  };
}
