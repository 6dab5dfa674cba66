/**
 * Text and terms of documents. Invariants: a file from a stranger costs a bounded time and memory; a term is shown
 * with its place and never as certain against contradicting evidence.
 */
export { predictionsOf } from './operations.ts'
export { modelOf } from './reader.ts'
