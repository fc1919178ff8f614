import type { Activity, OrganizationId } from '@assay/schema';
import type { Queue } from '../queue/queue.ts';
import type { Sinks } from '../sinks/open-sinks.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Promoter } from './promoter.ts';

/** What handlers work with, made once by whoever starts the server. */
export interface Services {
  readonly store: Store;
  /** Where runs are asked for; undefined where nothing is to be executed. */
  readonly queue?: Queue;
  /** Who else is told of scores; undefined when nobody is. */
  readonly sinks?: Pick<Sinks, 'emit'>;
  /** Opens pull requests, for the organization whose repository it is; undefined outside of one. */
  readonly promoter?: Promoter & { readonly organization_id: OrganizationId };
  /** What commands do in the folder that is served, for the organization it belongs to; undefined without a folder. */
  readonly activities?: { list(): Promise<Activity[]>; readonly organization_id: OrganizationId };
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when the server begins to stop: streams end then. */
  readonly stopping: AbortSignal;
}
