import { describe, expect, it } from 'vitest'
import type { Entity, EntityType } from '../../../../schema/documents/reading/readings.ts'
import { serviceFieldsOf } from '../../../../worker/features/vendors/services/from-document.ts'

const entity = (type: EntityType, properties: Record<string, string>, confidence = 0.9, page = 1): Entity => ({
  type,
  mentionText: `“${type}”`,
  confidence,
  contradicted: false,
  pageAnchor: { pageRefs: [{ page }] },
  properties: Object.entries(properties).map(([name, value]) => ({ type: name, value })),
})
const source = { displayName: 'Acme order.pdf', vendorId: null }

describe('filling in a new service from a document', () => {
  it('each field takes the most certain term, with its place', () => {
    const { fields, places } = serviceFieldsOf({
      ...source,
      entities: [
        entity('PARTY', { name: 'Brightwater' }),
        entity('PARTY', { name: 'Acme Cloud', vendorId: 'v1' }),
        entity('START_DATE', { date: '2026-01-01' }),
        entity('END_DATE', { date: '2025-06-30' }, 0.95),
        entity('END_DATE', { date: '2026-12-31' }, 0.7, 2),
        entity('TOTAL_AMOUNT', { value: '100', currency: 'USD' }, 0.5),
        entity('TOTAL_AMOUNT', { value: '4800000', currency: 'USD' }, 0.9, 3),
        entity('RENEWAL_TERM', { autorenews: 'true', months: '12' }),
        entity('NOTICE_PERIOD', { days: '60' }),
        entity('PAYMENT_TERM', { paymentTerm: 'NET_30' }),
      ],
    })
    expect(fields).toEqual({
      name: 'Acme order',
      vendorId: 'v1',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      totalCost: { value: 4_800_000, currency: 'USD' },
      autorenews: true,
      autoRenewalDetail: '“RENEWAL_TERM”',
      noticeDays: 60,
      paymentTerm: 'NET_30',
    })
    expect(places.find(({ field }) => field === 'totalCost')).toMatchObject({ page: 3, confidence: 0.9 })
    expect(places.find(({ field }) => field === 'endDate')).toMatchObject({ page: 2 })
  })

  it('a missing end date is computed from the start and the term', () => {
    const entities = [entity('START_DATE', { date: '2026-03-01' }), entity('TERM', { months: '24' })]
    expect(serviceFieldsOf({ ...source, entities }).fields).toMatchObject({ endDate: '2028-02-29' })
  })

  it('a document without terms gives only its name and its own vendor', () => {
    expect(serviceFieldsOf({ ...source, vendorId: 'v2', entities: [] })).toEqual({
      fields: { name: 'Acme order', vendorId: 'v2' },
      places: [],
    })
  })

  it('terms that differ in two places are left out, and both are shown', () => {
    const both = [
      { ...entity('RENEWAL_TERM', { autorenews: 'true' }, 0.7, 2), contradicted: true },
      { ...entity('RENEWAL_TERM', { autorenews: 'false' }, 0.7, 5), contradicted: true },
    ]
    const { fields, places } = serviceFieldsOf({ ...source, entities: both })
    expect(fields).not.toHaveProperty('autorenews')
    expect(places.map(({ field, page, contradicted }) => [field, page, contradicted])).toEqual([
      ['autoRenewalDetail', 2, true],
      ['autoRenewalDetail', 5, true],
    ])
  })

  it('the notice that prevents renewal becomes the service’s notice', () => {
    const entities = [
      entity('NOTICE_PERIOD', { days: '30' }),
      entity('NOTICE_PERIOD', { days: '60', about: 'renewal' }, 0.7),
    ]
    expect(serviceFieldsOf({ ...source, entities }).fields.noticeDays).toBe(60)
  })
})
