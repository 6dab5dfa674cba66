/**
 * API keys for programs. Invariants: a key is stored as a hash and shown once; it has no more rights than its owner.
 */
export { createApiKey } from './operations.ts'
