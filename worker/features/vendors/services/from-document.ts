import type { Entity, EntityType } from '../../../../schema/documents/reading/readings.ts'
import { addDays, addMonths, isWeekend, lastDayOfTerm } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { getServiceFields, type ServiceFields } from '../../../../schema/vendors/services/from-document.ts'
import { PAYMENT_TERMS } from '../../../../schema/vendors/services/values.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { predictionsOf } from '../../documents/reading/index.ts'

interface Source {
  displayName: string
  vendorId: string | null
  entities: readonly Entity[]
}

/** Days of notice before an end. Months are those of the calendar, and business days leave weekends out. */
const noticeDaysOf = (of: (name: string) => string | undefined, endDate: string | undefined): number => {
  const [days, months, businessDays] = ['days', 'months', 'businessDays'].map((name) => Number(of(name) ?? 0))
  if (!endDate || !(months || businessDays)) return days ?? 0
  if (months) return daysBetween(addMonths(endDate, -months), endDate)
  let day = endDate
  for (let left = businessDays ?? 0; left > 0; ) {
    day = addDays(day, -1)
    if (!isWeekend(day)) left -= 1
  }
  return daysBetween(day, endDate)
}

/**
 * What a document says about its service. If it says something in several places, the most certain one counts. Pure.
 */
export const serviceFieldsOf = ({ displayName, vendorId, entities }: Source): ServiceFields => {
  const places: ServiceFields['places'] = []
  const placeOf = (field: string, { mentionText, confidence, contradicted, pageAnchor }: Entity) => {
    const page = pageAnchor.pageRefs[0]?.page
    if (page) places.push({ field, page, mentionText, confidence, contradicted })
  }
  /** Facts that differ elsewhere aren't used. People see every place and choose. */
  const take = (field: string, entity: Entity | undefined): Entity | undefined => {
    if (!entity) return undefined
    if (!entity.contradicted) {
      placeOf(field, entity)
      return entity
    }
    for (const one of entities) if (one.type === entity.type && one.contradicted) placeOf(field, one)
    return undefined
  }
  const best = (type: EntityType, fits: (entity: Entity) => boolean = () => true) =>
    entities.filter((entity) => entity.type === type && fits(entity)).sort((a, b) => b.confidence - a.confidence)[0]
  const of = (entity: Entity | undefined, name: string) => entity?.properties.find(({ type }) => type === name)?.value

  const fields: ServiceFields['fields'] = { name: displayName.replace(/\.[a-z]{3,4}$/i, '') }
  const vendor =
    vendorId ??
    of(
      take(
        'vendorId',
        best('PARTY', (entity) => of(entity, 'vendorId') !== undefined),
      ),
      'vendorId',
    )
  if (vendor) fields.vendorId = vendor
  const starts = best('START_DATE')
  const startDate = of(take('startDate', starts), 'date')
  if (startDate) fields.startDate = startDate
  const ends = best('END_DATE', (entity) => !startDate || (of(entity, 'date') ?? '') > startDate)
  const endDate = of(take('endDate', ends), 'date')
  const term = best('TERM')
  const months = Number(of(term, 'months') ?? 0)
  if (endDate) fields.endDate = endDate
  else if (!ends && startDate && months > 0 && take('endDate', term)) fields.endDate = lastDayOfTerm(startDate, months)
  const total = take('totalCost', best('TOTAL_AMOUNT'))
  const currency = CURRENCIES.find((one) => one === of(total, 'currency'))
  if (currency) fields.totalCost = { value: Number(of(total, 'value')), currency }
  const renewal = take('autoRenewalDetail', best('RENEWAL_TERM'))
  if (renewal) {
    const autorenews = of(renewal, 'autorenews')
    if (autorenews) fields.autorenews = autorenews === 'true'
    fields.autoRenewalDetail = renewal.mentionText.slice(0, 2000)
  }
  // Prefers the notice that prevents renewal to notices for other rights.
  const notice = best('NOTICE_PERIOD', (entity) => of(entity, 'about') === 'renewal') ?? best('NOTICE_PERIOD')
  const taken = take('noticeDays', notice)
  const days = taken ? noticeDaysOf((name) => of(taken, name), fields.endDate) : 0
  if (days > 0) fields.noticeDays = days
  const paid = of(take('paymentTerm', best('PAYMENT_TERM')), 'paymentTerm')
  const paymentTerm = PAYMENT_TERMS.find((one) => one === paid)
  if (paymentTerm) fields.paymentTerm = paymentTerm
  return { fields, places }
}

/** What a new service takes from a document. Only its name if the document hasn't been read. */
export const readServiceFields = query({
  id: 'services.fields-from-document',
  access: 'services.create-from-document',
  input: inputOf(getServiceFields),
  run: async (context, { documentId }) => {
    const { displayName, vendorId, predictions } = await predictionsOf(context, documentId)
    return serviceFieldsOf({ displayName, vendorId, entities: predictions.entities })
  },
})
