/** @jsxImportSource hono/jsx */

import { hrefOf, type Kind, kindLabel, nounOf } from '../../../../schema/shared/kinds.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { Database } from '../../../core/database.ts'
import { Facts, keyOf, MailLayout, Paragraph, Quote } from '../../platform/notifications/index.ts'

/** What every email about a request says about it. */
export interface RequestFacts {
  id: string
  /** What it is: a request, a spend request. */
  targetType: Kind
  /** "#12 · Software" */
  reference: string
  title: string
  requestorName: string
  requestorUserId: string
  createdByUserId: string
  amountValue: number | null
  amountCurrency: Currency | null
  /** 0 if the company has turned emails off. */
  isMailOn: number
}

export interface Wording {
  subject: string
  sentence: string
  action: string
}

/**
 * SQL of the facts of subjects of one type, by the ids in `j.value`: the fields of `RequestFacts` besides the type, and
 * `companyId`. It ends before the settings and conditions that all have in common; the subject's table is `s`.
 */
interface MailFacts {
  targetType: Kind
  columns: string
  from: string
}

const mailed = new Map<Kind, MailFacts>()

/** An area whose subjects are approved registers what emails say about them. */
export const registerMailFacts = (facts: MailFacts): void => {
  mailed.set(facts.targetType, facts)
}

registerMailFacts({
  targetType: 'INTAKE_SUBMISSION',
  columns: `'#' || s.number || ' · ' || c.name AS reference, s.title, s.requestor_name AS requestorName,
    s.amount_value AS amountValue, s.amount_currency AS amountCurrency`,
  from: 'intake_submissions s ON s.id = j.value CROSS JOIN intake_categories c ON c.id = s.intake_category_id',
})

export const factsStatement = (db: Pick<Database, 'sql'>, ids: readonly string[]): D1PreparedStatement =>
  db.sql(
    [...mailed.values()]
      .map(
        ({ targetType, columns, from }) =>
          `SELECT s.id, s.company_id AS companyId, '${targetType}' AS targetType, ${columns},
            s.requestor_user_id AS requestorUserId, s.created_by_user_id AS createdByUserId,
            COALESCE(n.enable_email_notifications, 1) AS isMailOn
       FROM json_each(?1) j CROSS JOIN ${from}
       LEFT JOIN notification_settings n ON n.company_id = s.company_id
      WHERE s.deleted_at IS NULL`,
      )
      .join('\nUNION ALL '),
    JSON.stringify([...new Set(ids)]),
  )

/** By company and id. See `keyOf`. */
export const toRequests = (rows: Record<string, unknown>[] = []): Map<string, RequestFacts> =>
  new Map(rows.map((row) => [keyOf(row.companyId, row.id), row as unknown as RequestFacts]))

export const amountOf = ({ amountValue, amountCurrency }: RequestFacts): string | null =>
  amountValue === null ? null : formatMoney({ value: amountValue, currency: amountCurrency ?? 'USD' })

export const composeMail = (
  origin: string,
  request: RequestFacts,
  wording: Wording,
  note?: string,
  part?: 'threads',
) => {
  const url = `${origin}${hrefOf(request.targetType, request.id, part)}`
  const amount = amountOf(request)
  const rows: [string, string][] = [
    [kindLabel(request.targetType), request.reference],
    ['Requested by', request.requestorName],
    ...(amount ? [['Amount', amount] as [string, string]] : []),
  ]
  const html = String(
    <MailLayout
      title={request.title}
      preview={wording.sentence}
      action={{ label: wording.action, url }}
      footer={`You got this email because you’re involved in this ${nounOf(request.targetType)}.`}
    >
      <Paragraph>{wording.sentence}</Paragraph>
      {note && <Quote>{note}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [
    wording.sentence,
    note && `> ${note.replaceAll('\n', '\n> ')}`,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${wording.action}: ${url}`,
  ]
  return { subject: wording.subject, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
