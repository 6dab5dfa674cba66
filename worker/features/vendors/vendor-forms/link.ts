import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { isLocked } from '../../../core/cells.ts'
import { AppError, companyMoves, notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { limitRate } from '../../platform/session/index.ts'
import { limitPublic } from '../../requests/sourcing/index.ts'
import { saveVendorForm } from './fill.ts'
import { contentOfRows, contentStatements } from './form-content.ts'
import { OPEN_FORM, type OpenFormRow, toFormInHand } from './form-row.ts'
import { requireOpen } from './open-form.ts'

/**
 * A form by the link in its email, without an account. Invariants: a link opens one form, until it expires, is replaced
 * or the form is closed; anyone who has it acts as the address that it was sent to, and sees nothing else.
 */

const HOUR_MS = 60 * 60 * 1000
const SAVES_AN_HOUR = 120
/** By everyone at one network address, whatever links they have. */
const CALLS_AN_HOUR = 600

/** A link that doesn't work says only that, whether it was ever one. */
const gone = (): AppError => notFound('The link')

const linkStatement = ({ db }: Pick<BaseContext, 'db'>, token: string): D1PreparedStatement =>
  db.sql(`${OPEN_FORM} WHERE i.token_hash = ?1 AND i.deleted_at IS NULL`, sha256Hex(token))

const working = ({ clock }: Pick<BaseContext, 'clock'>, found: OpenFormRow | null): OpenFormRow => {
  if (!found) throw gone()
  const row = requireOpen(found)
  if (row.revokedAt !== null)
    throw new AppError('NOT_FOUND', 'This form was closed. Ask the company for a new link.', { reason: 'LINK_REVOKED' })
  if ((row.expiresAt ?? 0) <= clock.now())
    throw new AppError('NOT_FOUND', 'This link has expired. Ask the company for a new one.', { reason: 'LINK_EXPIRED' })
  return row
}

/** Throws NOT_FOUND for a link that is unknown, expired or closed. */
export const requireLinkedForm = async (context: BaseContext, token: string): Promise<OpenFormRow> =>
  working(context, await context.db.first<OpenFormRow>(linkStatement(context, token)))

export const openFormLink = query({
  id: 'vendor-forms.open-link',
  access: 'public',
  input: inputOf(endpoints.openFormLink),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    const { db } = context
    const row = await requireLinkedForm(context, token)
    const content = contentOfRows(row, await db.batch(contentStatements(context, row.companyId, '?2', [row.id])))
    return {
      form: toFormInHand(row),
      email: row.email ?? '',
      expiresAt: new Date(row.expiresAt ?? 0).toISOString(),
      ...content.form,
      answers: content.answers,
    }
  },
})

/** Throws LIMITED after many changes by one link, or from one network address. */
export const limitLink = async (context: BaseContext, form: Pick<OpenFormRow, 'id'>): Promise<void> => {
  await limitPublic(context, 'vendor-form-link', form.id, CALLS_AN_HOUR)
  await limitRate(context, HOUR_MS, [{ key: `vendor-form-link:${form.id}`, max: SAVES_AN_HOUR }])
}

/** The same as with an account. Throws LIMITED after many saves. */
export const submitFormLink = command({
  id: 'vendor-forms.submit-link',
  access: 'public',
  idempotency: 'object',
  input: inputOf(endpoints.submitFormLink),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, name, ...submission }) => {
    const form = await requireLinkedForm(context, token)
    if (await isLocked(context, form.companyId)) throw companyMoves()
    await limitLink(context, form)
    const email = form.email ?? ''
    return saveVendorForm(context, form, { name: name ?? email, email, uploaderId: null }, submission)
  },
})
