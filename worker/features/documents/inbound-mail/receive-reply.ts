import { MAX_MESSAGE_BYTES, refusalText } from '../../../../schema/documents/inbound-mail/values.ts'
import { MOST_COMMENT_CHARACTERS, MOST_COMMENT_FILES } from '../../../../schema/documents/threads/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { loadMember, type StaffActor } from '../../../core/actor.ts'
import { commandLedger } from '../../../core/command-ledger.ts'
import { AppError, companyMoves } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import { limitRate } from '../../platform/session/index.ts'
import { answerByMail, findReplyAddress, keepThreadOf, type ReplyAddress, startThread } from '../threads/index.ts'
import { addressWithin, isAutomatic, loopRejection, type Rejection } from './accept.ts'
import { authenticationOf } from './authentication.ts'
import { type SortedFile, sortFiles } from './files.ts'
import { type ParsedMail, parseMail } from './mail.ts'
import { hashOf, storeUploads } from './mail-files.ts'
import { replyText } from './reply-text.ts'

/**
 * Answers to Outlay's emails. Invariants: an answer is a comment of the person whose address it is, with the rights they
 * have now, and only if it comes from their own email address; the same answer again is the same comment.
 */

interface IncomingMail {
  from: string
  to: string
  size: number
  read: () => Promise<Uint8Array | null>
}

export type ReplyVerdict = { rejected: Rejection } | { rejected: null; commentId: string }

const HOUR_MS = 60 * 60 * 1000
const MOST_AN_HOUR = 60

/** The name and the addresses that stand above the quote of an email. */
const sendersOf = ({ env }: Pick<SystemContext, 'env'>, to: string): string[] => {
  const [name = ''] = env.OUTLAY_MAIL_FROM.split('<')
  return [addressWithin(env.OUTLAY_MAIL_FROM), addressWithin(to), name.trim()].filter((text) => text !== '')
}

const parsed = async ({ size, read }: IncomingMail): Promise<ParsedMail | Rejection> => {
  if (size > MAX_MESSAGE_BYTES) return 'TOO_LARGE'
  const raw = await read()
  if (!raw) return 'TOO_LARGE'
  const mail = await parseMail(raw).catch(() => null)
  return mail ? { ...mail, messageId: mail.messageId ?? (await hashOf(raw)) } : 'UNREADABLE'
}

/** Why no comment is made of it, or null. */
const whyNot = (
  context: SystemContext,
  mail: ParsedMail,
  incoming: IncomingMail,
  actor: StaffActor | null,
): Rejection | null => {
  const { OUTLAY_MAIL_FROM: mailFrom, OUTLAY_INBOUND_DOMAIN: inboundDomain = '' } = context.env
  const loop = loopRejection(mail, incoming.from, { mailFrom, inboundDomain })
  if (loop) return loop
  if (isAutomatic(mail)) return 'AUTOMATIC_REPLY'
  if (!actor || !can(actor.policy, 'staff.use')) return 'REPLY_ENDED'
  // Someone it was forwarded to has the address, too. DMARC finds a sender that is made up.
  const isOwn = mail.fromAddress === actor.email.toLowerCase() && authenticationOf(mail).dmarc !== 'FAIL'
  return isOwn ? null : 'NOT_THE_READER'
}

/** What is said of files that can't be taken, so that the writer and the readers know. */
const aboutRefused = (files: readonly SortedFile[]): string =>
  files
    .flatMap(({ fileName, refusal }) => {
      if (refusal === null) return []
      const why =
        refusal === 'TOO_MANY' ? `A comment can have at most ${MOST_COMMENT_FILES} files.` : refusalText(refusal)
      return [`${fileName} wasn’t taken over. ${why}`]
    })
    .join('\n')

const write = async (
  context: StaffContext,
  { targetType, targetId, threadId }: ReplyAddress,
  { body, files }: { body: string; files: SortedFile[] },
): Promise<{ id: string }> => {
  const taken = files.filter(({ refusal }) => refusal === null)
  const documentIds = await storeUploads(context, taken)
  return threadId === null
    ? startThread(context, targetType, targetId, { commentBody: body, documentIds, isMailed: true })
    : answerByMail(context, threadId, { body, documentIds })
}

/** Throws if the sender's server should try again. */
export const receiveReply = async (
  caller: SystemContext,
  incoming: IncomingMail,
  secret: string,
): Promise<ReplyVerdict> => {
  const found = await findReplyAddress(caller, secret)
  if (!found) return { rejected: 'REPLY_ENDED' }
  const { context, address } = found
  const { env, db, clock } = context
  await limitRate(context, HOUR_MS, [{ key: `reply-mail:${address.companyId}:${address.userId}`, max: MOST_AN_HOUR }])
  const mail = await parsed(incoming)
  if (typeof mail === 'string') return { rejected: mail }
  const actor = await loadMember(env, db, address.companyId, address.userId, clock.now())
  const refused = whyNot(context, mail, incoming, actor)
  if (refused || !actor) return { rejected: refused ?? 'REPLY_ENDED' }
  if (actor.company.isMoving) throw companyMoves()
  const files = sortFiles(mail.files, MOST_COMMENT_FILES)
  const text = replyText(mail.text, sendersOf(context, incoming.to))
  if (!text) return { rejected: 'EMPTY_REPLY' }
  const body = [text, aboutRefused(files)].filter(Boolean).join('\n\n')
  if (body.length > MOST_COMMENT_CHARACTERS) return { rejected: 'REPLY_TOO_LONG' }
  const { system: _, ...rest } = context
  const commandId = idFrom(`${address.hash}\n${mail.messageId}`)
  const asPerson: StaffContext = { ...rest, actor, vendor: null, guess: null, commandId }
  try {
    const { id } = await commandLedger(asPerson, 'threads.reply-by-mail', { text }, () =>
      write(asPerson, address, { body, files }),
    )
    if (address.threadId === null) await keepThreadOf(context, address, id)
    return { rejected: null, commentId: id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isClosed = error.reason === 'ARCHIVED'
    if (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN' || isClosed) return { rejected: 'REPLY_ENDED' }
    if (error.code === 'INVALID' || error.code === 'RULE_BROKEN') return { rejected: 'REPLY_REFUSED' }
    throw error
  }
}
