/**
 * Moving a company from one cell to another. Invariants: while it moves its people read and don't write; a move that was
 * broken off is continued or undone; the directory alone says where the company is.
 */
export { continueMoves } from './continue.ts'
export { advanceMove, beginMove, confirmMove, undoMove } from './move.ts'
export { type Move, readMove } from './record.ts'
