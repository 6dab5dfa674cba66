import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import * as endpoints from '../../../../schema/requests/submissions/service-endpoints.ts'
import { endOf } from '../../../../schema/shared/calendar.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { refuseArchived, requireUnarchived } from '../../../core/kinds/archived.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { announce } from './announce.ts'
import { answersStatements, toSubmitted } from './read.ts'
import { mayDetach } from './request-documents.ts'
import { accessStatement, isStillDraft, requireReadableSubmission, toReadable } from './visibility.ts'

/** The services of a request: those in its answers, and those linked to it later. */

interface Row {
  id: string
  name: string
  archivedAt: number | null
  vendorId: string
  vendorName: string | null
  lastEndDate: string
}

const COLUMNS = `s.id, s.name, s.archived_at AS archivedAt, s.vendor_id AS vendorId, v.name AS vendorName,
  s.last_end_date AS lastEndDate`

const toView = (row: Row): endpoints.RequestService => ({
  id: row.id,
  name: row.name,
  archived: row.archivedAt !== null,
  vendor: { id: row.vendorId, name: row.vendorName ?? '' },
  endDate: endOf(row.lastEndDate) || null,
})

export const listLinkedServices = query({
  id: 'intake.get-linked-services',
  access: 'requests.use',
  input: inputOf(endpoints.listLinkedServices),
  run: async (context, { id }) => {
    const { db, actor } = context
    const [accessResult, linkResult] = await db.batch([
      accessStatement(context, id),
      db.sql(
        `SELECT ${COLUMNS}, l.linked_by_user_id AS linkedByUserId FROM intake_submission_services l
          CROSS JOIN services s ON s.id = l.service_id LEFT JOIN vendors v ON v.id = s.vendor_id
          WHERE l.company_id = ?1 AND l.submission_id = ?2 ORDER BY lower(s.name), s.id`,
        actor.companyId,
        id,
      ),
    ])
    const access = toReadable(accessResult?.results[0], actor)
    if (access.isDraft) throw isStillDraft()
    return ((linkResult?.results ?? []) as unknown as (Row & { linkedByUserId: string })[]).map((row) => ({
      ...toView(row),
      canRemove: mayDetach(access, actor, row.linkedByUserId),
    }))
  },
})

export const listServicesFromAnswers = query({
  id: 'intake.get-services-from-answers',
  access: 'requests.use',
  input: inputOf(endpoints.listServicesFromAnswers),
  run: async (context, { id }) => {
    const { db, actor } = context
    const { form, answers } = toSubmitted(await db.batch(answersStatements(context, id)), actor)
    const questionOf = new Map<string, string>()
    for (const question of visibleQuestions(form, answers).filter(({ type }) => type === 'SERVICE_SELECT')) {
      for (const serviceId of chosenIds(answers[question.id])) {
        if (!questionOf.has(serviceId)) questionOf.set(serviceId, question.label)
      }
    }
    if (questionOf.size === 0) return []
    const rows = await db.all<Row>(
      db.sql(
        `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN services s ON s.id = j.value AND s.company_id = ?1
           LEFT JOIN vendors v ON v.id = s.vendor_id ORDER BY lower(s.name), s.id`,
        actor.companyId,
        JSON.stringify([...questionOf.keys()]),
      ),
    )
    return rows.map((row) => ({ ...toView(row), question: questionOf.get(row.id) ?? '' }))
  },
})

/** Open to everyone who can read the request. Throws INVALID for `serviceIds` that aren't the company's. */
export const addServices = command({
  id: 'intake.add-services',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addIntakeServices),
  run: async (context, { id, serviceIds }) => {
    const { db, actor, clock } = context
    const access = await requireReadableSubmission(context, id)
    if (access.isDraft) throw isStillDraft()
    const ids = [...new Set(serviceIds)]
    const found = await db.all<{ id: string; name: string; isLinked: number; isArchived: number }>(
      db.sql(
        `SELECT s.id, s.name, s.archived_at IS NOT NULL AS isArchived, EXISTS (SELECT 1 FROM intake_submission_services l
                 WHERE l.company_id = ?1 AND l.submission_id = ?3 AND l.service_id = s.id) AS isLinked
           FROM json_each(?2) j CROSS JOIN services s ON s.id = j.value AND s.company_id = ?1`,
        actor.companyId,
        JSON.stringify(ids),
        id,
      ),
    )
    if (found.length < ids.length) throw invalidField('serviceIds', 'One of the services does not exist')
    refuseArchived(
      'serviceIds',
      found.filter(({ isLinked }) => isLinked === 0),
    )
    const services = found
      .filter(({ isLinked }) => isLinked === 0)
      .map(({ id: serviceId, name }) => ({ id: serviceId, name }))
    await requireUnarchived(context, [{ kind: 'INTAKE_SUBMISSION', id }])
    if (services.length === 0)
      return commit(context, { subject: 'The request', statements: [], audit: [], result: { id } })
    const result = await commit(context, {
      subject: 'The request',
      statements: [
        db.sql(
          `INSERT OR IGNORE INTO intake_submission_services
             (company_id, submission_id, service_id, linked_at, linked_by_user_id)
           SELECT s.company_id, ?2, s.id, ?3, ?4 FROM json_each(?5) j
            CROSS JOIN services s ON s.id = j.value AND s.company_id = ?1`,
          actor.companyId,
          id,
          clock.now(),
          actor.userId,
          JSON.stringify(services.map((service) => service.id)),
        ),
      ],
      audit: [
        {
          changeKey: `intake-services:${id}:${context.newId()}`,
          action: 'intake-submission.services-added',
          targetType: 'INTAKE_SUBMISSION',
          targetId: id,
          message: `${actor.name} linked ${services.map(({ name }) => name).join(', ')}`,
          changeData: { services },
        },
      ],
      result: { id },
    })
    announce(context, id)
    return result
  },
})

/** Throws FORBIDDEN for what someone else linked, NOT_FOUND for what isn't linked. */
export const removeService = command({
  id: 'intake.unlink-service',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.removeIntakeService),
  run: async (context, { id, serviceId }) => {
    const { db, actor } = context
    const access = await requireReadableSubmission(context, id)
    const link = await db.first<{ name: string; linkedByUserId: string }>(
      db.sql(
        `SELECT s.name, l.linked_by_user_id AS linkedByUserId FROM intake_submission_services l
          CROSS JOIN services s ON s.id = l.service_id
          WHERE l.company_id = ? AND l.submission_id = ? AND l.service_id = ?`,
        actor.companyId,
        id,
        serviceId,
      ),
    )
    if (access.isDraft || !link) throw notFound('The service')
    if (!mayDetach(access, actor, link.linkedByUserId))
      throw new AppError('FORBIDDEN', 'Only the requester, admins and the person who linked the service can remove it.')
    await commit(context, {
      subject: 'The request',
      statements: [
        db.sql(
          'DELETE FROM intake_submission_services WHERE company_id = ? AND submission_id = ? AND service_id = ?',
          actor.companyId,
          id,
          serviceId,
        ),
      ],
      audit: [
        {
          changeKey: `intake-services:${id}:${context.newId()}`,
          action: 'intake-submission.service-removed',
          targetType: 'INTAKE_SUBMISSION',
          targetId: id,
          message: `${actor.name} removed ${link.name}`,
          changeData: { before: { id: serviceId, name: link.name } },
        },
      ],
      result: null,
    })
    announce(context, id)
    return null
  },
})
