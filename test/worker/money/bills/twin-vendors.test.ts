import { beforeAll, describe, expect, it } from 'vitest'
import { addErp, addRuleSet, type BillScene, bodyOf, makeBillScene } from '../../../support/worker/bills.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** A new vendor that is typed into a bill, and may be one that is there. */

let scene: BillScene
let birch: string
beforeAll(async () => {
  scene = await makeBillScene()
  await addRuleSet(scene.company, { name: 'Every bill', levels: [always('Owner', scene.people.approver.userId)] })
  birch = await addErp(scene.company.id, 'VENDOR', 'Birch Catering', { connection_id: scene.connectionId })
})

let number = 0
const enterFor = async (newErpVendorName: string, more: object = {}) => {
  number += 1
  const body = await bodyOf(scene, { invoiceNumber: `TWIN-${number}` })
  return scene.clerk.post('/api/payments/bills', { ...body, erpVendorId: null, newErpVendorName, ...more })
}
const vendors = async () =>
  (
    await rows<{ name: string }>(
      "SELECT name FROM erp_objects WHERE company_id = ? AND kind = 'VENDOR'",
      scene.company.id,
    )
  ).map(({ name }) => name)

describe('a new vendor of a bill', () => {
  it.each(['Birch  Catering', 'Birch Catering GmbH', 'BIRCH CATERING, Inc.', 'birch catering ltd'])(
    '“%s” is asked about, and nothing is made of it',
    async (name) => {
      const before = await vendors()
      const { status, body } = await enterFor(name)
      expect([status, body.reason, body.details.vendors]).toEqual([
        ...[400, 'TWIN_VENDOR', [{ id: birch, name: 'Birch Catering' }]],
      ])
      expect(body.fields.newErpVendorName).toBe(
        'This may be Birch Catering. Choose it from the list, or say that it is another vendor',
      )
      expect(await vendors()).toEqual(before)
    },
  )

  it('who says that it is another one enters it', async () => {
    expect((await enterFor('Birch Catering GmbH', { isAnotherVendor: true })).status).toBe(200)
    expect(await vendors()).toContain('Birch Catering GmbH')
  })

  it('names that only begin alike are others', async () => {
    expect((await enterFor('Birch Catering Supplies')).status).toBe(200)
    expect((await enterFor('Birchwood')).status).toBe(200)
  })
})

describe('the fields of a new vendor', () => {
  it.each([
    ['newErpVendorEmail', { newErpVendorEmail: 'new@landlord.test' }],
    ['shouldCreateVendor', { shouldCreateVendor: true }],
  ])('%s without its name is refused, not dropped', async (field, more) => {
    const { status, body } = await scene.clerk.post('/api/payments/bills', await bodyOf(scene, more))
    expect([status, body.fields]).toEqual([
      400,
      { [field]: `“${field}” is about a new vendor. Give “newErpVendorName” too` },
    ])
  })

  it('a new vendor and one that is there exclude each other', async () => {
    const { status, body } = await enterFor('Landlord', { erpVendorId: birch })
    expect([status, body.fields]).toEqual([
      400,
      { newErpVendorName: 'Choose a vendor or enter the name of a new one, not both' },
    ])
  })
})
