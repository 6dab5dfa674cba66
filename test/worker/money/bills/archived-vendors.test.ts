import { beforeAll, describe, expect, it } from 'vitest'
import { addErp, type BillScene, bodyOf, enter, makeBillScene, readBill } from '../../../support/worker/bills.ts'

/** The vendor of a bill is archived in the company. */

const WORDS = 'Acme Cloud Inc is archived. Unarchive it first, or choose another one.'
const refused = { status: 400, body: { fields: { erpVendorId: WORDS } } }

let scene: BillScene
const archive = async (archived: boolean) => {
  const { status } = await scene.admin.post('/api/vendors/archive', { vendorIds: [scene.vendorId], archived })
  expect(status).toBe(200)
}

beforeAll(async () => {
  scene = await makeBillScene()
})

describe('bills of archived vendors', () => {
  it('a bill is refused when it is entered, and accepted once the vendor is unarchived', async () => {
    await archive(true)
    expect(await scene.clerk.post('/api/payments/bills', await bodyOf(scene))).toMatchObject(refused)
    await archive(false)
    expect((await scene.clerk.post('/api/payments/bills', await bodyOf(scene))).status).toBe(200)
  })

  it('an archived vendor isn’t offered, and the preview of a bill says why', async () => {
    const offered = async (): Promise<string[]> =>
      (await scene.clerk.get('/api/payments/bills/options/vendor?search=acme')).body.edges.map(
        ({ node }: { node: { label: string } }) => node.label,
      )
    const preview = async (more: object = {}) =>
      scene.clerk.post('/api/payments/bills/approvers-preview', {
        erpVendorId: scene.erpVendorId,
        totalAmount: 100,
        ...more,
      })
    const own = await enter(scene)
    expect(await offered()).toContain('Acme Cloud Inc')
    await archive(true)
    expect(await offered()).not.toContain('Acme Cloud Inc')
    expect(await preview()).toMatchObject(refused)
    expect((await preview({ id: own })).status).toBe(200)
    await archive(false)
    expect((await preview()).status).toBe(200)
  })

  it('no bill is changed to one, but one that was its bill before can be changed otherwise', async () => {
    const other = await addErp(scene.company.id, 'VENDOR', 'Globex', { connection_id: scene.connectionId })
    const [ofOther, ofIt] = [await enter(scene, { erpVendorId: other }), await enter(scene)]
    await archive(true)
    const put = async (id: string, more: object) => {
      const { version } = await readBill(scene.clerk, id)
      return scene.clerk.call('PUT', `/api/payments/bills/${id}`, {
        body: { ...(await bodyOf(scene, more as Record<string, unknown>)), version },
      })
    }
    expect(await put(ofOther, {})).toMatchObject(refused)
    expect((await put(ofIt, { description: 'Corrected' })).status).toBe(200)
    await archive(false)
  })
})
