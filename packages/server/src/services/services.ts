import type { Activity, OrganizationId } from '@assay/schema';
import type { Oidc } from '../oidc/open-oidc.ts';
import type { Queue } from '../queue/queue.ts';
import type { Sinks } from '../sinks/open-sinks.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Promoter } from './promoter.ts';
import type { ServedFolder } from './served-folder.ts';

/** The dependencies of handlers, created once when the server starts. */
export interface Services {
  readonly store: Store;
  /** Takes requests for runs; undefined if this server executes none. */
  readonly queue?: Queue;
  /** Other receivers of scores; undefined if there are none. */
  readonly sinks?: Pick<Sinks, 'emit'>;
  /** Opens pull requests for the organization that owns the repository; undefined outside a repository. */
  readonly promoter?: Promoter & { readonly organization_id: OrganizationId };
  /** Commands running in the served folder, for the organization that owns it; undefined without a folder. */
  readonly activities?: { list(): Promise<Activity[]>; readonly organization_id: OrganizationId };
  /** The folder the server was started in; undefined without one. */
  readonly folder?: ServedFolder;
  /** What starts `assay` on the machine of the only person who uses this server; undefined for others. */
  readonly command?: string;
  /** Whether webhooks may call loopback addresses. */
  readonly allow_local_webhooks?: boolean;
  /** The identity provider; undefined if there is none. */
  readonly oidc?: Oidc;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when the server begins to stop; ends streams. */
  readonly stopping: AbortSignal;
}
