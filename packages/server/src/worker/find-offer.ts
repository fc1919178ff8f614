import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { chooseSandbox, containersOnly, type ImagePolicy, listImages, type Sandbox } from '@assay/harness';
import { AssayError, type SandboxChoice } from '@assay/schema';
import type { WorkerLabels } from '@assay/schema/api';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';

export interface OfferOptions {
  /** The sandbox for runs. Only an explicit `local` runs without isolation. */
  readonly sandbox: SandboxChoice;
  /** The images that tasks may use, if there is a container engine. */
  readonly images: ImagePolicy;
  /** Set by the operator. */
  readonly labels: WorkerLabels;
}

/** What this machine offers to runs, and the sandbox that does it. */
export interface FoundOffer {
  readonly sandbox: Sandbox;
  readonly offer: WorkerOffer;
}

// even a built-in agent runs commands of a scenario, and anyone with a key can write one
const STRANGERS = [{ agent: { kind: 'process' } }] as const;
const MB = 1024 * 1024;

/** Finds out what a worker on this machine offers. Throws `sandbox_unavailable` if it could execute nothing. */
export async function findOffer({ sandbox: choice, images, labels }: OfferOptions): Promise<FoundOffer> {
  const cached = images === 'none' ? null : await listImages();
  const sandbox = await chooseSandbox(choice, STRANGERS).catch((error: unknown) => {
    if (cached === null || !(error instanceof AssayError) || error.code !== 'sandbox_unavailable') throw error;
    return null;
  });
  return {
    sandbox: sandbox?.sandbox ?? containersOnly(),
    offer: {
      sandbox: sandbox?.sandbox.id ?? null,
      containers: cached === null ? 'none' : images,
      images: cached ?? [],
      cpus: availableParallelism(),
      memory_mb: Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB),
      labels: { ...labels, os: platform(), arch: arch() },
    },
  };
}

/** The same offer with the images that the engine has now. */
export const refreshOffer = async (offer: WorkerOffer): Promise<WorkerOffer> =>
  offer.containers === 'none' ? offer : { ...offer, images: (await listImages()) ?? offer.images };
