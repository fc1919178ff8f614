import type { RunNeeds } from '../store/tables/queue/run-requests.ts';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';

/** One thing that a run needs. */
interface Requirement {
  /** After "No worker offers". */
  readonly title: string;
  isMet(offer: WorkerOffer): boolean;
  /** What workers have instead. */
  describe(offers: readonly WorkerOffer[]): string;
}

/** Whether a worker can execute a run. Null: a run without special needs. */
export const meetsNeeds = (offer: WorkerOffer, needs: RunNeeds | null): boolean =>
  listRequirements(needs).every((requirement) => requirement.isMet(offer));

/** Why no worker takes a run, in sentences; null if one of them can. */
export function explainUnmet(needs: RunNeeds | null, offers: readonly WorkerOffer[]): string | null {
  if (offers.length === 0) return 'No worker was seen in the last minute. Start one with `assay worker`.';
  const requirements = listRequirements(needs);
  if (offers.some((offer) => requirements.every(({ isMet }) => isMet(offer)))) return null;
  const missing = requirements.filter(({ isMet }) => !offers.some(isMet));
  if (missing.length === 0)
    return `No single worker offers ${join(requirements.map(({ title }) => title))}. ${count(offers)} some of it.`;
  const instead = new Set(missing.map(({ describe }) => describe(offers)));
  return `No worker offers ${join(missing.map(({ title }) => title))}. ${count(offers)} ${[...instead].join('; ')}.`;
}

const SANDBOX: Requirement = {
  title: 'a sandbox',
  isMet: ({ sandbox }) => sandbox !== null,
  describe: describeSandboxes,
};

const ENGINE: Requirement = {
  title: 'a container engine',
  isMet: ({ containers }) => containers !== 'none',
  describe: describeSandboxes,
};

const BUILDS: Requirement = {
  title: 'to build Dockerfiles (`assay worker --images build`)',
  isMet: ({ containers }) => containers === 'none' || containers === 'build',
  describe: describeImages,
};

// a worker without an engine lacks the engine, not also each image
const image = (name: string): Requirement => ({
  title: `the image ${name}`,
  isMet: ({ containers, images }) => containers !== 'cached' || images.includes(withTag(name)),
  describe: describeImages,
});

const cpus = (wanted: number): Requirement => ({
  title: `${wanted} CPUs`,
  isMet: (offer) => offer.cpus >= wanted,
  describe: (offers) => `up to ${Math.max(...offers.map((offer) => offer.cpus))} CPUs`,
});

const memory = (wanted_mb: number): Requirement => ({
  title: `${wanted_mb} MB of memory`,
  isMet: ({ memory_mb }) => memory_mb >= wanted_mb,
  describe: (offers) => `up to ${Math.max(...offers.map(({ memory_mb }) => memory_mb))} MB of memory`,
});

const label = ([name, value]: [string, string]): Requirement => ({
  title: `the label ${name}=${value}`,
  isMet: ({ labels }) => labels[name] === value,
  describe: (offers) => `the labels ${list(offers.flatMap(({ labels }) => Object.entries(labels).map(formatLabel)))}`,
});

function listRequirements(needs: RunNeeds | null): Requirement[] {
  if (needs === null) return [SANDBOX];
  return [
    ...(needs.sandbox ? [SANDBOX] : []),
    ...(needs.builds || needs.images.length > 0 ? [ENGINE] : []),
    ...(needs.builds ? [BUILDS] : []),
    ...needs.images.map(image),
    ...(needs.cpus > 0 ? [cpus(needs.cpus)] : []),
    ...(needs.memory_mb > 0 ? [memory(needs.memory_mb)] : []),
    ...Object.entries(needs.labels).map(label),
  ];
}

// as the engine lists it
function withTag(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last.includes(':') || last.includes('@') ? name : `${name}:latest`;
}

function describeSandboxes(offers: readonly WorkerOffer[]): string {
  const containers = offers.some(({ containers }) => containers !== 'none') ? ['containers'] : [];
  return list([...offers.flatMap(({ sandbox }) => sandbox ?? []), ...containers]);
}

// not their names: callers of all organizations read this
function describeImages(offers: readonly WorkerOffer[]): string {
  const images = new Set(offers.flatMap((offer) => (offer.containers === 'none' ? [] : offer.images)));
  return `${images.size} other ${images.size === 1 ? 'image' : 'images'}`;
}

const formatLabel = ([name, value]: [string, string]): string => `${name}=${value}`;

const SHOWN = 10;

function list(words: readonly string[]): string {
  const distinct = [...new Set(words)].sort();
  if (distinct.length === 0) return 'none';
  const more = distinct.length > SHOWN ? ` and ${distinct.length - SHOWN} more` : '';
  return `${distinct.slice(0, SHOWN).join(', ')}${more}`;
}

const join = (titles: readonly string[]): string => titles.join(' and ');

const count = (offers: readonly WorkerOffer[]): string =>
  offers.length === 1
    ? 'The worker seen in the last minute offers'
    : `${offers.length} workers seen in the last minute offer`;
