import type { z } from 'zod'
import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'
import { checkVersion, requireStatus, SUBJECT, wrongStatus } from './access.ts'
import { eventAudit, eventUpdate, requireManagedEvent } from './load.ts'
import { type EventPeople, peopleStatements, requireMembers } from './people.ts'
import { peopleStatement, toPeople } from './read.ts'

/** Creating, changing and deleting events. */

export const futureDeadline = ({ clock }: Pick<StaffContext, 'clock'>, text: string): number => {
  const deadline = Date.parse(text)
  if (deadline <= clock.now()) throw invalidField('deadline', 'The deadline must be in the future')
  return deadline
}

/** Throws INVALID unless it is a public form of the company with questions. */
const requireForm = async ({ db, actor }: StaffContext, categoryId: string | null): Promise<void> => {
  if (categoryId === null) return
  const found = await db.first(
    db.sql(
      `SELECT 1 FROM intake_categories WHERE id = ? AND company_id = ? AND type = 'PUBLIC' AND form_version > 0
          AND deleted_at IS NULL`,
      categoryId,
      actor.companyId,
    ),
  )
  if (!found) throw invalidField('intakeCategoryId', 'Choose a sourcing form of your company')
}

const requireSoundCriteria = (criteria: readonly Criterion[]): void => {
  const labels = criteria.map(({ label }) => label.toLowerCase())
  const twice = labels.findIndex((label, i) => labels.indexOf(label) < i)
  if (twice >= 0) throw invalidField(`criteria.${twice}.label`, 'Another criterion has this name')
  const ids = criteria.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalidField('criteria', 'Two criteria have the same id')
}

export const createEvent = command({
  id: 'sourcing-events.create',
  access: 'sourcing.configure',
  input: inputOf(endpoints.createEvent),
  run: async (context, input) => {
    const { actor, newId, clock } = context
    const { title, description = '', intakeCategoryId = null, criteria = [], reviewerIds = [] } = input
    const people: EventPeople = { ownerIds: [...new Set([actor.userId, ...(input.ownerIds ?? [])])], reviewerIds }
    const deadline = futureDeadline(context, input.deadline)
    requireSoundCriteria(criteria)
    await requireForm(context, intakeCategoryId)
    await requireMembers(context, people)
    const id = newId()
    const now = clock.now()
    return commit(context, {
      subject: SUBJECT,
      statements: [
        insertRow(context.db, sourcingEvents, {
          ...{ id, companyId: actor.companyId, title, description, intakeCategoryId, deadline },
          ...{ criteria: JSON.stringify(criteria), createdByUserId: actor.userId, createdAt: now, updatedAt: now },
        }),
        ...peopleStatements(context, { id, createdAt: now, deadline }, people),
      ],
      audit: [
        eventAudit({ id, version: 1 }, 'created', `Created the sourcing event ${title}`, {
          after: { name: title, deadline: new Date(deadline).toISOString() },
        }),
      ],
      result: { id, version: 1 },
    })
  },
})

type Update = z.output<ReturnType<typeof inputOf<never, never, never>>> & {
  eventId: string
} & Partial<z.output<typeof endpoints.eventInput>> & { version?: number | undefined }

const ONLY_IN_DRAFTS = ['title', 'description', 'intakeCategoryId', 'deadline', 'criteria'] as const

const update = lastWriteWins(async (context: StaffContext, input: Update) => {
  const { db, actor } = context
  const event = await requireManagedEvent(context, input.eventId)
  checkVersion(event, input.version)
  const isDraft = event.status === 'DRAFT'
  if (!isDraft && ONLY_IN_DRAFTS.some((field) => input[field] !== undefined)) throw wrongStatus(event.status)
  const before = toPeople(await db.all(peopleStatement(context, event.id)))
  const people: EventPeople = {
    ownerIds: input.ownerIds ?? before.owners.map(({ id }) => id),
    reviewerIds: input.reviewerIds ?? before.reviewers.map(({ id }) => id),
  }
  requireReviewersStay(before.reviewers, people)
  if (!isDraft && event.status !== 'OPEN' && event.status !== 'OPENED' && input.reviewerIds)
    throw wrongStatus(event.status)
  const present = new Set([...before.owners, ...before.reviewers].map(({ id }) => id))
  await requireMembers(context, people, present)
  const deadline = input.deadline === undefined ? event.deadline : futureDeadline(context, input.deadline)
  if (input.criteria) requireSoundCriteria(input.criteria)
  if (input.intakeCategoryId) await requireForm(context, input.intakeCategoryId)
  const fields = {
    ...(input.title !== undefined && { title: input.title }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.intakeCategoryId !== undefined && { intake_category_id: input.intakeCategoryId }),
    ...(input.deadline !== undefined && { deadline }),
    ...(input.criteria !== undefined && { criteria: JSON.stringify(input.criteria) }),
  }
  const added = people.reviewerIds.filter((id) => !before.reviewers.some((known) => known.id === id))
  return commit(context, {
    subject: SUBJECT,
    statements: [...eventUpdate(context, event, fields), ...peopleStatements(context, { ...event, deadline }, people)],
    audit: [
      eventAudit(
        { ...event, version: event.version + 1 },
        'changed',
        `Changed the sourcing event ${input.title ?? event.title}`,
        {
          before: told(event, before.owners.length, before.reviewers.length),
          after: told(
            {
              ...event,
              ...input,
              deadline,
              criteria: input.criteria ? JSON.stringify(input.criteria) : event.criteria,
            },
            people.ownerIds.length,
            people.reviewerIds.length,
          ),
        },
      ),
    ],
    outbox:
      isDraft || added.length === 0
        ? []
        : [
            {
              topic: 'sourcing-event.notify',
              payload: { eventId: event.id, kind: 'REVIEWER', userIds: added.filter((id) => id !== actor.userId) },
            },
          ],
    result: { id: event.id, version: event.version + 1 },
  })
})

/** In the history. */
const told = (
  event: { title: string; description: string; deadline: number; criteria: string },
  owners: number,
  reviewers: number,
) => ({
  name: event.title,
  description: event.description,
  deadline: new Date(event.deadline).toISOString(),
  criteria: (JSON.parse(event.criteria) as Criterion[]).map(({ label, weight }) => `${label} ${weight}%`).join(', '),
  owners,
  reviewers,
})

const requireReviewersStay = (
  before: readonly { id: string; name: string; hasSubmitted: boolean }[],
  { reviewerIds, ownerIds }: EventPeople,
): void => {
  const lost = before.find(({ id, hasSubmitted }) => hasSubmitted && !reviewerIds.includes(id))
  if (lost) throw invalidField('reviewerIds', `${lost.name} has submitted a scorecard and stays a reviewer`)
  if (ownerIds.length === 0) throw invalidField('ownerIds', 'Choose at least one owner')
}

/** Throws NOT_FOUND, FORBIDDEN, INVALID, RULE_BROKEN for what is fixed once it is published, CONFLICT. */
export const updateEvent = command({
  id: 'sourcing-events.update',
  access: 'sourcing.use',
  input: inputOf(endpoints.updateEvent),
  run: update,
})

export const deleteEvent = command({
  id: 'sourcing-events.delete',
  access: 'sourcing.use',
  input: inputOf(endpoints.deleteEvent),
  run: async (context, { eventId }) => {
    const event = await requireManagedEvent(context, eventId)
    if (event.status !== 'DRAFT')
      throw new AppError('RULE_BROKEN', 'Only drafts can be deleted. Cancel the event instead.', {
        reason: `EVENT_${event.status}`,
      })
    requireStatus(event, 'DRAFT')
    return commit(context, {
      subject: SUBJECT,
      statements: [
        ...eventUpdate(context, event, { deleted_at: context.clock.now() }),
        context.db.sql(
          'DELETE FROM sourcing_event_people WHERE company_id = ? AND event_id = ?',
          event.companyId,
          event.id,
        ),
      ],
      audit: [
        eventAudit({ ...event, version: event.version + 1 }, 'deleted', `Deleted the sourcing event ${event.title}`, {
          before: { name: event.title },
        }),
      ],
      result: null,
    })
  },
})
