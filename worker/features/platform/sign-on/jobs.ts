import { inPlace } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { registerCron } from '../../../core/cron.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { checkDomain, type DomainRow, dueDomains } from './domains.ts'
import { mailChanged } from './own/changed-mail.tsx'
import { forgetAssertions } from './saml/answer.ts'
import { refreshMetadata } from './saml/refresh.ts'

registerOutbox('sign-on.methods-changed', { lane: 'mail', handler: mailChanged })

/** Deletes sign-ins that no answer came for in time. */
registerCron('old-sign-ons', ({ directory, clock }) =>
  directory.batch([directory.sql('DELETE FROM directory_sign_on_attempts WHERE expires_at < ?', clock.now())]),
)

/** Deletes the ids of assertions that can't be sent again. */
registerCron('old-assertions', forgetAssertions)

/** Reads the metadata of SAML providers again, and looks at how long their certificates hold. */
registerCron('saml-metadata', refreshMetadata)

/** Looks for a domain's record again, and says in its company's log when it is missing, and when it no longer counts. */
const checkAgain = async (context: SystemContext, row: DomainRow): Promise<void> => {
  const outcome = await checkDomain(context, row)
  const isNews = outcome === 'LOST' || (outcome === 'MISSING' && row.missingSince === null)
  if (!isNews) return
  const { ofCompany: companyId, domain } = row
  const message =
    outcome === 'LOST'
      ? `The login domain ${domain} no longer counts, because its DNS record is missing`
      : `The DNS record of the login domain ${domain} is missing. It counts for three more days`
  await commit(await inPlace(context, { companyId }), {
    subject: 'The domain',
    statements: [],
    audit: [
      {
        changeKey: `login-domain:${context.newId()}`,
        action: outcome === 'LOST' ? 'company.login-domain-lost' : 'company.login-domain-missing',
        targetType: 'COMPANY',
        targetId: companyId,
        message,
        changeData: null,
      },
    ],
    result: null,
    as: { companyId, userId: null },
  })
}

/** The directory's own job, for all companies. */
registerCron('login-domains', async (context) => {
  if (context.db !== context.directory) return
  for (const row of await dueDomains(context))
    await checkAgain(context, row).catch((error: unknown) =>
      context.log.error('login-domain.not-checked', { domain: row.domain, error: errorText(error) }),
    )
})
