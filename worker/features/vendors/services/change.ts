import { z } from 'zod'
import { differences, type Fields, inWords } from '../../../../schema/shared/record.ts'
import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { servicePeriod } from '../../../../schema/vendors/services/period.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { periodFaults } from '../../../../schema/vendors/services/rules.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow, guardRows } from '../../../core/database.ts'
import { asRead, forbidden, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { forgetReferences, referred, refuseWhileUsed, unusedSql } from '../../../core/references.ts'
import { linkStatement, requireDocuments } from '../../documents/documents/index.ts'
import { refreshFigures } from '../vendors/index.ts'
import { allowedNames } from './allowed-names.ts'
import { type DocumentChange, documentChange, NO_DOCUMENTS } from './documents.ts'
import { answersFrom, checkAnswers, loadForm } from './fields.ts'
import { mayChange, requireService, unarchived } from './rows.ts'
import {
  deleteOwn,
  insertStatements,
  NEW_SERVICE,
  periodsOf,
  readable,
  refuse,
  type ServiceValues,
  updateStatements,
  valuesOf,
} from './write.ts'

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** Periods that have answers, in stored order. */
const sentBy = (periods: readonly { startDate: string; customForm?: unknown }[]): boolean[] =>
  [...periods].sort((a, b) => (a.startDate < b.startDate ? -1 : 1)).map(({ customForm }) => customForm !== undefined)

/** For the history: the converted values of amounts that a condition asks about. */
const comparedOf = (conversions: string[]) => (conversions.length > 0 ? { amountsCompared: conversions } : {})

/** Validates values before writing. Throws INVALID for fields. */
const withAnswers = async (
  context: StaffContext,
  given: ServiceValues,
  sent: { service: boolean; periods: boolean[] },
  before: ServiceValues | null = null,
) => {
  const names = await allowedNames(context, given, undefined, before)
  const checked = await checkAnswers(context, await loadForm(context, given.vendorId), given, sent, before)
  refuse(checked.faults, checked.nameOf)
  return {
    values: checked.values,
    names: new Map([...names, ...checked.names]),
    form: checked.form,
    compared: comparedOf(checked.conversions),
  }
}

/** The statements that create a service within another change, such as a task. Throws INVALID for fields. */
export const creation = async (
  context: StaffContext,
  input: z.output<typeof endpoints.createServiceBody>,
  id = context.newId(),
) => {
  const { servicePeriods = [], customForm, ...given } = input
  const { values, names, form, compared } = await withAnswers(
    context,
    {
      ...NEW_SERVICE,
      ...defined(given),
      servicePeriods: periodsOf(context, servicePeriods, []),
      answers: answersFrom({}, customForm),
    } as ServiceValues,
    { service: customForm !== undefined, periods: sentBy(servicePeriods) },
  )
  return {
    id,
    statements: insertStatements(context, id, values),
    audit: {
      changeKey: `service:${id}:v1`,
      action: 'service.created',
      targetType: 'SERVICE' as const,
      targetId: id,
      message: `Created the service ${values.name} of ${names.get(values.vendorId)}`,
      changeData: { after: { ...readable(values, names, form), ...compared } },
    },
  }
}

export const createService = command({
  id: 'services.create',
  access: 'services.create',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createService),
  run: async (context, { documentIds = [], ...input }): Promise<{ id: string }> => {
    const documents = await requireDocuments(context, documentIds)
    const { id, statements, audit } = await creation(context, input)
    return commit(context, {
      subject: 'The service',
      statements: [
        ...statements,
        ...(documents.length > 0 ? [linkStatement(context, documents, [['SERVICE', id]])] : []),
      ],
      audit: [audit],
      result: { id },
    })
  },
})

const requireChangeable = async (context: StaffContext, serviceId: string) => {
  const service = await requireService(context, serviceId)
  if (!service.canEdit) throw forbidden()
  return service
}

const HISTORY: Fields = {
  ...serviceFields,
  servicePeriods: { label: 'Periods', shown: z.array(servicePeriod) },
}

/**
 * Writes new values over those read. Nothing is written without a difference.
 * @param documents documents to attach and detach with it
 * @param resultOf the command's answer, given the resulting version
 */
const saveChanges = async <Result>(
  context: StaffContext,
  service: endpoints.Service,
  given: ServiceValues,
  sent: { service: boolean; periods: boolean[] },
  version: number,
  resultOf: (version: number) => Result,
  documents: DocumentChange = NO_DOCUMENTS,
): Promise<Result> => {
  const { id } = service
  const before = valuesOf(service)
  const { values: after, names, form, compared } = await withAnswers(context, given, sent, before)
  for (const unit of [service.vendor, service.spendCategory, service.businessUnit]) {
    if (unit) names.set(unit.id, unit.name)
  }
  for (const unit of [...service.departments, ...service.locations]) names.set(unit.id, unit.name)
  for (const owner of service.owners) names.set(owner.id, `${owner.firstName} ${owner.lastName}`.trim() || owner.email)
  const { changed, changeData } = differences(readable(before, names, form), readable(after, names, form))
  if (changed.length === 0 && version === service.version) {
    if (documents.statements.length === 0) return resultOf(version)
    return commit(context, { subject: 'The service', ...documents, result: resultOf(version) })
  }
  const words = inWords(HISTORY, changed)
  return commit(context, {
    subject: 'The service',
    statements: [...updateStatements(context, id, after, version), ...documents.statements],
    audit: [
      ...documents.audit,
      {
        changeKey: `service:${id}:v${version + 1}`,
        action: 'service.changed',
        targetType: 'SERVICE',
        targetId: id,
        message: `Changed the service ${after.name}: ${words}`,
        changeData: { ...changeData, after: { ...changeData.after, ...compared } },
      },
    ],
    result: resultOf(version + 1),
  })
}

export const updateService = command({
  id: 'services.update',
  access: 'services.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateService),
  run: lastWriteWins(
    async (context, { serviceId, version: read, servicePeriods, customForm, documentIds, ...given }) => {
      const service = asRead(await requireChangeable(context, serviceId), read, 'The service')
      const { version } = service
      const before = valuesOf(service)
      const periods = servicePeriods && periodsOf(context, servicePeriods, service.servicePeriods)
      const after = {
        ...before,
        ...defined(given),
        ...(periods && { servicePeriods: periods }),
        answers: answersFrom(before.answers, customForm),
      } as ServiceValues
      const sent = { service: customForm !== undefined, periods: sentBy(servicePeriods ?? []) }
      const documents = documentIds && (await documentChange(context, service, documentIds))
      return saveChanges(
        context,
        service,
        after,
        sent,
        version,
        (next) => ({ id: serviceId, version: next }),
        documents,
      )
    },
  ),
})

export const addServiceItem = command({
  id: 'services.add-service-item',
  access: 'services.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.addServiceItem),
  run: async (context, { serviceId, ...item }) => {
    const service = unarchived(await requireChangeable(context, serviceId))
    const fault = periodFaults([...service.servicePeriods, item]).find(
      ({ index }) => index === service.servicePeriods.length,
    )
    if (fault) throw invalidField(fault.field, fault.message)
    const [period] = periodsOf(context, [item], [], () => 'currency')
    if (!period) throw new Error('No period')
    const servicePeriods = [...service.servicePeriods, period].sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
    const after = { ...valuesOf(service), servicePeriods }
    const sent = {
      service: false,
      periods: servicePeriods.map(({ id }) => id === period.id && item.customForm !== undefined),
    }
    return saveChanges(context, service, after, sent, service.version, () => ({ id: period.id }))
  },
})

interface Brief {
  id: string
  name: string
  version: number
  archivedAt: number | null
  ownerIds: string
}

export const archiveServices = command({
  id: 'services.archive',
  access: 'services.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.archiveServices),
  run: async (context, { serviceIds, archived }) => {
    const { db, actor, clock } = context
    const ids = [...new Set(serviceIds)]
    const found = await db.all<Brief>(
      db.sql(
        `SELECT s.id, s.name, s.version, s.archived_at AS archivedAt,
                (SELECT json_group_array(k.target_id) FROM service_links k
                  WHERE k.company_id = ?1 AND k.service_id = s.id AND k.kind = 'OWNER') AS ownerIds
           FROM json_each(?2) j CROSS JOIN services s ON s.id = j.value AND s.company_id = ?1`,
        actor.companyId,
        JSON.stringify(ids),
      ),
    )
    if (found.length < ids.length) throw notFound('One of the services')
    if (!found.every((row) => mayChange(actor, JSON.parse(row.ownerIds) as string[]))) throw forbidden()
    const changed = found.filter((row) => (row.archivedAt !== null) !== archived)
    return commit(context, {
      subject: 'One of the services',
      statements:
        changed.length > 0
          ? [
              db.sql(
                `UPDATE services SET archived_at = ?2, version = version + 1
                  WHERE company_id = ?1 AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3))`,
                actor.companyId,
                archived ? clock.now() : null,
                JSON.stringify(changed.map((row) => [row.id, row.version])),
              ),
              guardRows(db, changed.length),
              refreshFigures(context),
            ]
          : [],
      audit: changed.map((row) => ({
        changeKey: `service:${row.id}:v${row.version + 1}`,
        action: archived ? 'service.archived' : 'service.unarchived',
        targetType: 'SERVICE',
        targetId: row.id,
        message: archived ? `Archived the service ${row.name}` : `Unarchived the service ${row.name}`,
        changeData: { before: { archived: !archived }, after: { archived } },
      })),
      result: { ids },
    })
  },
})

const SERVICE_REFERRED = referred('SERVICE', 'service')

/** Throws RULE_BROKEN with the reason IN_USE while a form or workflow asks about it. */
export const deleteService = command({
  id: 'services.delete',
  access: 'services.use',
  input: inputOf(endpoints.deleteService),
  run: async (context, { id: serviceId }) => {
    const { db, actor } = context
    const service = await requireChangeable(context, serviceId)
    await refuseWhileUsed(context, SERVICE_REFERRED, [service])
    return commit(context, {
      subject: 'The service',
      statements: [
        db.sql(
          `DELETE FROM services WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND ${unusedSql(SERVICE_REFERRED)}`,
          serviceId,
          actor.companyId,
          service.version,
        ),
        guardOneRow(db),
        ...(await forgetReferences(context, [serviceId])),
        ...[
          'service_links',
          'service_periods',
          'service_spend_months',
          'service_reminders',
          'service_answer_values',
          'intake_submission_services',
        ].map((table) => deleteOwn(context, table, serviceId)),
        refreshFigures(context),
      ],
      audit: [
        {
          changeKey: `service:${serviceId}:v${service.version + 1}`,
          action: 'service.deleted',
          targetType: 'SERVICE',
          targetId: serviceId,
          message: `Deleted the service ${service.name} of ${service.vendor.name}`,
          changeData: { before: readable(valuesOf(service), new Map([[service.vendor.id, service.vendor.name]])) },
        },
      ],
      result: { id: serviceId },
    })
  },
})
