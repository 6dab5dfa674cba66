/**
 * Search over everything, and the parts of names by which lists find. Invariant: no one finds what they cannot read.
 */

export { wordExpressions, wordsOf } from './expression.ts'
export { allWordsSql } from './known-words.ts'
export { membersNamed } from './operations.ts'
export { keptPart, rarestPart } from './rarest-part.ts'
