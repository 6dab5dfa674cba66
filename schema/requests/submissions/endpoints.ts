/** Every endpoint of the intake area. */

export * from '../../approvals/workflows/endpoints.ts'
export * from '../../approvals/workflows/trial-endpoints.ts'
export * from '../categories/category-endpoints.ts'
export * from '../categories/settings-endpoints.ts'
export * from '../forms/question-endpoints.ts'
export * from '../lists/endpoints.ts'
export * from './filing-endpoints.ts'
export * from './integration-endpoints.ts'
export * from './request-endpoints.ts'
export * from './routing-endpoints.ts'
export * from './row-endpoints.ts'
export * from './service-endpoints.ts'
