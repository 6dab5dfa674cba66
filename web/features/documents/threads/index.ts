/**
 * Conversations about an object or a part of it. Invariant: comments are shown as plain text, with mentions and links.
 */
export {
  type Conversation,
  ConversationProvider,
  OWN_CONVERSATION,
  type Subject,
  subjectOfObject,
  useThreads,
} from './api.ts'
export { discussionOfDocument } from './document-discussion.ts'
export { LateThreadList, loadThreadList } from './late.ts'
export { COMMENTS_IN_QUEUE } from './queue.ts'
export { ThreadCard, ThreadList } from './thread-list.tsx'
