import { describe, expect, it } from 'vitest'
import { bodyOf, faultsOf } from '../../../web/features/services/form-values.ts'
import { formOfAnswers } from '../../../web/features/services/from-answers.ts'

describe('a new service as answers fill it in', () => {
  it('has a period of their days, their amounts and their reminder', () => {
    const values = formOfAnswers(
      {
        ...{ name: 'Kestrel CAD', vendorId: 'v1', ownerIds: ['u1'] },
        ...{ startDate: '2030-01-01', endDate: '2030-12-31', reminderDate: '2030-11-01' },
        totalCost: { value: 120_000, currency: 'EUR' },
        savings: { value: 5_000, currency: 'EUR' },
      },
      'USD',
    )
    expect(faultsOf(values)).toEqual({})
    expect(bodyOf(values)).toMatchObject({
      ...{ name: 'Kestrel CAD', vendorId: 'v1', ownerIds: ['u1'] },
      servicePeriods: [
        {
          ...{ startDate: '2030-01-01', endDate: '2030-12-31', renewalReminders: ['2030-11-01'] },
          ...{ totalServicePeriodCost: 120_000, savings: 5_000, currency: 'EUR' },
        },
      ],
    })
  })

  it('has no period where nothing is said of one', () => {
    expect(formOfAnswers({ name: 'Kestrel CAD' }, 'USD').servicePeriods).toEqual([])
  })

  it('leaves out savings in another currency than the cost, which one period cannot hold', () => {
    const cost = { value: 120_000, currency: 'EUR' as const }
    const { servicePeriods } = formOfAnswers({ totalCost: cost, savings: { value: 1, currency: 'JPY' } }, 'USD')
    expect(servicePeriods[0]).toMatchObject({ currency: 'EUR', totalServicePeriodCost: 120_000, savings: null })
  })
})
