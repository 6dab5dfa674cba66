/** Every table, for Drizzle's migration generator and for tests. Worker features import their own area's tables. */
export * from './approvals/tables.ts'
export * from './documents/tables.ts'
export * from './intake/tables.ts'
export * from './members/tables.ts'
export * from './platform/tables.ts'
export * from './session/tables.ts'
export * from './vendors/tables.ts'
