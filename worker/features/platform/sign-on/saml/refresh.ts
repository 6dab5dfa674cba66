import { signOnConnections } from '../../../../../schema/platform/sign-on/tables.ts'
import { utcDayOf } from '../../../../../schema/shared/day-count.ts'
import { livesHere } from '../../../../core/cells.ts'
import { commit } from '../../../../core/commit.ts'
import { AppError } from '../../../../core/errors.ts'
import { errorText } from '../../../../core/log.ts'
import type { BaseContext } from '../../../../core/operation.ts'
import { ProviderError } from '../../../../core/provider-error.ts'
import { type RowOf, select, typed } from '../../../../core/record.ts'
import { endsSoon } from '../../../../integrations/saml/certificates.ts'
import { fetchMetadata } from '../../../../integrations/saml/fetch-metadata.ts'
import type { ProviderMetadata } from '../../../../integrations/saml/metadata.ts'
import { requirementOf } from '../../session/index.ts'
import { isOtherProvider, samlProviderOf } from './connection.ts'

/** Providers change their certificates, so their metadata are read again every day. */

const DAY_MS = 24 * 60 * 60 * 1000
/** After an address that didn't answer. */
const AGAIN_MS = 60 * 60 * 1000
const AT_ONCE = 5

const COLUMNS = select(signOnConnections, 's', ['companyId', 'metadataUrl', 'fault'])
const DUE = typed`SELECT ${COLUMNS} FROM sign_on_connections s
  WHERE s.kind = 'OKTA_SAML' AND s.metadata_read_at < ?1 AND coalesce(s.metadata_failed_at, 0) < ?2
    AND ${livesHere('s.company_id')} LIMIT ${AT_ONCE}`
type Due = RowOf<typeof COLUMNS>

const ending = (at: number, now: number): string =>
  at <= now
    ? `The certificate of the identity provider expired on ${utcDayOf(at)}. No one can log in with it until it is renewed.`
    : `The certificate of the identity provider expires on ${utcDayOf(at)}. Renew it there.`

/** What is required was tested, and isn't replaced by what no one has tried. */
const otherThan = (known: ProviderMetadata, read: ProviderMetadata): string =>
  `The metadata now describe another provider (${read.entityId}, ${read.signOnUrl}). Your company requires the one that was tested (${known.entityId}), so it stays.`

type Place = Pick<BaseContext, 'db' | 'clock'>

const keep = ({ db }: Place, companyId: string, sql: string, ...values: (string | number | null)[]): Promise<unknown> =>
  db.batch([
    db.sql(`UPDATE sign_on_connections SET ${sql} WHERE company_id = ? AND kind = 'OKTA_SAML'`, ...values, companyId),
  ])

/** Reads the metadata again, if they have an address, and looks at the certificates. Admins see what is wrong as its fault. */
const refresh = async (context: BaseContext, { companyId, metadataUrl, fault }: Due): Promise<void> => {
  const now = context.clock.now()
  if (metadataUrl !== null) {
    const read = await fetchMetadata(metadataUrl).catch((error: unknown) => {
      if (error instanceof ProviderError || error instanceof AppError) return error.message
      throw error
    })
    if (typeof read === 'string') return keep(context, companyId, 'metadata_failed_at = ?, fault = ?', now, read).then()
    const { entityId, signOnUrl, certificates } = read
    const known = await samlProviderOf(context, companyId)
    const isOther = known !== null && isOtherProvider(known, read)
    if (isOther && (await requirementOf(context, companyId))?.method === 'OKTA_SAML')
      return keep(context, companyId, 'metadata_failed_at = ?, fault = ?', now, otherThan(known, read)).then()
    await keep(
      context,
      companyId,
      `${isOther ? `tested_at = NULL, changed_at = ${Number(now)}, ` : ''}entity_id = ?, sso_url = ?, certificates = ?`,
      entityId,
      signOnUrl,
      JSON.stringify(certificates),
    )
  }
  const provider = await samlProviderOf(context, companyId)
  const ends = endsSoon(provider?.certificates ?? [], now)
  const found = ends === null ? null : ending(ends, now)
  await keep(context, companyId, 'metadata_read_at = ?, metadata_failed_at = NULL, fault = ?', now, found)
  if (found !== null && found !== fault) await noteEnding(context, companyId, found)
}

/** In the company's history, once for each thing there is to say. */
const noteEnding = (context: BaseContext, companyId: string, message: string): Promise<null> =>
  commit(context, {
    subject: 'The certificate',
    statements: [],
    audit: [
      {
        changeKey: `saml-certificate:${context.newId()}`,
        action: 'company.saml-certificate-ending',
        targetType: 'COMPANY',
        targetId: companyId,
        message,
        changeData: null,
      },
    ],
    result: null,
    as: { companyId, userId: null },
  })

/** All at once: one that doesn't answer costs the others nothing. */
export const refreshMetadata = async (context: BaseContext): Promise<void> => {
  const { db, clock, log } = context
  const now = clock.now()
  const due = await db.all(db.sql(DUE, now - DAY_MS, now - AGAIN_MS))
  await Promise.all(
    due.map((each) =>
      refresh(context, each).catch((error: unknown) =>
        log.error('saml-metadata.not-read', { companyId: each.companyId, error: errorText(error) }),
      ),
    ),
  )
}
