import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import type { SignOnNews } from '../../../core/sent/sign-in-news.ts'

/**
 * Whether a company's own connection works: Okta whenever someone logs in there, SAML when its metadata are read. Admins
 * hear when it has failed several times in a row, and when it works again, each once. Only what the provider itself does is
 * counted, so that no stranger's answer makes it look broken.
 */

const FAILURES_TOLD = 3

type Kind = Extract<SignOnNews, { what: 'FAILING' }>['kind']

const STATE = typed`SELECT ${select(signOnConnections, 's', ['failures', 'failingToldAt'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = ?`

/** Writes what is news with the email about it, once: a second writer finds it told. */
export const tellNews = async (
  context: BaseContext,
  companyId: string,
  { statements, key, message, action, news }: News,
): Promise<void> => {
  await commit(context, {
    subject: 'The connection',
    statements,
    audit: [{ changeKey: key, action, targetType: 'COMPANY', targetId: companyId, message, changeData: null }],
    outbox: [{ topic: 'sign-on.warning', payload: news }],
    result: null,
    as: { companyId, userId: null },
  }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
  })
}

interface News {
  statements: Change<null>['statements']
  /** The entry in the history has it. One that is there already means that this was told. */
  key: string
  message: string
  action: string
  news: SignOnNews
}

/** @param why for admins, in words */
export const noteFailure = async (place: BaseContext, companyId: string, kind: Kind, why: string): Promise<void> => {
  const { db, clock, newId } = place
  const [counted] = await db.batch([
    db.sql(
      `UPDATE sign_on_connections SET failures = failures + 1 WHERE company_id = ? AND kind = ?
       RETURNING failures, failing_told_at AS toldAt`,
      companyId,
      kind,
    ),
  ])
  const row = counted?.results[0]
  if (!row || row.toldAt !== null || Number(row.failures) < FAILURES_TOLD) return
  await tellNews(place, companyId, {
    statements: [
      db.sql(
        `UPDATE sign_on_connections SET failing_told_at = ?3, fault = ?4
          WHERE company_id = ?1 AND kind = ?2 AND failing_told_at IS NULL`,
        companyId,
        kind,
        clock.now(),
        why,
      ),
      guardOneRow(db),
    ],
    key: `sign-on-failing:${newId()}`,
    action: 'company.sign-on-failing',
    message: `Logging in with ${METHOD_WORDS[kind]} failed ${FAILURES_TOLD} times in a row: ${why}`,
    news: { what: 'FAILING', kind, why },
  })
}

/** It answered as it should. */
export const noteWorks = async (place: BaseContext, companyId: string, kind: Kind): Promise<void> => {
  const { db, newId } = place
  const row = await db.first(db.sql(STATE, companyId, kind))
  if (!row || (row.failures === 0 && row.failingToldAt === null)) return
  const cleared = db.sql(
    `UPDATE sign_on_connections SET failures = 0, failing_told_at = NULL, fault = iif(failing_told_at IS NULL, fault, NULL)
      WHERE company_id = ?1 AND kind = ?2 AND failing_told_at IS ?3`,
    companyId,
    kind,
    row.failingToldAt,
  )
  if (row.failingToldAt === null) {
    await db.batch([cleared])
    return
  }
  await tellNews(place, companyId, {
    statements: [cleared, guardOneRow(db)],
    key: `sign-on-works:${newId()}`,
    action: 'company.sign-on-works',
    message: `Logging in with ${METHOD_WORDS[kind]} works again`,
    news: { what: 'WORKS', kind },
  })
}
