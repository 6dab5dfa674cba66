/** @jsxImportSource hono/jsx */

import { REPLY_LINE } from '../../../../../schema/documents/inbound-mail/values.ts'
import { hrefOf, kindLabel, nounOf } from '../../../../../schema/shared/kinds.ts'
import { formatMoney } from '../../../../../schema/shared/money.ts'
import type { Offer } from '../../../approvals/decision-links/index.ts'
import type { SubjectFacts } from '../../../approvals/subject-facts/index.ts'
import { Facts, MailLayout, Paragraph, Quote, unsubscribeLine } from '../../../platform/notifications/index.ts'

export interface Wording {
  subject: string
  sentence: string
  action: string
}

export const amountOf = ({ amountValue, amountCurrency }: SubjectFacts): string | null =>
  amountValue === null ? null : formatMoney({ value: amountValue, currency: amountCurrency ?? 'USD' })

/** The form can be long. The page that the link opens has all of it. */
const MOST_DETAILS = 12
const MOST_CHARACTERS = 300

const short = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)

const DECIDED = { APPROVED: 'approved', REJECTED: 'rejected' } as const

const namesOf = (files: readonly { name: string }[]): string[] => [...new Set(files.map(({ name }) => name))]

/** What a decision needs besides who asks for how much. */
const decisionRows = ({ facts: { details, documents, decided, next, changes } }: Offer): [string, string][] => [
  ...changes
    .slice(0, MOST_DETAILS)
    .map(({ label, before, after }): [string, string] => [
      `Changed: ${label}`,
      `${short(before) || '–'} → ${short(after) || '–'}`,
    ]),
  ...details.slice(0, MOST_DETAILS).map(({ label, value }): [string, string] => [label, short(value)]),
  ...(documents.length > 0 ? [['Documents', short(namesOf(documents).join(', '))] as [string, string]] : []),
  ...decided.map(({ label, people }): [string, string] => [
    label,
    people
      .map(({ name, decision, comment }) => `${name} ${DECIDED[decision]}${comment && `: “${short(comment)}”`}`)
      .join(', '),
  ]),
  ...(next.length > 0 ? [['Comes next', next.map(({ label }) => label).join(', ')] as [string, string]] : []),
]

interface More {
  note?: string | undefined
  part?: 'threads' | undefined
  /** For someone who is asked to decide. */
  offer?: Offer | null | undefined
  /** The address that makes an answer a comment. */
  replyTo?: string | undefined
  /** Stops emails like this, if no one waits for the person. */
  unsubscribeUrl?: string | undefined
}

export const composeMail = (
  origin: string,
  request: SubjectFacts,
  wording: Wording,
  { note, part, offer, replyTo, unsubscribeUrl }: More = {},
) => {
  const url = `${origin}${hrefOf(request.targetType, request.id, part)}`
  const amount = amountOf(request)
  const rows: [string, string][] = [
    [kindLabel(request.targetType), request.reference],
    ['Requested by', request.requestorName],
    ...(amount ? [['Amount', amount] as [string, string]] : []),
    ...(offer ? decisionRows(offer) : []),
  ]
  const open = { label: wording.action, url }
  const decide = offer?.url ? { label: 'Decide without signing in', url: offer.url } : undefined
  const html = String(
    <MailLayout
      title={request.title}
      preview={wording.sentence}
      action={decide ?? open}
      {...(decide && { second: open })}
      above={replyTo && REPLY_LINE}
      unsubscribeUrl={unsubscribeUrl}
      footer={`You got this email because you’re involved in this ${nounOf(request.targetType)}.${
        decide ? ' The decision link is only for you and works for a week. Don’t forward it.' : ''
      }`}
    >
      <Paragraph>{wording.sentence}</Paragraph>
      {note && <Quote>{note}</Quote>}
      <Facts rows={rows} />
    </MailLayout>,
  )
  const text = [
    replyTo && REPLY_LINE,
    wording.sentence,
    note && `> ${note.replaceAll('\n', '\n> ')}`,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    decide && `${decide.label}: ${decide.url}`,
    `${wording.action}: ${url}`,
    unsubscribeLine(unsubscribeUrl),
  ]
  return {
    ...{ subject: wording.subject, html: `<!doctype html>${html}`, text: `${text.filter(Boolean).join('\n\n')}\n` },
    ...(replyTo && { replyTo }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
