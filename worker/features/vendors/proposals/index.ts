/**
 * What proposed vendors become once their request is approved. Invariant: each becomes one vendor, its own or another
 * one that someone says is the same.
 */
export { registerRepointing } from './make.ts'
