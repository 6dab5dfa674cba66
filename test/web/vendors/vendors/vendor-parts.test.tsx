// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { billList } from '../../../../schema/money/bills/list.ts'
import { orderList } from '../../../../schema/spend/purchase-orders/list.ts'
import { useVendorParts } from '../../../../web/routes/_staff/vendors/$vendorId/-parts.tsx'
import { beginPages, openPart, type Someone, serverOf } from '../../../support/web/page.tsx'
import { says, until } from '../../../support/web/screen.ts'
import { page } from '../../../support/web/server.ts'

beginPages()

/** Those tabs of a vendor's page that the person has, opened one below the other. */
const open = async (who: Someone = {}) => {
  const asked: Record<string, URLSearchParams> = {}
  serverOf()
    .on(billList.list, ({ query }) => {
      asked.bills = query
      return page([])
    })
    .on(orderList.list, ({ query }) => {
      asked.orders = query
      return page([])
    })
  await openPart(() => {
    const { bills, orders } = useVendorParts()
    return (
      <>
        <p>{`Bills: ${bills ? 'yes' : 'no'}, orders: ${orders ? 'yes' : 'no'}`}</p>
        {bills?.('acme')}
        {orders?.('acme')}
      </>
    )
  }, who)
  return asked
}

it('a vendor’s page shows all its bills and purchase orders, and says where there are none', async () => {
  const asked = await open()
  await says('Bills of the accounting vendors that belong to this vendor appear here.')
  await says('Purchase orders for this vendor that you can see appear here.')
  await until('both asked', () => asked.bills && asked.orders)
  expect(asked.bills?.get('vendorId')).toBe('acme')
  expect(asked.bills?.get('filter')).toBe('ALL')
  expect(asked.orders?.get('vendorId')).toBe('acme')
})

it('a company without payments and purchase orders has neither', async () => {
  await open({ company: { paymentsEnabled: false, enableNetsuitePurchaseOrder: false } })
  await says('Bills: no, orders: no')
})
