import { reportError } from '../../../../schema/platform/shell/error-report.ts'
import { networkOf } from '../../../core/network.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { sendEvent } from '../../../integrations/sentry/client.ts'
import { limitRate } from '../session/index.ts'

const WINDOW_MS = 15 * 60 * 1000
const MOST_REPORTS = 30

/**
 * Logs a failed screen and, if configured, sends it to the error-reporting service, with the person's id only. Throws
 * LIMITED after 30 from a network address in 15 minutes.
 */
export const takeErrorReport = command({
  id: 'shell.report-error',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(reportError),
  run: async (context, { message, stack, where, path }) => {
    const { env, log, actor, clientAddress } = context
    await limitRate(context, WINDOW_MS, [
      { key: `error-report-from:${networkOf(clientAddress)}`, max: clientAddress === 'local' ? 1000 : MOST_REPORTS },
    ])
    const id = crypto.randomUUID().replaceAll('-', '')
    const userId = actor?.userId ?? null
    log.error('web.failed', { reportId: id, where, path, userId, failure: message, stack })
    if (env.SENTRY_DSN) {
      const event = { id, occurredAt: context.clock.now(), message, stack, tags: { where, path }, userId }
      context.waitUntil(
        sendEvent(env.SENTRY_DSN, event).catch((error) =>
          log.error('web.failed.not-sent', { reportId: id, error: String(error) }),
        ),
      )
    }
    return { id }
  },
})
