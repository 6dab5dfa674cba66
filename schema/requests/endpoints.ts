/** Every endpoint of the intake area. */

export * from './categories/category-endpoints.ts'
export * from './categories/settings-endpoints.ts'
export * from './forms/question-endpoints.ts'
export * from './lists/endpoints.ts'
export * from './submissions/filing-endpoints.ts'
export * from './submissions/integration-endpoints.ts'
export * from './submissions/request-endpoints.ts'
export * from './submissions/routing-endpoints.ts'
export * from './submissions/row-endpoints.ts'
export * from './submissions/service-endpoints.ts'
export * from './workflows/endpoints.ts'
export * from './workflows/trial-endpoints.ts'
