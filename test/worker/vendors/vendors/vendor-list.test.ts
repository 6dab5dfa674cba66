import { describe, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { run } from '../../../support/worker/sessions.ts'
import { namesOfVendors, signAdmin, type VendorNode } from '../../../support/worker/vendors.ts'
import { signIn } from '../../../support/worker/world.ts'

describe('the list of vendors', () => {
  it('vendors are listed by name, page by page, and archived and incomplete ones have their own lists', async () => {
    const { client, person, own } = await signAdmin()
    const add = async (name: string) =>
      (await client.post('/api/vendors', { name, owners: [person.userId], paymentMethod: 'ACH' })).body.id
    await add('beta')
    await add('Alpha')
    const old = await add('Old')
    await own.add('vendors', 'Gamma')
    expect((await client.post('/api/vendors/archive', { vendorIds: [old], archived: true })).status).toBe(200)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await client.get(`/api/vendors?first=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.edges.map((edge: { node: VendorNode }) => edge.node.name))
      cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
    } while (cursor)
    expect(seen).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(await namesOfVendors(client, 'filter=ARCHIVED')).toEqual(['Old'])
    expect(await namesOfVendors(client, 'filter=ACTION_REQUIRED')).toEqual(['Gamma'])
    expect(await namesOfVendors(client, 'filter=WITHOUT_OWNER')).toEqual(['Gamma'])
    expect(await namesOfVendors(client, 'filter=ALL&orderBy[by][]=name&orderBy[dir][]=DESC')).toEqual([
      'Old',
      'Gamma',
      'beta',
      'Alpha',
    ])
    expect(await namesOfVendors(client, 'search=alp')).toEqual(['Alpha'])
    expect(await namesOfVendors(client, `search=${encodeURIComponent('-- "*')}`)).toEqual([])
    expect(await namesOfVendors(client, `ownerId=${person.userId}&filter=ALL`)).toEqual(['Alpha', 'beta', 'Old'])
    expect(await namesOfVendors(client, 'paymentMethod=WIRE')).toEqual([])
  })

  it('service totals follow each change of the services and the turn of a month', async () => {
    const { client, person, own } = await signAdmin()
    const add = async (name: string) =>
      (await client.post('/api/vendors', { name, owners: [person.userId], paymentMethod: 'ACH' })).body.id
    const [big, small] = [await add('Big'), await add('Small')]
    const year = Number(nextTwelveMonths(Date.now()).from.slice(0, 4)) + 1
    const period = (total: number) => ({
      ...{ startDate: `${year}-01-01`, endDate: `${year}-01-31`, totalServicePeriodCost: total, currency: 'USD' },
    })
    const department = await own.add('departments', 'Legal')
    const service = async (vendorId: string, total: number) =>
      (
        await client.post('/api/services', {
          ...{ name: `Service ${total}`, vendorId, departmentIds: [department], servicePeriods: [period(total)] },
        })
      ).body.id
    const first = await service(big, 90_000)
    await service(small, 50_000)
    const figures = async () =>
      Object.fromEntries(
        (await client.get('/api/vendors')).body.edges.map(
          ({ node }: { node: { name: string; servicesCount: number; next12ServiceSpend: { value: number }[] } }) => [
            node.name,
            [node.servicesCount, node.next12ServiceSpend[0]?.value ?? 0],
          ],
        ),
      )
    const bySpend = () => namesOfVendors(client, 'orderBy[by][]=next12ServiceSpend&orderBy[dir][]=DESC')
    expect(await figures()).toEqual({ Big: [1, 90_000], Small: [1, 50_000] })
    expect(await bySpend()).toEqual(['Big', 'Small'])
    expect((await client.get(`/api/vendors/${big}`)).body.connectedDepartments).toMatchObject([
      { id: department, name: 'Legal' },
    ])
    await client.post('/api/services/archive', { serviceIds: [first], archived: true })
    expect(await figures()).toEqual({ Big: [0, 0], Small: [1, 50_000] })
    expect(await bySpend()).toEqual(['Small', 'Big'])
    await client.post('/api/services/archive', { serviceIds: [first], archived: false })
    const version = (await client.get(`/api/services/${first}`)).body.version
    await client.call('PUT', `/api/services/${first}`, { body: { vendorId: small, version } })
    expect(await figures()).toEqual({ Big: [0, 0], Small: [2, 140_000] })
    // A total stored in another month is recomputed.
    await run("UPDATE vendors SET figures_month = '2020-01', next12_spend = '[]' WHERE id = ?", small)
    expect(await figures()).toEqual({ Big: [0, 0], Small: [2, 140_000] })
  })

  it('an unchanged list has the same hash, for a coworker too and for no other company', async () => {
    const { client, person, own } = await signAdmin()
    await client.post('/api/vendors', { name: 'Alpha', owners: [person.userId], paymentMethod: 'ACH' })
    await client.post('/api/vendors', { name: 'Beta', owners: [person.userId], paymentMethod: 'WIRE' })
    const filters = { paymentMethod: 'WIRE', filter: 'ACTIVE' }
    const saved = await client.post('/api/vendors/by-filter', { filters, label: 'By wire' })
    const again = await client.post('/api/vendors/by-filter', { filters: { paymentMethod: 'WIRE' } })
    expect(again.body).toEqual(saved.body)
    const coworker = await signIn(own, await own.addPerson())
    const path = `/api/vendors/by-filter/${saved.body.hash}`
    expect((await coworker.get(path)).body.edges.map((e: { node: VendorNode }) => e.node.name)).toEqual(['Beta'])
    const { client: stranger } = await signAdmin()
    expect((await stranger.get(path)).status).toBe(404)
    expect((await client.get('/api/vendors/views')).body).toMatchObject([{ label: 'By wire', ...saved.body }])
    expect((await coworker.get('/api/vendors/views')).body).toEqual([])
    expect(fieldsOf(await client.post('/api/vendors/by-filter', { filters: {}, label: 'by WIRE' }))).toEqual({
      label: 'You already have a view with this name',
    })
    const csv = await client.get(`${path}.csv`)
    expect(csv.headers.get('content-disposition')).toMatch(/outlay-vendors-\d{4}-\d\d-\d\d\.csv/)
    expect(String(csv.body)).toContain('Beta')
    expect(String(csv.body)).not.toContain('Alpha')
  })
})
