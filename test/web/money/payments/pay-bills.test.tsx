// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { listPaymentMethods } from '../../../../schema/money/payments/account-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/run-endpoints.ts'
import { PaySelectedBills } from '../../../../web/features/money/payments/pay-bills.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, click, find, says, until } from '../../../support/web/screen.ts'

/** Chosen bills of a list are paid by their payments. */

beginPages()

const usd = (value: number) => ({ value, currency: 'USD' as const })
beforeEach(() => {
  serverOf()
    .on(listPaymentMethods, () => [
      {
        ...{
          id: 'bank',
          bankName: 'First Bank',
          lastFourAccountNumber: '6789',
          status: 'VERIFIED' as const,
          isDefault: true,
        },
        ...{
          accountHolderName: 'Acme',
          accountHolderType: 'COMPANY' as const,
          bankAccountType: 'CHECKING' as const,
          error: null,
        },
        ...{ microdepositVerificationLink: null, microdepositType: null, microdepositsArriveAt: null },
        ...{ erpEntities: [], createdAt: '2026-11-01T00:00:00.000Z' },
      },
    ])
    .on(endpoints.previewRun, ({ body }) => {
      const { billPaymentIds } = body as { billPaymentIds: string[] }
      const count = billPaymentIds.length
      const totals = [{ dueDate: null, leavesOn: null, amount: usd(count * 100), count }]
      return { totals, amount: usd(count * 100), count, needsSecondPerson: false, faults: [] }
    })
    .on(endpoints.createRun, () => ({ id: 'run', status: 'STARTED' as const }))
})

it('the payments of the chosen bills are sent, and bills that aren’t approved are told as having none', async () => {
  await openPart(() => (
    <PaySelectedBills
      bills={[
        { id: 'bill-1', billPayment: { id: 'payment-1' } },
        { id: 'bill-2', billPayment: null },
        { id: 'bill-3', billPayment: { id: 'payment-3' } },
      ]}
    />
  ))
  await click('button', 'Pay selected')
  await says('One chosen bill isn’t approved', await find('dialog', 'Pay selected bills'))
  await click('button', 'Pay $2.00')
  const started = () => serverOf().changes.filter(({ id }) => id === endpoints.createRun.id)
  await until('the start', () => started().length > 0)
  expect(started().map(({ body }) => body)).toEqual([
    { billPaymentIds: ['payment-1', 'payment-3'], paymentMethodId: 'bank', payWhen: 'NOW' },
  ])
})

it('where nothing is approved the dialog says so, and asks nothing', async () => {
  await openPart(() => <PaySelectedBills bills={[{ id: 'bill-2', billPayment: null }]} />)
  await click('button', 'Pay selected')
  await says('Bills are paid once they are approved.')
  expect(all('button', /^Pay \$/)).toEqual([])
  expect(serverOf().changes).toEqual([])
})
