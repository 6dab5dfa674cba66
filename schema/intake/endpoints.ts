/** Every endpoint of the intake area. */
export * from './category-endpoints.ts'
export * from './filing-endpoints.ts'
export * from './list-endpoints.ts'
export * from './question-endpoints.ts'
export * from './request-endpoints.ts'
export * from './routing-endpoints.ts'
export * from './settings-endpoints.ts'
export * from './workflow-endpoints.ts'
