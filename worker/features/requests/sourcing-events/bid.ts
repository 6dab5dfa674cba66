import type { z } from 'zod'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { keptAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { unknownAnswers } from '../../../../schema/requests/forms/unknown-answers.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { allQuestions, dropHidden, questionNames } from '../../../../schema/requests/forms/visibility.ts'
import * as endpoints from '../../../../schema/requests/sourcing-events/bidder-endpoints.ts'
import type { BidderMail } from '../../../../schema/requests/sourcing-events/effects.ts'
import { type Bid, type bid, EVENT_LIMITS } from '../../../../schema/requests/sourcing-events/values.ts'
import { currencyProblem, type Exchange } from '../../../../schema/shared/exchange.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidFields, staleVersion } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { sealOf } from '../../../objects/sourcing-seal/client.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { answersIn } from '../submissions/index.ts'
import { placeOfToken, readOwn, requireBidderWithFiles } from './bidder.ts'
import { type BidderAccess, limitBidder, requireOpen } from './bidder-access.ts'
import { partAudit, whileEvent } from './load.ts'
import { accepted } from './refusals.ts'

/** Writing, submitting and withdrawing a bid. The database gets ciphertext only. */

const SUBJECT = 'Your bid'

const filesIn = (form: BidderAccess['form'], answers: Answers): string[] =>
  allQuestions(form)
    .filter(({ type }) => type === 'DOCUMENTS')
    .flatMap(({ id }) => chosenIds(answers[id]))

/** As it is kept: answers in one spelling, and to visible questions only once it is submitted. */
const keptBid = (bidder: BidderAccess, given: z.output<typeof bid>, exchange: Exchange, isDraft: boolean) => {
  const all = answersIn(given.answers)
  const form = { ...bidder.form, exchange }
  const kept = keptAnswers(allQuestions(bidder.form), all, bidder.currency)
  const answers = isDraft ? kept : dropHidden(form, kept)
  const { price, leadTimeDays, remark, fileIds } = given
  const content: Bid = {
    ...{ price, leadTimeDays, remark, fileIds: [...new Set(fileIds)] },
    answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
  }
  return { content, answers, form, unknown: unknownAnswers(form, all) }
}

const problemsOf = (
  { content, answers, form, unknown }: ReturnType<typeof keptBid>,
  files: ReadonlySet<string>,
  exchange: Exchange,
  isDraft: boolean,
): Record<string, string> => {
  const fields: Record<string, string> = { ...validateAnswers(form, answers, { draft: isDraft }), ...unknown }
  const { price, fileIds } = content
  if (price === null) {
    if (!isDraft) fields.price = 'Required'
  } else {
    const wrong = price.value < 0 ? 'Enter an amount of 0 or more' : currencyProblem(price, exchange, isDraft)
    if (wrong) fields.price = wrong
  }
  const GONE = 'One of these files was removed. Add it again.'
  if (fileIds.some((id) => !files.has(id))) fields.fileIds = GONE
  for (const { id, type } of allQuestions(form))
    if (type === 'DOCUMENTS' && chosenIds(answers[id]).some((fileId) => !files.has(fileId))) fields[id] = GONE
  if (new TextEncoder().encode(JSON.stringify(content)).length > EVENT_LIMITS.bidBytes)
    fields.remark ??= 'The bid is too long. Shorten your answers, or attach them as a document'
  return fields
}

const load = async (context: BaseContext, token: string) => {
  const { db, clock } = context
  const { bidder, files } = await requireBidderWithFiles(context, token)
  requireOpen(bidder, clock.now())
  const company = { id: bidder.companyId, currency: bidder.currency, allowsOthers: bidder.allowsCurrencies }
  return { bidder, exchange: await loadExchange(db, company, clock.now()), files }
}

const change = (context: BaseContext, bidder: BidderAccess, set: Record<string, unknown>): D1PreparedStatement[] => [
  context.db.sql(
    `UPDATE sourcing_bidders SET ${Object.keys(set)
      .map((column, i) => `${column} = ?${i + 5}, `)
      .join('')}bid_version = bid_version + 1
      WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND bid_version = ?4 AND status <> 'REVOKED' AND ${whileEvent("'OPEN'")}`,
    ...[bidder.eventId, bidder.companyId, bidder.id, bidder.bidVersion],
    ...Object.values(set),
  ),
  guardOneRow(context.db),
]

const save = async (
  context: BaseContext,
  { token, version, ...given }: { token: string; version?: number | undefined } & z.output<typeof bid>,
  isDraft: boolean,
) => {
  const { bidder, exchange, files } = await load(context, token)
  if (version !== undefined && version !== bidder.bidVersion) throw staleVersion(SUBJECT)
  const kept = keptBid(bidder, given, exchange, isDraft)
  const fields = problemsOf(kept, new Set(files.map(({ id }) => id)), exchange, isDraft)
  if (Object.keys(fields).length > 0) throw invalidFields(fields, questionNames(kept.form))
  await limitBidder(context, isDraft ? 'save' : 'send', bidder.id)
  const { env, clock } = context
  const part = isDraft ? ('draft' as const) : ('bid' as const)
  const {
    sealed: [sealed = ''],
  } = accepted(
    await sealOf(env, bidder.companyId, bidder.eventId).close(bidder.id, token, [
      { part, text: JSON.stringify(kept.content) },
    ]),
  )
  const now = clock.now()
  const result = { version: bidder.bidVersion + 1, savedAt: new Date(now).toISOString() }
  const as = { companyId: bidder.companyId, userId: null }
  if (isDraft) {
    const status = bidder.status === 'INVITED' ? 'DRAFT' : bidder.status
    return commit(context, {
      subject: SUBJECT,
      as,
      statements: change(context, bidder, { sealed_draft: sealed, status }),
      audit: [],
      result,
    })
  }
  const isAgain = bidder.status === 'SUBMITTED'
  return commit(context, {
    subject: SUBJECT,
    as,
    statements: change(context, bidder, {
      sealed_bid: sealed,
      sealed_draft: null,
      status: 'SUBMITTED',
      submitted_at: now,
    }),
    audit: [
      partAudit(
        bidder.eventId,
        `bidder:${bidder.id}:v${result.version}`,
        'bid-submitted',
        isAgain
          ? `${bidder.name} replaced their bid for ${bidder.title}`
          : `${bidder.name} submitted a bid for ${bidder.title}`,
        // Proves later that the bid that was opened is the one that was submitted.
        { after: { sealedSha256: sha256Hex(sealed) } },
      ),
    ],
    outbox: [mail(bidder, 'RECEIVED')],
    result,
  })
}

const mail = ({ id }: BidderAccess, kind: BidderMail['kind']) => ({
  topic: 'sourcing-event.mail-bidder' as const,
  payload: { bidderId: id, kind },
})

/** Throws INVALID for answers of the wrong kind, RULE_BROKEN after the deadline, CONFLICT, LIMITED. */
export const saveBid = command({
  id: 'sourcing-bid.save',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.saveBid),
  place: placeOfToken,
  run: (context, input) => save(context, input, true),
})

export const submitBid = command({
  id: 'sourcing-bid.submit',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.submitBid),
  place: placeOfToken,
  run: (context, input) => save(context, input, false),
})

/** What was submitted becomes a draft again. Throws RULE_BROKEN if nothing is submitted. */
export const withdrawBid = command({
  id: 'sourcing-bid.withdraw',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.withdrawBid),
  place: placeOfToken,
  run: async (context, { token, version }) => {
    const { bidder, files } = await load(context, token)
    await limitBidder(context, 'send', bidder.id)
    if (version !== undefined && version !== bidder.bidVersion) throw staleVersion(SUBJECT)
    if (bidder.status !== 'SUBMITTED')
      throw new AppError('RULE_BROKEN', 'There is no submitted bid to withdraw.', { reason: 'NOTHING_SUBMITTED' })
    const { env, clock } = context
    const own = await readOwn(context, bidder, files)
    const draft = own.bid
    const {
      sealed: [sealed = null],
    } = accepted(
      await sealOf(env, bidder.companyId, bidder.eventId).close(
        bidder.id,
        token,
        draft ? [{ part: 'draft', text: JSON.stringify(draft) }] : [],
      ),
    )
    const result = { version: bidder.bidVersion + 1, savedAt: new Date(clock.now()).toISOString() }
    return commit(context, {
      subject: SUBJECT,
      as: { companyId: bidder.companyId, userId: null },
      statements: change(context, bidder, {
        sealed_bid: null,
        sealed_draft: sealed,
        status: 'WITHDRAWN',
        submitted_at: null,
      }),
      audit: [
        partAudit(
          bidder.eventId,
          `bidder:${bidder.id}:v${result.version}`,
          'bid-withdrawn',
          `${bidder.name} withdrew their bid for ${bidder.title}`,
        ),
      ],
      result,
    })
  },
})

/** The ids of all files that a bid has. */
export const fileIdsOf = (form: BidderAccess['form'], { fileIds, answers }: Bid): string[] => [
  ...fileIds,
  ...filesIn(form, Object.fromEntries(answers.map(({ questionId, value }) => [questionId, value]))),
]
