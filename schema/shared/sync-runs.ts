/** Why a run was started. */
export const SYNC_TRIGGERS = ['SCHEDULE', 'HAND', 'WEBHOOK'] as const
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number]

/** WAITING for its turn or its next attempt. COMPLETE and ERROR are final. */
export const SYNC_STATES = ['WAITING', 'SYNCING', 'COMPLETE', 'ERROR'] as const
export type SyncState = (typeof SYNC_STATES)[number]
