import { MAX_MESSAGE_BYTES } from '../../../../schema/documents/inbound-mail/values.ts'
import { newId, systemClock } from '../../../core/clock.ts'
import { Database } from '../../../core/database.ts'
import { createLogger, errorText } from '../../../core/log.ts'
import { perform } from '../../../core/operation.ts'
import { readAtMost } from '../../../core/read-at-most.ts'
import { systemContext } from '../../../core/system-context.ts'
import type { Env } from '../../../env.ts'
import { REJECTIONS } from './accept.ts'
import { receiveMail } from './receive.ts'

/** The part of Cloudflare's `ForwardableEmailMessage` that is needed. */
export type EmailMessage = Pick<ForwardableEmailMessage, 'from' | 'to' | 'raw' | 'rawSize' | 'setReject'>

/**
 * The Worker's `email` handler (Cloudflare Email Routing). Errors count as a temporary failure. Throws anything that
 * keeps the email from being recorded.
 */
export const handleEmail = async (
  message: EmailMessage,
  env: Env,
  { waitUntil }: { waitUntil(work: Promise<unknown>): void },
): Promise<void> => {
  const requestId = newId()
  const log = createLogger({ requestId, job: 'email' }, env.OUTLAY_LOG_LEVEL === 'error' ? 'error' : 'info')
  try {
    const context = systemContext(
      { env, log, waitUntil, clock: systemClock, db: new Database(env.DB, 'first-primary') },
      { name: 'email', companyId: null, may: ['system.receive-mail'] },
    )
    const verdict = await perform(receiveMail, context, {
      from: message.from,
      to: message.to,
      size: message.rawSize,
      read: () => readAtMost(message.raw, MAX_MESSAGE_BYTES),
    })
    log.info('inbound-mail', { to: message.to, ...verdict })
    if (verdict.rejected) message.setReject(REJECTIONS[verdict.rejected])
  } catch (error) {
    log.error('inbound-mail.failed', { to: message.to, error: errorText(error) })
    throw error
  }
}
