/**
 * Vendor categories and the company’s own fields on vendors and services.
 */
export { saveColumns, saveFields } from './change.ts'
