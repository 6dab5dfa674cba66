import * as endpoints from '../../../../schema/documents/readings.ts'
import { PAYMENT_TERMS } from '../../../../schema/services/endpoints.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { predictionsOf } from './operations.ts'

const DAY_MS = 86_400_000

/** The day before the same day so many months later. */
const lastDay = (start: string, months: number): string => {
  const date = new Date(start)
  date.setUTCMonth(date.getUTCMonth() + months)
  return new Date(date.getTime() - DAY_MS).toISOString().slice(0, 10)
}

interface Source {
  displayName: string
  vendorId: string | null
  entities: readonly endpoints.Entity[]
}

/** What a document says of the service that it is about; of several places the surest counts. Pure. */
export const serviceFieldsOf = ({ displayName, vendorId, entities }: Source): endpoints.ServiceFields => {
  const places: endpoints.ServiceFields['places'] = []
  const take = (field: string, entity: endpoints.Entity | undefined): endpoints.Entity | undefined => {
    const page = entity?.pageAnchor.pageRefs[0]?.page
    if (entity && page) {
      places.push({ field, page, mentionText: entity.mentionText, confidence: entity.confidence })
    }
    return entity
  }
  const best = (type: endpoints.EntityType, fits: (entity: endpoints.Entity) => boolean = () => true) =>
    entities.filter((entity) => entity.type === type && fits(entity)).sort((a, b) => b.confidence - a.confidence)[0]
  const of = (entity: endpoints.Entity | undefined, name: string) =>
    entity?.properties.find(({ type }) => type === name)?.value

  const fields: endpoints.ServiceFields['fields'] = { name: displayName.replace(/\.[a-z]{3,4}$/i, '') }
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
  const startDate = of(take('startDate', best('START_DATE')), 'date')
  if (startDate) fields.startDate = startDate
  const ends = best('END_DATE', (entity) => !startDate || (of(entity, 'date') ?? '') > startDate)
  const endDate = of(take('endDate', ends), 'date')
  const months = Number(of(best('TERM'), 'months') ?? 0)
  if (endDate) fields.endDate = endDate
  else if (startDate && months > 0) {
    take('endDate', best('TERM'))
    fields.endDate = lastDay(startDate, months)
  }
  const total = best('TOTAL_AMOUNT')
  const currency = CURRENCIES.find((one) => one === of(total, 'currency'))
  if (currency) {
    take('totalCost', total)
    fields.totalCost = { value: Number(of(total, 'value')), currency }
  }
  const renewal = take('autoRenewalDetail', best('RENEWAL_TERM'))
  if (renewal) {
    fields.autorenews = of(renewal, 'autorenews') === 'true'
    fields.autoRenewalDetail = renewal.mentionText.slice(0, 2000)
  }
  const days = Number(of(take('noticeDays', best('NOTICE_PERIOD')), 'days') ?? 0)
  if (days > 0) fields.noticeDays = days
  const paid = of(take('paymentTerm', best('PAYMENT_TERM')), 'paymentTerm')
  const paymentTerm = PAYMENT_TERMS.find((one) => one === paid)
  if (paymentTerm) fields.paymentTerm = paymentTerm
  return { fields, places }
}

/** What a new service takes over from a document; nothing but its name where it was not read yet. */
export const readServiceFields = query({
  id: 'services.fields-from-document',
  access: 'services.create-from-document',
  input: inputOf(endpoints.getServiceFields),
  run: async (context, { documentId }) => {
    const { displayName, vendorId, predictions } = await predictionsOf(context, documentId)
    return serviceFieldsOf({ displayName, vendorId, entities: predictions.entities })
  },
})
