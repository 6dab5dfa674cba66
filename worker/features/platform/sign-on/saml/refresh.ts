import { signOnConnections } from '../../../../../schema/platform/sign-on/tables.ts'
import { utcDayOf } from '../../../../../schema/shared/day-count.ts'
import { livesHere } from '../../../../core/cells.ts'
import { guardOneRow } from '../../../../core/database.ts'
import { AppError } from '../../../../core/errors.ts'
import { errorText } from '../../../../core/log.ts'
import type { BaseContext } from '../../../../core/operation.ts'
import { ProviderError } from '../../../../core/provider-error.ts'
import { type RowOf, select, typed } from '../../../../core/record.ts'
import type { SignOnNews } from '../../../../core/sent/sign-in-news.ts'
import { endsSoon } from '../../../../integrations/saml/certificates.ts'
import { fetchMetadata } from '../../../../integrations/saml/fetch-metadata.ts'
import type { ProviderMetadata } from '../../../../integrations/saml/metadata.ts'
import { requirementOf } from '../../session/index.ts'
import { noteFailure, noteWorks, tellNews } from '../health.ts'
import { isOtherProvider, samlProviderOf } from './connection.ts'

/** Providers change their certificates, so their metadata are read again every day. */

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** After an address that didn't answer. */
const AGAIN_MS = 60 * 60 * 1000
const AT_ONCE = 5

const COLUMNS = select(signOnConnections, 's', ['companyId', 'metadataUrl', 'certificateTold'])
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

/** What the metadata say now, or why they can’t be taken. */
const readAgain = async (
  context: BaseContext,
  { companyId, metadataUrl }: Due,
): Promise<{ read: ProviderMetadata; isOther: boolean } | { why: string }> => {
  const read = await fetchMetadata(metadataUrl ?? '').catch((error: unknown) => {
    if (error instanceof ProviderError || error instanceof AppError) return error.message
    throw error
  })
  if (typeof read === 'string') return { why: read }
  const known = await samlProviderOf(context, companyId)
  const isOther = known !== null && isOtherProvider(known, read)
  const stays = isOther && (await requirementOf(context, companyId))?.method === 'OKTA_SAML'
  return stays ? { why: otherThan(known, read) } : { read, isOther }
}

/** Reads the metadata again, if they have an address, and looks at the certificates. Admins see what is wrong as its fault. */
const refresh = async (context: BaseContext, due: Due): Promise<void> => {
  const { companyId, metadataUrl } = due
  const now = context.clock.now()
  const again = metadataUrl === null ? null : await readAgain(context, due)
  if (again && 'read' in again) {
    const { entityId, signOnUrl, certificates } = again.read
    await keep(
      context,
      companyId,
      `${again.isOther ? `tested_at = NULL, changed_at = ${Number(now)}, ` : ''}entity_id = ?, sso_url = ?, certificates = ?`,
      entityId,
      signOnUrl,
      JSON.stringify(certificates),
    )
    await noteWorks(context, companyId, 'OKTA_SAML')
  }
  const ends = endsSoon((await samlProviderOf(context, companyId))?.certificates ?? [], now)
  const found = ends === null ? null : ending(ends, now)
  if (again && 'why' in again) {
    await keep(context, companyId, 'metadata_failed_at = ?, fault = ?', now, again.why)
    await noteFailure(context, companyId, 'OKTA_SAML', again.why)
  } else await keep(context, companyId, 'metadata_read_at = ?, metadata_failed_at = NULL, fault = ?', now, found)
  await tellEnding(context, due, ends)
}

const stageOf = (endsAt: number, now: number): Extract<SignOnNews, { what: 'CERTIFICATE' }>['stage'] => {
  if (endsAt <= now) return 'OVER'
  return endsAt - now <= WEEK_MS ? 'WEEK' : 'MONTH'
}

/** In the company’s history and to its admins: a month before, a week before, and when it has ended, once each. */
const tellEnding = async (context: BaseContext, due: Due, endsAt: number | null): Promise<void> => {
  const { db, clock, newId } = context
  const { companyId, certificateTold } = due
  const now = clock.now()
  const stage = endsAt === null ? null : stageOf(endsAt, now)
  const told = stage === null ? null : `${stage} ${endsAt}`
  if (told === certificateTold) return
  const note = db.sql(
    `UPDATE sign_on_connections SET certificate_told = ?2
      WHERE company_id = ?1 AND kind = 'OKTA_SAML' AND certificate_told IS ?3`,
    companyId,
    told,
    certificateTold,
  )
  if (endsAt === null || stage === null) {
    await db.batch([note])
    return
  }
  await tellNews(context, companyId, {
    statements: [note, guardOneRow(db)],
    key: `saml-certificate:${newId()}`,
    action: 'company.saml-certificate-ending',
    message: ending(endsAt, now),
    news: { what: 'CERTIFICATE', endsAt, stage },
  })
}

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
