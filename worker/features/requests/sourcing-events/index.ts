/**
 * Sourcing events: invited vendors bid until a deadline, reviewers score, one bid becomes a request. Invariants: no one
 * at the company reads a bid before the deadline; a reviewer sees other scorecards after submitting their own; bidders
 * see nothing of each other.
 */
export { submitBid } from './bid.ts'
export { addBidFile } from './bid-files.ts'
export { askQuestion } from './bidder.ts'
export { addBidder, sendLink } from './bidders.ts'
export { createEvent } from './change.ts'
export { openDueEvents } from './open.ts'
export { publishEvent } from './publish.ts'
export { answerQuestion } from './questions.ts'
export { saveScores } from './scores.ts'
export { newToken } from './token.ts'
