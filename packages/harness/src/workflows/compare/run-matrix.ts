import { AssayError, type Comparison, createId, type Thresholds } from '@assay/schema';
import { listUnsupportedSettings } from '../../agents/honors.ts';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import type { ChosenAgent } from '../../run/plan/choose-agents.ts';
import { compareConfigurations } from '../configurations/compare-configurations.ts';
import type { Configuration } from '../configurations/configuration.ts';
import { readConfiguration } from '../configurations/read-configuration.ts';
import { comparePair } from './confirm-comparison.ts';
import { type MakeSidesOptions, openSides, type SideOptions } from './open-sides.ts';

export interface RunMatrixOptions extends Omit<MakeSidesOptions, 'sides' | 'rounds' | 'invocation'> {
  /** Git refs or folders; if empty, the configuration of the scenarios. */
  readonly configurations: readonly string[];
  /** Models that override those of the agents; if empty, their own. */
  readonly models: readonly string[];
  readonly repeat: number;
  /** Whether to run suspected losses again to confirm them. */
  readonly confirm: boolean;
  readonly thresholds?: Partial<Thresholds>;
  /** Called for every look except the last. */
  readonly onLook?: (comparison: Comparison) => void;
}

/** Runs every agent with every model under every configuration, and compares each with the first. */
export async function runMatrix({ agents, ...given }: RunMatrixOptions): Promise<Comparison[]> {
  const options = { ...given, agents: [...new Set(agents)] };
  const { host, folder, repeat } = options;
  if (options.agents.length === 0) throw new AssayError('usage', 'the matrix needs at least one agent');
  const configurations = await Promise.all(
    options.configurations.map((source) => readConfiguration(source, { label: source, folder })),
  );
  const entries = listEntries(options, configurations);
  if (entries.length < 2)
    throw new AssayError(
      'usage',
      'the matrix needs at least two combinations of agents, models and configurations, found one',
    );
  const invocation = createId('cmp', { time_ms: host.now(), entropy: host.entropy(10) });
  const seed = options.seed ?? invocation;
  await using opened = await openSides({
    ...options,
    seed,
    invocation,
    rounds: repeat,
    sides: entries.map((entry) => sideOf(entry, configurations, invocation)),
  });
  await opened.make(repeat);
  opened.requireRounds(Math.min(repeat, 2));
  const [first, ...others] = entries as [Entry, ...Entry[]];
  const comparisons: Comparison[] = [];
  for (const [index, other] of others.entries()) {
    const pair = {
      ...options,
      sides: opened,
      seed,
      comparison_id: createId('cmp', { time_ms: host.now(), entropy: host.entropy(10) }),
      baseline: { side: 0, label: first.name },
      candidate: { side: index + 1, label: other.name },
      differences:
        first.configuration === null || other.configuration === null
          ? []
          : compareConfigurations(first.configuration, other.configuration),
    };
    comparisons.push(await comparePair(pair, (compare) => compare(null)));
  }
  return comparisons;
}

interface Entry {
  readonly name: string;
  /** Its index in the agents. */
  readonly agent: number;
  readonly model: string | null;
  readonly configuration: Configuration | null;
}

function listEntries({ agents, models }: RunMatrixOptions, configurations: readonly Configuration[]): Entry[] {
  const settings = configurations.length === 0 ? [null] : configurations;
  return agents.flatMap((name, agent) =>
    (models.length === 0 ? [null] : models).flatMap((model) =>
      settings.map((configuration) => ({
        name: [name, model, configuration?.ref.source].filter((part) => part != null).join(' · '),
        agent,
        model,
        configuration,
      })),
    ),
  );
}

function sideOf(entry: Entry, configurations: readonly Configuration[], invocation: string): SideOptions {
  const { name, agent, model, configuration } = entry;
  return {
    label: `${invocation}/${name}`,
    overlay: configuration === null ? null : overlayOf(configuration, configurations),
    agents: (chosen) => [withModel(chosen[agent] as ChosenAgent, model)],
  };
}

// files of any other side must not remain
function overlayOf(own: Configuration, all: readonly Configuration[]): ConfigurationOverlay {
  const paths = new Set(all.flatMap(({ files }) => [...files.keys()]));
  return { ref: own.ref, files: own.files, absent: [...paths].filter((path) => !own.files.has(path)) };
}

function withModel({ agent, spec }: ChosenAgent, model: string | null): ChosenAgent {
  if (model === null) return { agent, spec };
  const chosen = { agent, spec: { ...spec, model } };
  const refused = listUnsupportedSettings(agent, chosen.spec);
  if (refused.length > 0) throw new AssayError('invalid_config', refused.join('\n'));
  return chosen;
}
