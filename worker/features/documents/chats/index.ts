/**
 * Conversations with the assistant. Invariants: one belongs to one person, who alone reads it; what it is about is
 * checked at every call and again before an answer, for that person at that moment; a question is answered once.
 */
export { type Asked, type ChatSubject, registerChatSubject } from './subjects.ts'
export { latestOrNewThread } from './threads.ts'
