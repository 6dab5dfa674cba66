import { describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { question } from '../../../support/worker/intake.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Views of the vendor list that name a vendor, when that vendor is merged into another. */

describe('a saved view that names a merged vendor', () => {
  it('the view shows the remaining vendor, and the original again once the merge is undone', async () => {
    const company = await makeCompany()
    const owner = await company.addPerson()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    await admin.post('/api/custom-form-fields', {
      version: 0,
      vendorFormFields: [question('parent', 'VENDOR_SELECT', { label: 'Parent' })],
      serviceFormFields: [],
      serviceItemFormFields: [],
    })
    const make = async (more: Record<string, unknown> = {}): Promise<string> => {
      const name = `Vendor ${newId()}`
      return (await admin.post('/api/vendors', { name, owners: [owner.userId], paymentMethod: 'ACH', ...more })).body.id
    }
    const [from, into] = [await make(), await make()]
    const child = await make({ customForm: [{ questionId: 'parent', value: from }] })
    const saved = await admin.post('/api/vendors/by-filter', {
      filters: { filter: 'ALL', answerFilters: ['Parent', from] },
      label: 'Daughters',
    })
    const found = async () => {
      const [view] = (await admin.get('/api/vendors/views')).body
      const page = (await admin.get(`/api/vendors/by-filter/${saved.body.hash}`)).body
      const csv = await admin.get(`/api/vendors/by-filter/${saved.body.hash}.csv`)
      return {
        names: view.filters.answerFilters,
        vendors: page.edges.map(({ node }: { node: { id: string } }) => node.id),
        lines: String(csv.body).trim().split('\r\n').length,
      }
    }
    expect(await found()).toEqual({ names: ['Parent', from], vendors: [child], lines: 2 })
    const merged = await admin.post(`/api/vendors/${into}/merge`, { fromVendorId: from, version: 1, fromVersion: 1 })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await found()).toEqual({ names: ['Parent', into], vendors: [child], lines: 2 })
    const undone = await admin.post(`/api/vendor-merges/${merged.body.mergeId}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await found()).toEqual({ names: ['Parent', from], vendors: [child], lines: 2 })
  })
})
