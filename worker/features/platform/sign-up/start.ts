import { MODULES, storedTurnedOff } from '../../../../schema/platform/company/modules.ts'
import { startCompany } from '../../../../schema/platform/sign-up/endpoints.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { cellOf, inCell } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { cellOfCompany, inEmptiestCell, onTakenShortName, withDirectory } from '../directory/index.ts'
import { founder, founderOf, newCompany } from '../members/index.ts'
import { issueLoginToken, limitRate } from '../session/index.ts'
import { limitLinks, refuseLink, requireLink } from './link.ts'
import { freeShortName } from './short-name.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The most companies that one address starts in a day. */
const MOST_IN_A_DAY = 3

/** Requests are on, beside what every company begins with. Every other module is the company's own to turn on. */
const ON = { enableIntakeRequests: true }
const isOn = readCompanyFlags(JSON.stringify(ON))
const FLAGS = JSON.stringify({ ...ON, ...storedTurnedOff(MODULES.filter((module) => !isOn[module])) })

type SignUp = Awaited<ReturnType<typeof requireLink>>

/** A call that hasn't ended by then won't. */
const TRY_MS = 30_000

/**
 * Decides the company's id and cell once for the link, before anything is written there, so that a repeated call after a
 * lost answer finds the same company. Throws CONFLICT while another call starts it.
 */
const placeFor = async (context: BaseContext, { tokenHash }: SignUp): Promise<{ companyId: string; cell: number }> => {
  const { directory, clock } = context
  const there = await inEmptiestCell(context)
  const [claimed] = await directory.batch([
    directory.sql(
      `UPDATE sign_ups SET company_id = COALESCE(company_id, ?1), cell = COALESCE(cell, ?2), tried_at = ?3
        WHERE token_hash = ?4 AND (tried_at IS NULL OR tried_at < ?5) RETURNING company_id AS companyId, cell`,
      context.newId(),
      cellOf(there.env),
      clock.now(),
      tokenHash,
      clock.now() - TRY_MS,
    ),
  ])
  const [place] = claimed?.results ?? []
  if (!place) throw meanwhile()
  return { companyId: String(place.companyId), cell: Number(place.cell) }
}

/** Another call may start it now. */
const letGo = ({ directory }: BaseContext, { tokenHash }: SignUp) =>
  directory.batch([directory.sql('UPDATE sign_ups SET tried_at = NULL WHERE token_hash = ?', tokenHash)])

const meanwhile = (): AppError =>
  new AppError('CONFLICT', 'Your company is being started. Try again in a moment.', { reason: 'STARTED_MEANWHILE' })

/** A repeated call after a lost answer comes soon. Later the link is used up. */
const REPEAT_MS = 15 * 60 * 1000

/** Two companies of one name that start at once choose the same short name. */
const withoutShortName = (error: unknown): unknown =>
  error instanceof AppError && error.fields?.emailShortName
    ? new AppError('CONFLICT', 'Another company of this name was just started. Try again.', {
        reason: 'NAME_MEANWHILE',
      })
    : error

/**
 * Starts a company with the person whose address the link has proven as its admin. A repeated call answers with the same
 * company for 15 minutes, until the admin has logged in. Throws RULE_BROKEN for a link that doesn't work, LIMITED after three
 * companies of an address in a day.
 */
export const startOwnCompany = command({
  id: 'sign-up.start',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(startCompany),
  run: async (context, { token, companyName: name, firstName, lastName, currency, timeZone }) => {
    await limitLinks(context)
    const signUp = await requireLink(context, token)
    const { email, companyId: known } = signUp
    const cellOfKnown = known ? await cellOfCompany(context, known) : null
    if (known && cellOfKnown !== null) {
      const place = inCell(context, cellOfKnown)
      const first = await founderOf(place, known)
      const isLate = (signUp.triedAt ?? 0) < context.clock.now() - REPEAT_MS
      if (first && (first.isIn === 1 || isLate)) throw refuseLink('SIGN_UP_LINK_USED')
      if (first) return again(place, { companyId: known, userId: first.userId })
    }
    if (!known) await limitRate(context, DAY_MS, [{ key: `sign-up-company:${email}`, max: MOST_IN_A_DAY }])
    const { companyId, cell } = await placeFor(context, signUp)
    const place = inCell(context, cell)
    const emailShortName = await freeShortName(context, name)
    const company = { id: companyId, name, emailShortName, currency, timeZone, flags: FLAGS }
    const made = newCompany(place, company)
    const admin = founder(place, companyId, { email, firstName, lastName })
    const issued = await issueLoginToken(place, {
      purpose: 'EMAIL_LINK',
      method: 'EMAIL_LINK',
      userId: admin.id,
      companyId,
    })
    return withDirectory(place, { before: null, after: company }, (told) =>
      commit(place, {
        subject: 'The company',
        statements: [made.statement, ...told, ...admin.statements, issued.statement],
        outbox: admin.outbox,
        audit: [made.audit, admin.audit],
        result: { companyId, loginTokenId: issued.secret },
        onDuplicate: onTakenShortName,
        as: { companyId, userId: admin.id },
      }),
    ).catch(async (error) => {
      await letGo(context, signUp)
      throw withoutShortName(error)
    })
  },
})

/** Another login link for the company that the first call made. */
const again = async (place: BaseContext, who: { companyId: string; userId: string }) => {
  const issued = await issueLoginToken(place, { purpose: 'EMAIL_LINK', method: 'EMAIL_LINK', ...who })
  return commit(place, {
    subject: 'The company',
    statements: [issued.statement],
    audit: [],
    result: { companyId: who.companyId, loginTokenId: issued.secret },
    as: who,
  })
}
