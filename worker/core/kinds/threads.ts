import type { StaffActor } from '../actor.ts'
import type { StaffContext } from '../operation.ts'
import type { NotificationRecipient, OutboxRow } from '../outbox.ts'

/** How people discuss a kind. Everyone who can read an object can read its threads and comment. */
export interface KindThreads {
  /** Further columns of the object's row, for the functions below. */
  columns?: string
  /**
   * SQL of the people who are told about comments: `id`, `role`, `waits` (1 if the comment waits for them), `place`
   * (earlier ones count first). ?1 company, ?2 object, ?4 thread. See `owners`.
   */
  involved: string
  /** SQL condition that member `m` can read object ?2 of company ?1. ?5 is the time. Without it everyone can. */
  readers?: string
  /** Why a person can't be mentioned who can't read the object. */
  blind?: (name: string) => string
  /** What the documents of a comment are attached to besides the comment. Missing: everyone can read them. */
  attachTo?: (object: ThreadObject) => readonly DocumentTarget[] | null
  /** Its parts that threads can be about, such as the answers and steps of a request. */
  parts?: ThreadParts
  /** The email about a comment, if the kind has its own. */
  notify?: (object: ThreadObject, news: CommentNews) => NewRow
  /** Who else hears of a comment in a thread that is shared with people outside. */
  tellOutside?: (
    object: ThreadObject,
    news: Pick<CommentNews, 'threadId' | 'actorName' | 'note'> & { byUserId: string },
  ) => NewRow[]
  /** People who have the object's page open see the change at once. */
  announce?: (context: StaffContext, objectId: string) => void
}

export type DocumentTarget = readonly [type: string, id: string]
type NewRow = Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>
type Rows = Record<string, unknown>[]

/** An object that the person can read. */
export interface ThreadObject {
  id: string
  name: string
  row: Record<string, unknown>
}

export interface Part {
  type: 'ANSWER' | 'BLOCK'
  id: string
}

/** A part of an object with people who are told about its comments. */
export interface PartInvolved {
  id: string
  label: string
  userIds: string[]
}

export interface ThreadParts {
  /** What the labels are read from, in the round trip of the threads. */
  labels(context: { db: StaffContext['db']; actor: StaffActor }, objectId: string): D1PreparedStatement[]
  labelOf(results: Rows[]): (part: Part) => string
  /** Null for a part that no one in particular is responsible for, or that is gone. */
  involved(context: StaffContext, part: Part): Promise<PartInvolved | null>
}

export interface CommentNews {
  targetId: string
  threadId: string
  actorName: string
  recipients: NotificationRecipient[]
  note: string
}

/** `involved` for the owners of an object. Those who have commented are told as commenters. */
export const owners = (ids: string): string =>
  `SELECT id, 'REQUESTER' AS role, 1 AS waits, 3 AS place FROM (${ids}) WHERE id NOT IN (
     SELECT created_by_user_id FROM comments WHERE company_id = ?1 AND thread_id = ?4 AND deleted_at IS NULL)`
