/**
 * Who decides in someone's place while they are away. Invariants: no one is their own delegate, what was delegated isn't
 * passed on, and a limited delegation reaches only its categories and amounts.
 */
export { setOwnDelegate } from './change.ts'
