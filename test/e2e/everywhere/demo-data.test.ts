import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** What a bookkeeper would laugh at. */
const THINGS = /shelv|desk|chair|whiteboard|screen|sensor|sign|toner|supplies|catering|lunch|booth/i
const SOFTWARE = /software/i

describe('the demo company', () => {
  let stage: Stage
  let api: Api
  staged('demo-data', async (opened) => {
    stage = opened
    api = await Api.signIn(stage.host, 'maya@brightwater.example')
  })

  it('its bills and orders book things that one can touch on no account of software', async () => {
    const { body } = await api.get('/api/payments/bills/line-items?first=100')
    const lines = (body.edges as { node: { memo: string; erpAccount: { name: string } | null } }[]).map(({ node }) => ({
      ...{ text: node.memo, account: node.erpAccount?.name ?? '' },
    }))
    const orders = await Promise.all([1, 2, 3, 4, 5].map((at) => api.get(`/api/purchase-orders/demo-order-${at}`)))
    const ordered = orders.flatMap(({ body: { lines: all } }) =>
      (all as { description: string; account: { name: string } }[]).map(({ description, account }) => ({
        ...{ text: description, account: account.name },
      })),
    )
    const things = [...lines, ...ordered].filter(({ text }) => THINGS.test(text))
    expect(things.length).toBeGreaterThan(8)
    expect(things.filter(({ account }) => SOFTWARE.test(account))).toEqual([])
  })

  it('each invoice is named by its vendor', async () => {
    const { body: bills } = await api.get('/api/payments/bills?first=100')
    const vendorOf = new Map(
      (bills.edges as { node: { id: string; erpVendor: { name: string } } }[]).map(({ node }) => [
        node.id,
        node.erpVendor.name,
      ]),
    )
    const { body: invoices } = await api.get('/api/payments/invoices?first=100')
    const named = (invoices.edges as { node: { document: { name: string }; bills: { id: string }[] } }[]).flatMap(
      ({ node }) => node.bills.map(({ id }) => ({ file: node.document.name, vendor: vendorOf.get(id) ?? '' })),
    )
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter(({ file, vendor }) => !file.startsWith(vendor.split(/[ ,]/)[0] ?? ''))).toEqual([])
  })
})
