/**
 * Moving a company from one cell to another. Invariants: while it moves its people read and don't write; a move that was
 * broken off is continued or undone; the directory alone says where the company is.
 */
export { advanceMove, beginMove, confirmMove, type Move, readMove, undoMove } from './move.ts'
