import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** With ten thousand accounting vendors and as many vendors a page still costs what its rows cost. */

const MANY = 10_000
const MOST_READ = 300

let company = {} as TestCompany
let admin = {} as Client

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

beforeAll(async () => {
  company = await makeCompany()
  const mark = newId().slice(-8)
  for (let from = 0; from < MANY; from += 1000) {
    const numbers = JSON.stringify(Array.from({ length: 1000 }, (_, at) => from + at))
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO vendors (id, company_id, name, match_key, created_at)
         SELECT ?3 || '-v' || value, ?1, 'Supplier ' || value, 'supplier ' || value, 0 FROM json_each(?2)`,
      ).bind(company.id, numbers, mark),
      env.DB.prepare(
        `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active,
           last12_minor, created_at, updated_at)
         SELECT ?3 || '-e' || value, ?1, 'books', 'VENDOR', 'VENDOR', value, 'Supplier ' || value || ' Ltd',
                'supplier ' || value || ' ltd', 1, value * 100, 0, 0 FROM json_each(?2)`,
      ).bind(company.id, numbers, mark),
    ])
  }
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  await admin.get('/api/session')
}, 120_000)

describe('with ten thousand accounting vendors', () => {
  it.each(['', '&show=UNMAPPED', '&show=DISMISSED', '&search=9', '&search=nowhere'])(
    'a page of them reads rows in proportion to itself (%s)',
    async (query) => {
      const answer = await admin.get(`/api/erp-mappings/VENDOR?first=20${query}`)
      expect(answer.status).toBe(200)
      expect(costOf(answer)).toMatchObject({ written: 0 })
      expect(costOf(answer).trips).toBeLessThanOrEqual(2)
      expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
    },
  )

  it('each row of a page comes with the vendor that its name means', async () => {
    const { body } = await admin.get('/api/erp-mappings/VENDOR?first=20')
    const names = body.edges.map(({ node }: { node: { name: string; proposal: { name: string } } }) => [
      node.name,
      node.proposal.name,
    ])
    expect(names[0]).toEqual(['Supplier 9999 Ltd', 'Supplier 9999'])
    expect(names).toHaveLength(20)
    expect(names.filter(([erp, name]: string[]) => erp === `${name} Ltd`)).toHaveLength(20)
  })

  it.each(['/api/erp-vendors', '/api/erp-vendors?search=9'])('choosing one reads few rows (%s)', async (path) => {
    const answer = await admin.get(path)
    expect(costOf(answer).trips).toBeLessThanOrEqual(2)
    expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
  })

  it('a choice by a name that no one has is looked for to the end, in few round trips', async () => {
    const answer = await admin.get('/api/erp-vendor-select-options?search=nowhere')
    expect(answer.body.edges).toEqual([])
    expect(costOf(answer).trips).toBeLessThanOrEqual(4)
    expect(readRows(answer)).toBeLessThanOrEqual(20_500)
  })

  it('a hundred rows are saved in few round trips', async () => {
    const { body } = await admin.get('/api/erp-mappings/VENDOR?first=100')
    const changes = body.edges.map(({ node }: { node: { id: string; version: number; proposal: { id: string } } }) => ({
      ...{ id: node.id, version: node.version, vendorId: node.proposal.id },
    }))
    const answer = await admin.post('/api/erp-mappings/VENDOR', { changes })
    expect(answer.body.changedIds).toHaveLength(100)
    expect(costOf(answer).trips).toBeLessThanOrEqual(4)
  })
})
