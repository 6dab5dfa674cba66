import { describe, expect, it } from 'vitest'
import { createServiceBody } from '../../../../schema/vendors/services/endpoints.ts'
import { bodyOf } from '../../../../web/features/vendors/services/form-values.ts'
import { formOfAnswers } from '../../../../web/features/vendors/services/from-answers.ts'

describe('a new service filled in from answers', () => {
  it('the service has a period with the dates, amounts and reminder of the answers', () => {
    const values = formOfAnswers(
      {
        ...{ name: 'Kestrel CAD', vendorId: 'v1', ownerIds: ['u1'] },
        ...{ startDate: '2030-01-01', endDate: '2030-12-31', reminderDate: '2030-11-01' },
        totalCost: { value: 120_000, currency: 'EUR' },
        savings: { value: 5_000, currency: 'EUR' },
      },
      'USD',
    )
    expect(createServiceBody.parse(bodyOf(values))).toMatchObject({
      ...{ name: 'Kestrel CAD', vendorId: 'v1', ownerIds: ['u1'] },
      servicePeriods: [
        {
          ...{ startDate: '2030-01-01', endDate: '2030-12-31', renewalReminders: ['2030-11-01'] },
          ...{ totalServicePeriodCost: 120_000, savings: 5_000, currency: 'EUR' },
        },
      ],
    })
  })

  it('the service has no period if no answer is about one', () => {
    expect(formOfAnswers({ name: 'Kestrel CAD' }, 'USD').servicePeriods).toEqual([])
  })

  it('savings in another currency than the cost are left out because one period can’t hold both', () => {
    const cost = { value: 120_000, currency: 'EUR' as const }
    const { servicePeriods } = formOfAnswers({ totalCost: cost, savings: { value: 1, currency: 'JPY' } }, 'USD')
    expect(servicePeriods[0]).toMatchObject({ currency: 'EUR', totalServicePeriodCost: 120_000, savings: null })
  })

  it('a period that runs month to month is sent without an end and without the total that was found', () => {
    const values = formOfAnswers(
      { name: 'Phones', vendorId: 'v1', totalCost: { value: 9_000, currency: 'USD' } },
      'USD',
    )
    const [period] = values.servicePeriods
    const servicePeriods = [
      { ...period, startDate: '2026-01-01', endDate: '2026-12-31', isOpen: true, unitsPerMonth: 2, costPerUnit: 500 },
    ]
    const body = createServiceBody.parse(bodyOf({ ...values, servicePeriods } as typeof values))
    expect(body.servicePeriods).toMatchObject([{ endDate: null, totalServicePeriodCost: null, costPerUnit: 500 }])
  })
})
