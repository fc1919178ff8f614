// Public exports, used by the command line; a test pins the list.

export { chooseDestination } from './deliver/choose-destination.ts';
export { type Delivery, deliver } from './deliver/deliver.ts';
export { readHeaders } from './http/read-headers.ts';
export { readChecks } from './inspect/read-checks.ts';
export { CLIENTS, installedFolder, type McpClient } from './install/clients.ts';
export { type Edited, editConfig } from './install/edit-config.ts';
export { findDocument, findItems, findMembers, type Range, skipSpace } from './install/find-members.ts';
export type { Launch } from './install/wrap-entry.ts';
export { chooseLogFolder, listLogFolders } from './log/choose-log-folder.ts';
export { readLocalReputation } from './log/local-reputation.ts';
export { readMode } from './read-mode.ts';
export { runProxy } from './run-proxy.ts';
