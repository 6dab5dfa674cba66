import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { BidderMail } from '../../../../schema/requests/sourcing-events/effects.ts'
import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { bidForm, weightsProblem } from '../../../../schema/requests/sourcing-events/rules.ts'
import type { Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { sealOf } from '../../../objects/sourcing-seal/client.ts'
import { checkVersion, type EventAccess, requireStatus, SUBJECT } from './access.ts'
import { futureDeadline } from './change.ts'
import { eventAudit, eventUpdate, requireManagedEvent } from './load.ts'
import { accepted } from './refusals.ts'
import { newToken, type Token } from './token.ts'

/** From draft to open to canceled. Opening is in open.ts, awarding in award.ts. */

const formOf = async ({ db }: StaffContext, event: EventAccess): Promise<FormDefinition> => {
  if (!event.intakeCategoryId) return { steps: [] }
  const row = await db.first<{ definition: string }>(
    db.sql(
      `SELECT f.definition FROM intake_categories c
        JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
       WHERE c.id = ? AND c.company_id = ? AND c.type = 'PUBLIC' AND c.deleted_at IS NULL`,
      event.intakeCategoryId,
      event.companyId,
    ),
  )
  if (!row) throw invalidField('intakeCategoryId', 'Choose a sourcing form of your company')
  return bidForm(JSON.parse(row.definition) as FormDefinition)
}

/**
 * Makes the event's key, fixes the form, and emails every bidder a link. Throws RULE_BROKEN without bidders, with weights
 * that don't add up, with criteria and no reviewer, and unless it is a draft.
 */
export const publishEvent = command({
  id: 'sourcing-events.publish',
  access: 'sourcing.use',
  input: inputOf(endpoints.publishEvent),
  run: async (context, { eventId, version }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'DRAFT')
    checkVersion(event, version)
    const { db, env, clock } = context
    futureDeadline(context, new Date(event.deadline).toISOString())
    const criteria = JSON.parse(event.criteria) as Criterion[]
    const problem = weightsProblem(criteria)
    if (problem) throw invalidField('criteria', problem)
    const [bidders, reviewers] = await db.batch([
      db.sql('SELECT id FROM sourcing_bidders WHERE company_id = ? AND event_id = ?', event.companyId, event.id),
      db.sql(
        'SELECT user_id AS id FROM sourcing_event_people WHERE company_id = ? AND event_id = ? AND is_reviewer = 1',
        ...[event.companyId, event.id],
      ),
    ])
    const ids = (bidders?.results ?? []).map(({ id }) => String(id))
    if (ids.length === 0)
      throw new AppError('RULE_BROKEN', 'Add at least one bidder before you publish the event.', {
        reason: 'NO_BIDDERS',
      })
    if (criteria.length > 0 && !reviewers?.results.length)
      throw invalidField('reviewerIds', 'Choose who scores the bids, or remove the criteria')
    const form = await formOf(context, event)
    const tokens = new Map(ids.map((id): [string, Token] => [id, newToken(event.companyId)]))
    const seal = sealOf(env, event.companyId, event.id)
    const begun = accepted(
      await seal.begin({ companyId: event.companyId, eventId: event.id, title: event.title, deadline: event.deadline }),
    )
    accepted(await seal.admit(Object.fromEntries([...tokens].map(([id, { hash }]) => [id, hash]))))
    const now = clock.now()
    return commit(context, {
      subject: SUBJECT,
      statements: [
        ...eventUpdate(context, event, {
          status: 'OPEN',
          form: JSON.stringify(form),
          published_at: now,
          seal_key_id: begun.keyId,
        }),
        db.sql(
          `UPDATE sourcing_bidders SET invited_at = ?3, token_hash = (
             SELECT value ->> 1 FROM json_each(?4) WHERE value ->> 0 = sourcing_bidders.id)
            WHERE company_id = ?1 AND event_id = ?2`,
          ...[event.companyId, event.id, now, JSON.stringify([...tokens].map(([id, { hash }]) => [id, hash]))],
        ),
      ],
      audit: [
        eventAudit(
          { ...event, version: event.version + 1 },
          'published',
          `Published the sourcing event ${event.title}`,
          {
            after: { deadline: new Date(event.deadline).toISOString(), bidders: ids.length },
          },
        ),
      ],
      outbox: [...tokens].map(([bidderId, { token }]) => ({
        topic: 'sourcing-event.mail-bidder' as const,
        payload: { bidderId, kind: 'INVITED' as const, token },
      })),
      result: { id: event.id, version: event.version + 1 },
    })
  },
})

/** Everyone who still has a link. */
export const biddersToTell = async ({ db }: Pick<StaffContext, 'db'>, event: { id: string; companyId: string }) =>
  db.all<{ id: string }>(
    db.sql(
      "SELECT id FROM sourcing_bidders WHERE company_id = ? AND event_id = ? AND status <> 'REVOKED' AND invited_at IS NOT NULL",
      ...[event.companyId, event.id],
    ),
  )

export const mailsTo = (bidders: readonly { id: string }[], kind: BidderMail['kind'], text: string) =>
  bidders.map(({ id }) => ({ topic: 'sourcing-event.mail-bidder' as const, payload: { bidderId: id, kind, text } }))

/** Throws INVALID for an earlier deadline, RULE_BROKEN once it has passed. */
export const postponeEvent = command({
  id: 'sourcing-events.postpone',
  access: 'sourcing.use',
  input: inputOf(endpoints.postponeEvent),
  run: async (context, { eventId, deadline: text, reason, version }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'OPEN')
    checkVersion(event, version)
    const deadline = futureDeadline(context, text)
    if (deadline <= event.deadline) throw invalidField('deadline', 'The deadline can only move to a later time')
    const bidders = await biddersToTell(context, event)
    accepted(await sealOf(context.env, event.companyId, event.id).postpone(deadline))
    return commit(context, {
      subject: SUBJECT,
      statements: [
        ...eventUpdate(context, event, { deadline }),
        context.db.sql(
          'UPDATE sourcing_event_people SET deadline = ? WHERE company_id = ? AND event_id = ?',
          ...[deadline, event.companyId, event.id],
        ),
      ],
      audit: [
        eventAudit(
          { ...event, version: event.version + 1 },
          'postponed',
          `Moved the deadline of ${event.title}: ${reason}`,
          {
            before: { deadline: new Date(event.deadline).toISOString() },
            after: { deadline: new Date(deadline).toISOString(), reason },
          },
        ),
      ],
      outbox: mailsTo(bidders, 'POSTPONED', reason),
      result: { id: event.id, version: event.version + 1 },
    })
  },
})

/** Throws RULE_BROKEN unless it is open or being scored. The key is destroyed by a job, see open.ts. */
export const cancelEvent = command({
  id: 'sourcing-events.cancel',
  access: 'sourcing.use',
  input: inputOf(endpoints.cancelEvent),
  run: async (context, { eventId, reason, version }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'OPEN', 'OPENED')
    checkVersion(event, version)
    const bidders = await biddersToTell(context, event)
    return commit(context, {
      subject: SUBJECT,
      statements: eventUpdate(context, event, { status: 'CANCELLED', closed_reason: reason }),
      audit: [
        eventAudit(
          { ...event, version: event.version + 1 },
          'cancelled',
          `Canceled the sourcing event ${event.title}: ${reason}`,
          {
            after: { reason },
          },
        ),
      ],
      outbox: mailsTo(bidders, 'CANCELLED', reason),
      result: { id: event.id, version: event.version + 1 },
    })
  },
})
