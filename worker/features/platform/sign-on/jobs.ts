import { registerCron } from '../../../core/cron.ts'
import { errorText } from '../../../core/log.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { checkDomain, dueDomains } from './domains.ts'
import { mailChanged } from './own/changed-mail.tsx'
import { forgetAssertions } from './saml/answer.ts'
import { refreshMetadata } from './saml/refresh.ts'
import { mailWarning } from './warning-mail.tsx'

registerOutbox('sign-on.warning', { lane: 'mail', handler: mailWarning })

registerOutbox('sign-on.methods-changed', { lane: 'mail', handler: mailChanged })

/** Deletes sign-ins that no answer came for in time. */
registerCron('old-sign-ons', ({ directory, clock }) =>
  directory.batch([directory.sql('DELETE FROM directory_sign_on_attempts WHERE expires_at < ?', clock.now())]),
)

/** Deletes the ids of assertions that can't be sent again. */
registerCron('old-assertions', forgetAssertions)

/** Reads the metadata of SAML providers again, and looks at how long their certificates hold. */
registerCron('saml-metadata', refreshMetadata)

/** The directory's own job, for all companies. */
registerCron('login-domains', async (context) => {
  if (context.db !== context.directory) return
  for (const row of await dueDomains(context))
    await checkDomain(context, row).catch((error: unknown) =>
      context.log.error('login-domain.not-checked', { domain: row.domain, error: errorText(error) }),
    )
})
