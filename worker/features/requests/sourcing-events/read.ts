import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { getEvent, type SourcingEvent } from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { BidderStatus, Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type EventAccess, eventStatement, toAccess } from './access.ts'

/** An event with all that its page shows but the bids. */

export const NO_FORM: FormDefinition = { steps: [] }

export interface StoredAward {
  bidderId: string
  bidderName: string
  reason: string
  requestId: string | null
  userId: string
  name: string
  at: number
}

interface PersonRow {
  id: string
  firstName: string
  lastName: string
  email: string
  isOwner: number
  isReviewer: number
  submittedAt: number | null
}
interface BidderRow {
  id: string
  name: string
  email: string
  status: BidderStatus
  vendorId: string | null
  vendorName: string | null
  invitedAt: number | null
  viewedAt: number | null
  submittedAt: number | null
}
interface QuestionRow {
  id: string
  question: string
  answer: string | null
  bidderId: string | null
  answeredAt: number | null
  version: number
  createdAt: number
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

export const peopleStatement = ({ db, actor }: Pick<StaffContext, 'db' | 'actor'>, eventId: string) =>
  db.sql(
    `SELECT p.user_id AS id, u.first_name AS firstName, u.last_name AS lastName, u.email, p.is_owner AS isOwner,
            p.is_reviewer AS isReviewer, s.submitted_at AS submittedAt
       FROM sourcing_event_people p
       CROSS JOIN users u ON u.id = p.user_id
       LEFT JOIN sourcing_scorecards s ON s.company_id = p.company_id AND s.event_id = p.event_id AND s.user_id = p.user_id
      WHERE p.company_id = ? AND p.event_id = ?`,
    actor.companyId,
    eventId,
  )

export const toPeople = (rows: unknown[]) => {
  const people = (rows as PersonRow[])
    .map((row) => ({ ...row, name: fullName(row) }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return {
    owners: people.filter(({ isOwner }) => isOwner === 1).map(({ id, name }) => ({ id, name })),
    reviewers: people
      .filter(({ isReviewer }) => isReviewer === 1)
      .map(({ id, name, submittedAt }) => ({ id, name, hasSubmitted: submittedAt !== null })),
  }
}

/** Throws NOT_FOUND. */
export const readEvent = query({
  id: 'sourcing-events.get',
  access: 'sourcing.use',
  input: inputOf(getEvent),
  readsFirst: true,
  run: async (context, { eventId }): Promise<SourcingEvent> => {
    const { db, actor } = context
    const [events, people, bidders, questions, categories] = await db.batch([
      eventStatement(context, eventId, sourcingEvents),
      peopleStatement(context, eventId),
      db.sql(
        `SELECT b.id, b.name, b.email, b.status, b.vendor_id AS vendorId, v.name AS vendorName, b.invited_at AS invitedAt,
                b.viewed_at AS viewedAt, b.submitted_at AS submittedAt
           FROM sourcing_bidders b LEFT JOIN vendors v ON v.id = b.vendor_id AND v.company_id = b.company_id
          WHERE b.company_id = ? AND b.event_id = ? ORDER BY b.created_at, b.id`,
        actor.companyId,
        eventId,
      ),
      db.sql(
        `SELECT id, question, answer, bidder_id AS bidderId, answered_at AS answeredAt, version, created_at AS createdAt
           FROM sourcing_questions WHERE company_id = ? AND event_id = ? ORDER BY created_at, id`,
        actor.companyId,
        eventId,
      ),
      db.sql(
        `SELECT c.id, c.name FROM sourcing_events e
           CROSS JOIN intake_categories c ON c.id = e.intake_category_id AND c.company_id = e.company_id
          WHERE e.id = ? AND e.company_id = ?`,
        eventId,
        actor.companyId,
      ),
    ])
    const event = toAccess(events?.results[0], actor)
    const category = categories?.results[0]
    const invited = (bidders?.results ?? []) as unknown as BidderRow[]
    const nameOf = new Map(invited.map(({ id, name }) => [id, name]))
    return {
      ...viewOf(event),
      ...toPeople(people?.results ?? []),
      category: category ? { id: String(category.id), name: String(category.name) } : null,
      bidders: invited.map(({ vendorId, vendorName, ...row }) => ({
        ...row,
        vendor: vendorId && vendorName !== null ? { id: vendorId, name: vendorName } : null,
        invitedAt: iso(row.invitedAt),
        viewedAt: iso(row.viewedAt),
        submittedAt: iso(row.submittedAt),
      })),
      questions: ((questions?.results ?? []) as unknown as QuestionRow[]).map(
        ({ bidderId, createdAt, answeredAt, ...row }) => ({
          ...row,
          bidder: bidderId ? { id: bidderId, name: nameOf.get(bidderId) ?? '' } : null,
          askedAt: new Date(createdAt).toISOString(),
          answeredAt: iso(answeredAt),
        }),
      ),
    }
  },
})

const viewOf = (event: EventAccess) => {
  const award = event.award ? (JSON.parse(event.award) as StoredAward) : null
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    status: event.status,
    deadline: new Date(event.deadline).toISOString(),
    form: event.form ? (JSON.parse(event.form) as FormDefinition) : NO_FORM,
    criteria: JSON.parse(event.criteria) as Criterion[],
    publishedAt: iso(event.publishedAt),
    openedAt: iso(event.openedAt),
    closedReason: event.closedReason,
    award: award && {
      bidderId: award.bidderId,
      bidderName: award.bidderName,
      reason: award.reason,
      requestId: award.requestId,
      awardedBy: award.name,
      awardedAt: new Date(award.at).toISOString(),
    },
    canManage: event.canManage,
    isReviewer: event.isReviewer,
    version: event.version,
    createdAt: new Date(event.createdAt).toISOString(),
  }
}
