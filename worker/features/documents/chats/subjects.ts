import type { ChatContent, ChatKind } from '../../../../schema/documents/chats/endpoints.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import { forbidden } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

export interface Asked {
  /** Empty if the conversation isn't about one object. */
  targetId: string
  question: string
  /** Questions and answers before it, oldest first. */
  earlier: { question: string; answer: string }[]
}

/** What people can ask about. Each area registers its own. */
export interface ChatSubject {
  kind: ChatKind
  permission: Permission
  /** Where the history says that something was asked. */
  history: { targetType: Kind; action: string; message: string }
  /** Throws NOT_FOUND if the person can't read it now. */
  requireTarget(context: StaffContext, targetId: string): Promise<void>
  /** Throws the provider's errors. The question is then tried again. */
  answer(context: StaffContext, asked: Asked): Promise<ChatContent[]>
}

const subjects = new Map<string, ChatSubject>()

export const registerChatSubject = (subject: ChatSubject): void => {
  subjects.set(subject.kind, subject)
}

const subjectOf = (kind: ChatKind): ChatSubject => {
  const subject = subjects.get(kind)
  if (!subject) throw new Error(`Nothing answers questions about ${kind}`)
  return subject
}

/** Throws FORBIDDEN where such questions aren't allowed, NOT_FOUND if the person can't read what they are about. */
export const requireSubject = async (context: StaffContext, kind: ChatKind, targetId: string): Promise<ChatSubject> => {
  const subject = subjectOf(kind)
  if (!can(context.actor.policy, subject.permission)) throw forbidden()
  await subject.requireTarget(context, targetId)
  return subject
}
