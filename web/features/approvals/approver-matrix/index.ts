/**
 * Tables that say who approves by amount, department and the like: the editor, its text import and a trial. Invariant:
 * an edit is a pure function of the grid, and nothing is sent before it is saved.
 */
export { useMatrices } from './api.ts'
export { MatrixList } from './matrix-list.tsx'
export { MatrixPage } from './matrix-page.tsx'
