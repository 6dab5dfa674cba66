import { beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_SORT_FIELDS } from '../../../../schema/requests/endpoints.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { type Category, file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** The list of a vendor's requests: those whose answers name it, and those that people linked to it. */

let company: TestCompany
let category: Category
let admin: Client
let rita: Client
let abe: Client
let stranger: Client
let vendor: string
let other: string

beforeAll(async () => {
  company = await makeCompany()
  const approver = await company.addPerson({ name: 'Abe Approver' })
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  rita = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  abe = await signIn(company, approver)
  stranger = await signIn(company, await company.addPerson())
  category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
  ;[vendor, other] = [await company.add('vendors', 'Northwind'), await company.add('vendors', 'Southwind')]
  const make = async (title: string, vendorId: string | null, linked: string[]) => {
    const id = await file(rita, category.id, { title, ...(vendorId && { vendor: vendorId }) })
    if (linked.length > 0) await rita.post(`/api/intake-submission/${id}/vendors`, { vendorIds: linked })
  }
  await make('A', vendor, [])
  await make('B', other, [vendor])
  await make('C', null, [vendor, other])
  await make('D', vendor, [other])
  await make('E', other, [])
  await make('F', null, [vendor])
})

const page = async (client: Client, query: string) =>
  (await client.get(`/api/intake-submissions?filter=ALL&vendorId=${vendor}&${query}`)).body
const titlesOf = (body: { edges: { node: { title: string } }[] }) => body.edges.map(({ node }) => node.title).join('')
const walk = async (client: Client, query: string): Promise<string> => {
  let titles = ''
  let cursor = ''
  for (;;) {
    const body = await page(client, `${query}${cursor}`)
    titles += titlesOf(body)
    if (!body.pageInfo.hasNextPage) return titles
    cursor = `&cursor=${body.pageInfo.endCursor}`
  }
}

describe('the requests of a vendor', () => {
  it('requests that name or link the vendor are listed once each, newest first', async () => {
    expect(titlesOf(await page(admin, ''))).toBe('FDCBA')
    expect(titlesOf(await page(rita, ''))).toBe('FDCBA')
    const waiting = await abe.get(`/api/intake-submissions?filter=ACTION_REQUIRED&vendorId=${vendor}`)
    expect(titlesOf(waiting.body)).toBe('FDCBA')
    expect(titlesOf(await page(stranger, ''))).toBe('')
  })

  it('each request says which vendor it names', async () => {
    const { edges } = await page(admin, '')
    expect(edges.map((edge: { node: { vendor: { name: string } | null } }) => edge.node.vendor?.name ?? null)).toEqual([
      null,
      'Northwind',
      null,
      'Southwind',
      'Northwind',
    ])
  })

  it('pages continue in the same order, however they are sorted', async () => {
    for (const by of REQUEST_SORT_FIELDS) {
      for (const dir of ['ASC', 'DESC']) {
        const query = `orderBy[by][]=${by}&orderBy[dir][]=${dir}&first=`
        const whole = titlesOf(await page(admin, `${query}20`))
        expect([...whole].sort().join('')).toBe('ABCDF')
        expect({ by, dir, walked: await walk(admin, `${query}1`) }).toEqual({ by, dir, walked: whole })
        expect({ by, dir, walked: await walk(rita, `${query}2`) }).toEqual({ by, dir, walked: whole })
      }
    }
  })

  it('the vendor’s requests can be filtered like any others', async () => {
    expect(titlesOf(await page(admin, 'status=PENDING&search=C'))).toBe('C')
    expect(titlesOf(await page(admin, 'status=APPROVED'))).toBe('')
    expect(titlesOf(await page(admin, `intakeCategoryId=${category.id}&include[]=columnAnswers`))).toBe('FDCBA')
    expect(titlesOf(await page(admin, 'createdFrom=2099-01-01'))).toBe('')
  })

  it('the list costs one round trip, which also reads who asks', async () => {
    expect(costOf(await admin.get(`/api/intake-submissions?vendorId=${vendor}`))).toMatchObject({
      trips: 1,
      written: 0,
    })
  })
})
