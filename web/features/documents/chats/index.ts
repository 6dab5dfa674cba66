/**
 * Asking the assistant. Invariant: what it says is shown as plain text, with the places it relies on.
 */
export { loadChat } from './late.ts'
