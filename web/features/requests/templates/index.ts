/**
 * Templates of request categories: looking at one, using it, and trying its approvals.
 */
export { TemplatesPage } from './templates-page.tsx'
