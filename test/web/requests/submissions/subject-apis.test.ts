import { afterEach, expect, it, vi } from 'vitest'
import { BILL_API } from '../../../../web/features/money/bills/subject-api.ts'
import { ORDER_CHANGE_API } from '../../../../web/features/spend/purchase-orders/change-api.ts'
import { SPEND_API } from '../../../../web/features/spend/spend-requests/subject-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  ['a bill', BILL_API, '/api/bill-level-group-statuses/block-1/bypass', { approverNote: 'Urgent' }],
  ['an order’s change', ORDER_CHANGE_API, '/api/purchase-orders/one/blocks/block-1/bypass', { approverNote: 'Urgent' }],
  [
    'a spend request',
    SPEND_API,
    '/api/spend-requests/one/bypass',
    { levelGroupStatusId: 'block-1', approverNote: 'Urgent' },
  ],
])(
  'a step of %s is bypassed at its own address, with no name that the address doesn’t have',
  async (_, api, url, body) => {
    const sent = vi.fn<typeof fetch>(async () =>
      Response.json({ message: 'Not now', code: 'CONFLICT' }, { status: 409 }),
    )
    vi.stubGlobal('fetch', sent)
    const bypass = api.bypass('one', { levelGroupStatusId: 'block-1', approverNote: 'Urgent' }, 'command-1')
    await expect(bypass).rejects.toThrow('Not now')
    const [address, init] = sent.mock.calls[0] ?? []
    expect(address).toBe(url)
    expect(JSON.parse(String(init?.body))).toEqual(body)
  },
)
