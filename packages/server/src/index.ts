// Entry point: named exports only, pinned by a test.

export { describeKeys } from './attestations/key-directory.ts';
export { rotateSigningKey } from './attestations/rotate-signing-key.ts';
export type { BackupManifest } from './backup/backup-format.ts';
export { type BackupOptions, createBackup } from './backup/create-backup.ts';
export { type ReadBackup, readBackup } from './backup/read-backup.ts';
export { type RestoreOptions, restoreBackup } from './backup/restore-backup.ts';
export { type CheckedBlobs, checkBlobs } from './blobs/check-blobs.ts';
export { type MovedBlobs, moveBlobs } from './blobs/move-blobs.ts';
export { type ExportManifest, type ExportOptions, exportOrganization } from './export/export-organization.ts';
export { createOrganization, findOwner, type Owner } from './first-start.ts';
export { type KubernetesWorkerOptions, runKubernetesWorker } from './kubernetes/worker.ts';
export { changeMember, createMemberLink, removeMember } from './members/change-member.ts';
export { inviteMember } from './members/invite-member.ts';
export { invitationPath, signInPath } from './members/link-paths.ts';
export type { Database } from './postgres/database.ts';
export { hasDatabase } from './postgres/has-database.ts';
export { type OpenDatabaseOptions, openDatabase } from './postgres/open-database.ts';
export type { Promoter } from './services/promoter.ts';
export { type Server, type StartServerOptions, startServer } from './start-server.ts';
export { readLocation } from './store/blobs/open-blobs.ts';
export type { NewEvaluation } from './store/evaluations/append-evaluations.ts';
export { type Evaluated, openStore, type Store, type StoreOptions, type Tables } from './store/store.ts';
export { createLog, LOG_LEVELS, SILENT } from './telemetry/log.ts';
export { readClaim, runClaimed } from './worker/run-claimed.ts';
export { runWorker, type WorkerOptions } from './worker/worker.ts';
export type { WorkerEvent } from './worker/worker-event.ts';
