import type { Config } from '../../definition/config.js';
import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import type { ReadProxyUser } from '../context/create-page-request.js';
import type { Description } from '../endpoints/description.js';
import type { ProxyTrust } from '../request/proxy-trust.js';
import type { RouteTable } from '../route-table.js';
import type { Mode } from '../runtime-options.js';

/** The parts of the service that the explorer uses. */
export interface ExplorerParts {
  readonly config: Config;
  readonly mode: Mode;
  readonly table: Pick<RouteTable, 'credentials'>;
  readonly prefix: string;
  readonly description: Description;
  readonly proxies: ProxyTrust;
  readonly keyring: () => Keyring;
  readonly readProxyUser: ReadProxyUser;
  /** Whether the dashboard is served too, so that pages can link to it. */
  readonly hasDashboard: boolean;
  readonly log: Logger;
}
