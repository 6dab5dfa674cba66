/**
 * The approver matrix: who approves for which department, entity, business unit and category. Invariants: a cell names
 * people and groups of the company; people who leave stay visible in it; two admins’ edits are merged cell by cell.
 */
export { createMatrix, saveMatrixLogic } from './operations.ts'
export { type MatrixReplay, type ReplayedRow, registerMatrixReplays } from './replays.ts'
