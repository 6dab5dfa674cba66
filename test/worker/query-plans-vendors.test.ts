import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_SORT_FIELDS } from '../../schema/documents/documents/endpoints.ts'
import { NO_CONDITIONS } from '../../schema/shared/conditions.ts'
import { SERVICE_SORT_FIELDS } from '../../schema/vendors/services/endpoints.ts'
import { SERVICE_FILTERS } from '../../schema/vendors/services/filters.ts'
import { VENDOR_FILTERS } from '../../schema/vendors/vendors/filters.ts'
import { VENDOR_SORT_FIELDS } from '../../schema/vendors/vendors/values.ts'
import { makeWorld, type Principal, type World } from '../support/worker/matrix-world.ts'
import {
  expectNoScan,
  expectNoSort,
  planOf,
  type Statement,
  sortsOf,
  statementsOf,
} from '../support/worker/query-plans.ts'
import { run } from '../support/worker/sessions.ts'

/** The cost of vendors, services, documents and renewals: their pages, and nothing else from their tables. */

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const plain = { description: '', isRequired: false, isMulti: false, ordinal: 0, options: [], documentTypes: [] }
  const field = (label: string) => [{ ...plain, ...NO_CONDITIONS, id: label, label, type: 'TEXT' }]
  const definition = { vendorFormFields: field('Risk'), serviceFormFields: field('Region') }
  await run(
    `INSERT OR REPLACE INTO custom_form_fields (company_id, vendor_category_id, definition, version, updated_at)
     VALUES (?, '', ?, 1, 0)`,
    ...[world.own.id, JSON.stringify({ ...definition, serviceItemFormFields: field('Region') })],
  )
})

describe('the list of vendors', () => {
  const sorts = VENDOR_SORT_FIELDS.flatMap((by) => (['ASC', 'DESC'] as const).map((dir) => ({ by, dir })))
  let ownerId: string
  let categoryId: string
  const vendorsOf = async (query: string): Promise<Statement[]> => {
    let cursor = ''
    const first = await statementsOf(async () => {
      const answer = await world.as('member').get(`/api/vendors?first=1&${query}`)
      expect(answer.status).toBe(200)
      cursor = answer.body.pageInfo.endCursor ?? ''
    })
    if (!cursor) return first
    const next = await statementsOf(() => world.as('member').get(`/api/vendors?first=1&cursor=${cursor}&${query}`))
    return [...first, ...next]
  }
  beforeAll(async () => {
    ownerId = world.people.member.userId
    categoryId = (await world.as('admin').post('/api/vendors/categories', { name: 'Planned' })).body.id
    for (const name of ['Planned one', 'Planned two']) {
      const vendorCategories = [{ vendorCategoryId: categoryId }]
      const body = { name, owners: [ownerId], paymentMethod: 'ACH', vendorCategories }
      expect((await world.as('admin').post('/api/vendors', body)).status).toBe(200)
    }
  })

  it.each(sorts)('vendors by $by $dir are read in order from an index, with any filter', async ({ by, dir }) => {
    const order = `orderBy[by][]=${by}&orderBy[dir][]=${dir}`
    for (const filter of VENDOR_FILTERS) await expectNoScan(await vendorsOf(`${order}&filter=${filter}`))
    for (const filter of ['ACTIVE', 'ALL'] as const) await expectNoSort(await vendorsOf(`${order}&filter=${filter}`))
    for (const narrow of [`ownerId=${ownerId}`, `vendorCategoryId=${categoryId}`]) {
      const pages = await vendorsOf(`${order}&${narrow}`)
      await expectNoScan(pages)
      await expectNoSort(pages)
    }
  })

  it('filtering vendors by a word, an answer or a payment method scans no table', async () => {
    await expectNoScan(await vendorsOf('search=planned'))
    await expectNoScan(await vendorsOf('answerFilters[]=Risk&answerFilters[]=High'))
    await expectNoScan(await vendorsOf('paymentMethod=ACH'))
  })

  it('one vendor, similar vendors and a vendor’s parts are found by an index', async () => {
    const [{ node }] = (await world.as('member').get('/api/vendors?search=planned')).body.edges
    const paths = ['', '/owners', '/custom-fields', '/verifications'].map((part) => `/api/vendors/${node.id}${part}`)
    for (const path of [
      ...paths,
      `/api/vendor/${node.id}/intake-answers`,
      `/api/vendor/${node.id}/vendor-company-contacts`,
      '/api/vendors-by-name?name=planned',
      '/api/similar-vendors?name=planned&website=planned.example',
      '/api/vendors/categories',
      '/api/vendors/views',
    ]) {
      await expectNoScan(await statementsOf(() => world.as('member').get(path)))
    }
  })
})

describe('the list of services', () => {
  const sorts = SERVICE_SORT_FIELDS.flatMap((by) => (['ASC', 'DESC'] as const).map((dir) => ({ by, dir })))
  const servicesOf = async (query: string): Promise<Statement[]> => {
    let cursor = ''
    const first = await statementsOf(async () => {
      const answer = await world.as('member').get(`/api/services?first=1&${query}`)
      expect(answer.status).toBe(200)
      cursor = answer.body.pageInfo.endCursor
    })
    const next = await statementsOf(() => world.as('member').get(`/api/services?first=1&cursor=${cursor}&${query}`))
    return [...first, ...next]
  }
  beforeAll(async () => {
    for (const name of ['One', 'Two']) {
      await world.as('admin').post('/api/services', { name, vendorId: world.vendorId })
    }
  })

  it.each(sorts)('services by $by $dir are read in order from an index, with any filter', async ({ by, dir }) => {
    const order = `orderBy[by][]=${by}&orderBy[dir][]=${dir}`
    for (const filter of SERVICE_FILTERS) await expectNoScan(await servicesOf(`${order}&filter=${filter}`))
    const pages = [...(await servicesOf(`${order}&filter=ALL`)), ...(await servicesOf(order))]
    for (const statement of pages.filter(({ sql }) => sql.includes('FROM services'))) {
      // The rows of the page, once selected in order, are kept in order by their own sort.
      expect(sortsOf(await planOf(statement)).length).toBeLessThan(2)
    }
    for (const narrow of [`vendorId=${world.vendorId}`, 'search=o', 'dateRange=2026-01,2026-12']) {
      await expectNoScan(await servicesOf(`${order}&${narrow}`))
    }
    const byLinks = await servicesOf(
      `${order}&ownerId=${world.people.member.userId}&departmentId=${world.departmentId}`,
    )
    await expectNoScan(byLinks)
    for (const statement of byLinks.filter(({ sql }) => sql.includes('FROM service_links k'))) {
      expect(sortsOf(await planOf(statement))).toEqual([])
    }
    await expectNoScan(await servicesOf(`${order}&businessUnitId=x`))
    const answers = 'serviceAnswerFilters[]=Region&serviceAnswerFilters[]=EU'
    await expectNoScan(await servicesOf(`${order}&${answers}&${answers.replaceAll('service', 'servicePeriod')}`))
  })

  it('services of a business unit or a spend category are read in order from their own index', async () => {
    for (const narrow of [
      `businessUnitId=${world.businessUnitId}`,
      `spendCategoryId=${world.named['spend-category']}`,
    ]) {
      const [page] = (await servicesOf(narrow)).filter(({ sql }) => sql.includes('FROM services'))
      if (!page) throw new Error('No page')
      const plan = await planOf(page)
      expect(plan.join()).toMatch(/INDEX services_by_(unit|category)/)
      expect(sortsOf(plan)).toEqual([])
    }
  })
})

describe('the list of documents', () => {
  const sorts = DOCUMENT_SORT_FIELDS.flatMap((by) => (['ASC', 'DESC'] as const).map((dir) => ({ by, dir })))
  const documentsOf = async (principal: Principal, query: string): Promise<Statement[]> => {
    let cursor = ''
    const first = await statementsOf(async () => {
      const answer = await world.as(principal).get(`/api/documents?first=1&${query}`)
      expect(answer.status).toBe(200)
      cursor = answer.body.pageInfo.endCursor ?? ''
    })
    if (!cursor) return first
    const path = `/api/documents?first=1&cursor=${cursor}&${query}`
    return [...first, ...(await statementsOf(() => world.as(principal).get(path)))]
  }

  it.each(sorts)('documents by $by $dir are read in order from an index, with any filter', async ({ by, dir }) => {
    const order = `orderBy[by][]=${by}&orderBy[dir][]=${dir}`
    // Groups are in the order of the documents themselves, or of what a person can read.
    const isGrouped = by === 'type' || by === 'vendor'
    const name = by === 'displayName' ? '_name' : ''
    const readers = `document_readers_${by === 'createdAt' ? 'created' : 'name'}`
    const keyed = (table: string) => (name ? `INDEX ${table}_name` : 'PRIMARY KEY')
    const whole = by === 'createdAt' ? 'documents_(company|archived)' : 'documents_by_name'
    const INDEXES: [query: string, ofAll: string, ofSome: string][] = [
      ['', whole, readers],
      ['filter=ALL', whole, readers],
      ['filter=ARCHIVED', whole, readers],
      ['unassociated=true', `documents_loose${name}`, `documents_loose_own${name}`],
      ['unassociated=true&type=MSA&displayName=qu', `documents_loose${name}`, `documents_loose_own${name}`],
      ['displayName=quo', keyed('document_name_parts'), readers],
      ['displayName=quo&filter=ALL', keyed('document_name_parts'), readers],
      ['displayName=q', whole, readers],
      ['type=MSA', keyed('document_types'), keyed('document_types')],
      ['type=MSA&filter=ALL', keyed('document_types'), keyed('document_types')],
      ['type=MSA&displayName=quo', keyed('document_name_parts'), keyed('document_types')],
    ]
    for (const principal of ['admin', 'member', 'requester'] as const) {
      for (const [query, ofAll, ofSome] of INDEXES) {
        const pages = await documentsOf(principal, `${order}&${query}`)
        for (const statement of pages.filter(({ sql }) => sql.includes('documents d'))) {
          await expectNoScan([statement])
          const plan = await planOf(statement)
          // The rows of a page selected in order are kept in order by their own sort.
          expect({ query, sorts: sortsOf(plan).length > 1 }).toEqual({ query, sorts: false })
          const usual = principal === 'admin' ? ofAll : ofSome
          const grouped = principal === 'admin' ? `documents_by_${by}` : `document_readers_${by}`
          expect(plan.join(), query).toMatch(new RegExp(isGrouped ? grouped : usual))
        }
      }
      for (const narrow of [`vendorId=${world.vendorId}`, 'serviceId=x']) {
        await expectNoScan(await documentsOf(principal, `${order}&${narrow}`))
      }
    }
  })
})

describe('renewals', () => {
  beforeAll(async () => {
    const servicePeriods = [2040, 2041].map((year) => ({
      startDate: `${year}-01-01`,
      endDate: `${year}-12-31`,
      totalServicePeriodCost: 1,
      currency: 'USD',
      noticeDays: 30,
    }))
    await world.as('admin').post('/api/services', { name: 'Ending', vendorId: world.vendorId, servicePeriods })
  })

  it.each(['END', 'CANCEL'])(
    'renewals by %s are read in order from an index, and filters scan no table',
    async (by) => {
      const months = '2040-01,2041-12'
      const report = async (query: string): Promise<Statement[]> => {
        let cursor = ''
        const path = `/api/services/renewal-report?by=${by}&dateRange=${months}&first=1&${query}`
        const first = await statementsOf(async () => {
          cursor = (await world.as('admin').get(path)).body.pageInfo.endCursor
        })
        return [...first, ...(await statementsOf(() => world.as('admin').get(`${path}&cursor=${cursor}`)))]
      }
      const plain = await report('')
      await expectNoScan(plain)
      for (const statement of plain.filter(({ sql }) => sql.includes('FROM service_periods'))) {
        // The rows of the page, once selected in order, are kept in order by their own sort.
        expect(sortsOf(await planOf(statement)).length).toBeLessThan(2)
      }
      await expectNoScan(await report(`vendorId=${world.vendorId}`))
      await expectNoScan(await report(`ownerId=${world.people.member.userId}`))
    },
  )

  it('renewals for Home and for a calendar link scan no table', async () => {
    for (const principal of ['admin', 'member'] as const) {
      await expectNoScan(await statementsOf(() => world.as(principal).get('/api/services/upcoming-renewals')))
      const { body } = await world.as(principal).post('/api/renewal-feed', { scope: 'OWN' })
      const path = new URL(body.url).pathname
      await expectNoScan(await statementsOf(() => world.as('anonymous').get(path)))
    }
  })
})
