import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { allQuestions, filingSteps } from '../../../../schema/requests/forms/visibility.ts'
import type { AwardDraft } from '../../../../schema/requests/sourcing-events/effects.ts'
import { awardEvent as endpoint } from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import type { Bid } from '../../../../schema/requests/sourcing-events/values.ts'
import { loadMember } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { idFrom, toHex } from '../../../core/hash.ts'
import { errorText } from '../../../core/log.ts'
import { command, inputOf, type StaffContext, type SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { firstReading } from '../../documents/documents/index.ts'
import { saveSubmission } from '../submissions/index.ts'
import { checkVersion, type EventAccess, requireStatus, SUBJECT } from './access.ts'
import { readFile } from './bid-files.ts'
import { type FileDetails, openedBid, type StoredFile } from './bidder.ts'
import { requireOpened } from './bids.ts'
import { eventAudit, eventUpdate, requireManagedEvent } from './load.ts'
import { mailsTo } from './publish.ts'
import type { StoredAward } from './read.ts'

/** Choosing a bid: a request is drafted with it, the winner is told, the others are declined. */

interface Chosen {
  id: string
  name: string
  vendorId: string | null
  content: string | null
}

const requireBids = async ({ db }: StaffContext, event: EventAccess, bidderId: string) => {
  const bids = await db.all<Chosen>(
    db.sql(
      `SELECT b.id, b.name, v.id AS vendorId, b.content FROM sourcing_bidders b
         LEFT JOIN vendors v ON v.id = b.vendor_id AND v.company_id = b.company_id
        WHERE b.company_id = ? AND b.event_id = ? AND b.status = 'SUBMITTED'`,
      ...[event.companyId, event.id],
    ),
  )
  const chosen = bids.find(({ id }) => id === bidderId)
  if (!chosen?.content) throw invalidField('bidderId', 'Choose one of the opened bids')
  return { bids, chosen, bid: openedBid(chosen.content).bid }
}

/** For commands that are part of this one, whose result isn't theirs. */
const within = (context: StaffContext): StaffContext => ({ ...context, commandId: null, known: null, ...NO_LEDGER })
const NO_LEDGER = { ledger: undefined }

/** Ids that a repeated call makes again. */
const derivedId = (...parts: string[]): string => idFrom(parts.join('\n'))

/** The files of the bid as documents of the company, uploaded by the person who awards it. */
const documentsOf = async (context: StaffContext, event: EventAccess, bidderId: string): Promise<string[]> => {
  const { db, env, actor, clock } = context
  const files = await db.all<StoredFile>(
    db.sql(
      `SELECT id, storage_key AS storageKey, content FROM sourcing_bid_files
        WHERE company_id = ? AND event_id = ? AND bidder_id = ? AND content IS NOT NULL ORDER BY id`,
      ...[event.companyId, event.id, bidderId],
    ),
  )
  const place = { companyId: event.companyId, eventId: event.id }
  const now = clock.now()
  const documents: { id: string; mimeType: string }[] = []
  const statements: D1PreparedStatement[] = []
  for (const file of files) {
    const details = JSON.parse(file.content ?? '{}') as FileDetails
    const bytes = await readFile(context, place, file, details)
    const id = derivedId('sourcing-award-document', event.id, file.id)
    const key = `${id}.${details.name.split('.').at(-1)?.toLowerCase() ?? 'bin'}`
    await env.DOCUMENTS.put(key, bytes, { httpMetadata: { contentType: details.mimeType } })
    documents.push({ id, mimeType: details.mimeType })
    statements.push(
      db.sql(
        `INSERT OR IGNORE INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
                                          uploaded_by_user_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7, ?8, ?9, ?9)`,
        ...[id, event.companyId, key, details.name, details.mimeType, details.size],
        ...[toHex(await crypto.subtle.digest('SHA-256', bytes)), actor.userId, now],
      ),
    )
  }
  if (documents.length === 0) return []
  const known = await db.all<{ id: string }>(
    db.sql(
      'SELECT d.id FROM json_each(?2) j CROSS JOIN documents d ON d.id = j.value AND d.company_id = ?1',
      ...[event.companyId, JSON.stringify(documents.map(({ id }) => id))],
    ),
  )
  const added = documents.filter(({ id }) => !known.some((each) => each.id === id))
  if (added.length > 0) {
    const reading = firstReading(db, { companyId: event.companyId, now, documents: added })
    await commit(within(context), {
      subject: SUBJECT,
      statements: [...statements, ...reading.statements],
      outbox: reading.outbox,
      audit: added.map(({ id }) => ({
        changeKey: `document:${id}:v1`,
        action: 'document.created',
        targetType: 'DOCUMENT' as const,
        targetId: id,
        message: `Kept a file of the chosen bid for ${event.title}`,
        changeData: null,
      })),
      result: null,
    })
  }
  return documents.map(({ id }) => id)
}

/** What of the bid answers the request's questions: the first of each kind. */
export const prefilled = (
  form: FormDefinition,
  { title, vendorId, bid, documentIds }: { title: string; vendorId: string | null; bid: Bid; documentIds: string[] },
): Answers => {
  const questions = allQuestions({ steps: filingSteps(form) })
  const first = (...types: string[]) =>
    types.map((type) => questions.find((question) => question.type === type)).find((question) => question !== undefined)
  const answers: Answers = {}
  const set = (question: { id: string; isMulti: boolean } | undefined, value: Answers[string], isList = false) => {
    if (question && value !== null)
      answers[question.id] = isList && question.isMulti && typeof value === 'string' ? [value] : value
  }
  set(first('REQUEST_TITLE'), title)
  set(first('VENDOR_SELECT'), vendorId, true)
  set(first('REQUEST_AMOUNT', 'MONEY'), bid.price)
  if (documentIds.length > 0) set(first('DOCUMENTS'), documentIds)
  return answers
}

const requireCategory = async ({ db, actor }: StaffContext, categoryId: string): Promise<{ definition: string }> => {
  const category = await db.first<{ definition: string }>(
    db.sql(
      `SELECT f.definition FROM intake_categories c
        JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
       WHERE c.id = ? AND c.company_id = ? AND c.type = 'INTERNAL' AND c.deleted_at IS NULL`,
      categoryId,
      actor.companyId,
    ),
  )
  if (!category) throw invalidField('intakeCategoryId', 'Choose a category of your company with a form')
  return category
}

const commandIdOf = ({ eventId, bidderId }: { eventId: string; bidderId: string }): string =>
  `sourcing-award-${eventId}-${bidderId}`
/** The same person, event and bid make the same draft. */
const draftIdOf = (userId: string, of: { eventId: string; bidderId: string }): string =>
  derivedId('intake', userId, commandIdOf(of))

/** The request as a draft of the person who awarded it, once the event has this award. Repeating it changes nothing. */
const makeDraft = async (context: StaffContext, { eventId, bidderId, intakeCategoryId }: AwardDraft): Promise<void> => {
  const { db, actor } = context
  const event = await requireManagedEvent(context, eventId)
  const known = await db.first(
    db.sql(
      'SELECT 1 FROM intake_submissions WHERE id = ? AND company_id = ?',
      draftIdOf(actor.userId, { eventId, bidderId }),
      event.companyId,
    ),
  )
  if (known) return
  const { definition } = await requireCategory(context, intakeCategoryId)
  const { chosen, bid } = await requireBids(context, event, bidderId)
  const documentIds = await documentsOf(context, event, bidderId)
  const answers = prefilled(JSON.parse(definition) as FormDefinition, {
    title: event.title,
    vendorId: chosen.vendorId,
    bid,
    documentIds,
  })
  await saveSubmission.run(
    { ...within(context), commandId: commandIdOf({ eventId, bidderId }) },
    {
      batch: 1,
      totalBatches: 1,
      submission: {
        intakeCategoryId,
        isDraft: true,
        title: event.title,
        answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
      },
    },
  )
}

/** Makes the draft if the call that awarded the event was broken off before. No one who left gets one. */
export const draftAward: OutboxHandler<'sourcing-event.draft', SystemContext> =
  async (context) =>
  async ({ companyId, payload }) => {
    const { env, db, clock } = context
    const actor = await loadMember(env, db, companyId, payload.userId, clock.now())
    if (!actor) return
    const { system: _, ...rest } = context
    await makeDraft({ ...rest, actor }, payload)
  }

/** So long the call has to make the draft itself. */
const OWN_TIME_MS = 20_000

/**
 * Throws INVALID for a bid or a category that isn't there, RULE_BROKEN unless the bids were opened, CONFLICT. The request
 * is drafted once the award is written.
 */
export const awardEvent = command({
  id: 'sourcing-events.award',
  access: 'sourcing.use',
  input: inputOf(endpoint),
  run: async (context, { eventId, bidderId, reason, intakeCategoryId, winnerText, refusalText, version }) => {
    const event = await requireManagedEvent(context, eventId)
    requireStatus(await requireOpened(context, event), 'OPENED')
    checkVersion(event, version)
    const { actor, clock } = context
    const { bids, chosen } = await requireBids(context, event, bidderId)
    if (intakeCategoryId) await requireCategory(context, intakeCategoryId)
    const draft = intakeCategoryId && { eventId, bidderId, intakeCategoryId, userId: actor.userId }
    const requestId = draft ? draftIdOf(actor.userId, draft) : null
    const award: StoredAward = {
      ...{ bidderId: chosen.id, bidderName: chosen.name, reason, requestId },
      ...{ userId: actor.userId, name: actor.name, at: clock.now() },
    }
    const others = bids.filter(({ id }) => id !== chosen.id)
    // Of two awards at once only the one that is written has a draft.
    const awarded = await commit(context, {
      subject: SUBJECT,
      statements: eventUpdate(context, event, { status: 'AWARDED', award: JSON.stringify(award) }),
      audit: [
        eventAudit(
          { ...event, version: event.version + 1 },
          'awarded',
          `Awarded ${event.title} to ${chosen.name}: ${reason}`,
          {
            after: { bidder: chosen.name, reason, requestId },
          },
        ),
      ],
      outbox: [
        ...(winnerText ? mailsTo([chosen], 'WON', winnerText) : []),
        ...(refusalText ? mailsTo(others, 'LOST', refusalText) : []),
        ...(draft
          ? [{ topic: 'sourcing-event.draft' as const, payload: draft, availableAt: clock.now() + OWN_TIME_MS }]
          : []),
      ],
      result: { id: event.id, version: event.version + 1, requestId },
    })
    if (draft && awarded.requestId === requestId)
      await makeDraft(within(context), draft).catch((error) =>
        context.log.info('sourcing-event.draft-later', { eventId, error: errorText(error) }),
      )
    return awarded
  },
})
