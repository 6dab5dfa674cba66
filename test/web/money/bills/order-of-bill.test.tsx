// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { rematchBill } from '../../../../schema/money/bills/match-endpoints.ts'
import type { Bill } from '../../../../web/features/money/bills/api.ts'
import { OverNote } from '../../../../web/features/money/bills/order-fields.tsx'
import { OrderOfBill } from '../../../../web/features/money/bills/order-of-bill.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, click, says } from '../../../support/web/screen.ts'

/** What a bill is over, beside the lines of its order: on the bill's page, and while it is entered. */

beginPages()

const usd = (value: number) => ({ value, currency: 'USD' as const })
const tolerance = { percent: 5, amount: usd(10_000) }
const lines = [
  { id: 'seats', description: 'Seats', amount: 100_000, billed: 40_000 },
  { id: 'training', description: 'Training', amount: 50_000, billed: 0 },
]
const ordered = {
  ...{ id: 'po', readableId: 'PO-5', erpNumber: null, status: 'OPEN' as const, currency: 'USD' as const, memo: '' },
  ...{ transactionDate: '2026-11-01', total: 150_000, billed: 40_000, lines },
}
const match = {
  number: 'PO-5',
  isClosed: false,
  open: 110_000,
  linesOpen: 60_000,
  over: 20_000,
  isOver: true,
  tolerance,
}

const billWith = (order: object, more: object = {}): Bill =>
  ({
    ...{ id: 'bill', status: 'PENDING', isCredit: false, totalAmount: usd(80_000), canEdit: true },
    lines: [{ amount: usd(80_000), purchaseOrderLineId: 'seats' }],
    purchaseOrder: { ...ordered, match, overNow: null, canOpen: true, otherLines: 0, ...order },
    ...more,
  }) as unknown as Bill

const open = (bill: Bill) => openPart(() => <OrderOfBill bill={bill} />)
const cells = (name: string): string[] => {
  const row = all('row').find((each) => each.querySelector('td')?.textContent === name)
  return [...(row?.querySelectorAll('td') ?? [])].slice(1).map((cell) => cell.textContent ?? '')
}

it('a bill over a line says by how much, of what, and what each line leaves open', async () => {
  await open(billWith({}))
  await says(
    'This bill was $200.00 over what these lines of PO-5 have open ($600.00; tolerance: 5%, at most $100.00) when it was saved.',
  )
  expect(cells('Seats')).toEqual(['$1,000.00', '$600.00', '$800.00', '-$200.00'])
  expect(cells('Training')).toEqual(['$500.00', '$500.00', '$0.00', '$500.00'])
  expect(cells('Total')).toEqual(['$1,500.00', '$1,100.00', '$800.00', '$300.00'])
})

it('a bill over the whole order says what the order had open', async () => {
  await open(billWith({ match: { ...match, linesOpen: null, open: 110_000, over: 60_000 } }))
  await says(
    'This bill was $600.00 over what PO-5 has open ($1,100.00; tolerance: 5%, at most $100.00) when it was saved.',
  )
})

it('a bill within the tolerance, and one that no longer counts, say nothing of being over', async () => {
  await open(billWith({ match: { ...match, isOver: false } }, { status: 'REJECTED' }))
  await says('This bill takes nothing from the order.')
  expect(document.body.textContent).not.toContain(' over ')
  expect(cells('Seats')).toEqual(['$1,000.00', '$600.00', '$0.00', '$600.00'])
})

it('someone who can’t open the order sees its lines that concern the bill, and what the others come to', async () => {
  await open(billWith({ canOpen: false, otherLines: 3, total: 175_000, lines: [lines[0]] }))
  await says('You can’t open this order')
  expect(all('link')).toEqual([])
  expect(cells('Other lines of the order')[0]).toBe('$750.00')
})

it('an order that changed since is told with what the bill is over now, and matched again', async () => {
  let matched = 0
  serverOf().on(rematchBill, () => {
    matched += 1
    return { id: 'bill', version: 2 }
  })
  await open(billWith({ overNow: 5_000 }))
  await says('PO-5 changed since this bill was saved')
  await says('The bill is now $50.00 over what it or its lines have open.')
  await click('button', 'Match again')
  await says('PO-5 changed')
  expect(matched).toBe(1)
})

it.each([
  [null, '$200.00 over what PO-5 has open. Tolerance: 5%, at most $100.00.'],
  [60_000, '$200.00 over what these lines of PO-5 have open. Tolerance: 5%, at most $100.00.'],
])('while it is entered, the note says whether lines or the order are over (%s)', async (linesOpen, text) => {
  await openPart(() => <OverNote order={{ ...ordered, tolerance }} over={20_000} linesOpen={linesOpen} />)
  await says(text)
})
