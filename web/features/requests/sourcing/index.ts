/**
 * Forms that people outside the company fill in. Invariant: uses nothing that needs a session.
 */
export { PublicForm } from './public-form.tsx'
