/**
 * Second factors: passkeys, authenticator apps and recovery codes. Invariants: a change asks for one that the person has; what
 * is given counts in its session only, and for some minutes.
 */
export { factorsToChange } from './whose.ts'
