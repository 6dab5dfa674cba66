/**
 * Conversations about objects. A thread belongs to one object, or to one of its parts, and everyone who can read the
 * object can read it. What can be discussed, and by whom, is what the kinds have registered.
 */

export { excerpt } from './comment-effects.ts'
export { threadsAbout, threadsWith } from './read.ts'
export {
  type Answerable,
  composeReplies,
  findReplyAddress,
  keepThreadOf,
  offerReplies,
  type ReplyAddress,
  sharedThreadsStatement,
} from './reply-address.ts'
export { commentsStatement, threadStatements, toCommentLine, toThreads } from './rows.ts'
export {
  answerByMail,
  createCommentLine,
  createDocumentThread,
  newThread,
  startThread,
  write as writeComment,
} from './write.ts'
