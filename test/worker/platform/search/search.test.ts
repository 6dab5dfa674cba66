import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { type Category, file, makeCategory, save } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let rita: Client
let software: Category
beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  rita = await signIn(company, await company.addPerson({ name: 'Rita Reyes', email: `${newId()}@people.test` }))
  software = await makeCategory(admin, { levels: [] })
  await run("UPDATE intake_categories SET name = 'Software' WHERE id = ?", software.id)
})

const ask = (query: string, client = admin): Promise<Answer> =>
  client.get(`/api/search?query=${encodeURIComponent(query)}`)
const found = async (query: string, client = admin): Promise<SearchResult[]> => {
  const answer = await ask(query, client)
  expect({ query, status: answer.status }).toEqual({ query, status: 200 })
  return answer.body
}
const names = async (query: string) => (await found(query)).map((result) => result.name)
const request = (title: string, answers: Record<string, unknown> = {}) => file(rita, software.id, { title, ...answers })

/** Requests of someone else, all with the same words. */
const fill = async (from: number, count: number) => {
  await run(
    `INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at)
     SELECT lower(hex(randomblob(16))), ?1, ?2 + value, ?3, 1, 'Order number ' || value || ' of paper',
            'nobody', 'Nobody Special', 'nobody', value, value
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?4) SELECT value FROM n)`,
    company.id,
    from,
    software.id,
    count,
  )
}

/** Whether the index has exactly what its entries say. */
const expectSound = () =>
  env.DB.prepare("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)").run()

describe('what search finds', () => {
  it('a vendor is found by the beginning of any word of its name, ignoring case and accents', async () => {
    const id = await company.add('vendors', 'Crème Brûlée Supplies')
    for (const query of ['crème', 'CREME', 'bru', 'supplies creme', 'Crème Brûlée Supplies', 'creme-brulee']) {
      expect(await found(query)).toEqual([
        {
          kind: 'VENDOR',
          name: 'Crème Brûlée Supplies',
          vendorId: id,
          intakeSubmissionId: null,
          spendRequestId: null,
          serviceId: null,
          documentId: null,
          purchaseOrderId: null,
          memberId: null,
          archived: false,
          request: null,
          spendRequest: null,
        },
      ])
    }
    expect(await names('rulee')).toEqual([])
    expect(await names('creme zebra')).toEqual([])
  })

  it('a request is found by title, number, requester, category and vendor, also mixed', async () => {
    const vendor = await company.add('vendors', 'Northwind')
    const id = await request('Laptops for Berlin', { vendor })
    const [row] = await rows<{ number: number }>('SELECT number FROM intake_submissions WHERE id = ?', id)
    const number = row?.number ?? 0
    for (const query of [
      'berlin',
      `#${number}`,
      String(number),
      'rita',
      'software',
      'northw berl',
      'laptops soft reyes',
    ]) {
      expect({ query, found: await found(query) }).toMatchObject({
        query,
        found: expect.arrayContaining([
          expect.objectContaining({
            kind: 'REQUEST',
            intakeSubmissionId: id,
            vendorId: null,
            request: {
              ...{
                number,
                status: 'APPROVED',
                categoryName: 'Software',
                requestorName: 'Rita Reyes',
                source: 'MEMBER',
              },
            },
          }),
        ]),
      })
    }
  })

  it('a renamed object is found by its new name at once, and no longer by the old one', async () => {
    const vendor = await company.add('vendors', 'Oldname')
    const id = await request('First title', { vendor })
    await run("UPDATE vendors SET name = 'Newname' WHERE id = ?", vendor)
    await run("UPDATE intake_categories SET name = 'Hardware' WHERE id = ?", software.id)
    await run("UPDATE intake_submissions SET title = 'Second title' WHERE id = ?", id)
    expect((await names('oldname')).length + (await names('first')).length + (await names('software')).length).toBe(0)
    expect(await names('newname')).toEqual(['Newname', 'Second title'])
    expect(await names('hardware')).toEqual(['Second title'])
    await expectSound()
  })

  it('drafts are never found, not even by their author, and requests only until deleted', async () => {
    const draft = await save(admin, software.id, { title: 'Secret plan' }, { isDraft: true })
    expect(await names('secret')).toEqual([])
    const sent = await save(
      admin,
      software.id,
      { title: 'Secret plan' },
      { id: draft.body.id, version: draft.body.version },
    )
    expect(sent.status).toBe(200)
    expect(await names('secret')).toEqual(['Secret plan'])
    await run('UPDATE intake_submissions SET deleted_at = 1 WHERE id = ?', draft.body.id)
    expect(await names('secret')).toEqual([])
    await expectSound()
  })

  it('only the person’s own company is searched', async () => {
    const other = await makeCompany()
    const theirs = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    await other.add('vendors', 'Shared Name')
    const own = await company.add('vendors', 'Shared Name')
    await request('Shared request')
    expect((await found('shared')).map((result) => result.vendorId ?? 'request')).toEqual([own, 'request'])
    expect(await found('shared request', theirs)).toEqual([])
  })

  it('requests aren’t found when the company has turned them off', async () => {
    await company.add('vendors', 'Hidden Lake')
    await request('Hidden request')
    await run("UPDATE companies SET flags = '{}' WHERE id = ?", company.id)
    expect(await names('hidden')).toEqual(['Hidden Lake'])
  })

  it('a member finds vendors, and of the requests those that involve them or their categories', async () => {
    await company.add('vendors', 'Visible Lake')
    const mine = await request('Visible by me')
    const others = await file(admin, software.id, { title: 'Visible to admins' })
    const ids = async (client: Client) =>
      (await found('visible', client)).map(({ kind, intakeSubmissionId }) => intakeSubmissionId ?? kind).sort()
    const viewer = await signIn(company, await company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    expect(await ids(viewer)).toEqual(['VENDOR', mine, others].sort())
    expect(await ids(rita)).toEqual(['VENDOR', mine].sort())
    const person = await company.addPerson()
    const owner = await signIn(company, person)
    expect(await ids(owner)).toEqual(['VENDOR'])
    const settings = (await admin.get(`/api/intake-categories/${software.id}/settings`)).body
    const { owners: _, ...rest } = settings
    const saved = await admin.post(`/api/intake-categories/${software.id}/settings`, {
      ...rest,
      ownerIds: [person.userId],
    })
    expect(saved.status).toBe(200)
    expect(await ids(owner)).toEqual(['VENDOR', mine, others].sort())
  })

  it('a member finds their own request by its number, and no one else’s', async () => {
    const numberOf = async (id: string) =>
      (await rows<{ number: number }>('SELECT number FROM intake_submissions WHERE id = ?', id))[0]?.number
    const mine = await request('Mine')
    const others = await file(admin, software.id, { title: 'Not mine' })
    expect((await found(`#${await numberOf(mine)}`, rita)).map((r) => r.intakeSubmissionId)).toEqual([mine])
    expect(await found(`#${await numberOf(others)}`, rita)).toEqual([])
  })

  it('a member finds an old request of theirs among many newer ones with the same words', async () => {
    const mine = await request('Paper for Rita')
    await fill(1_000, 500)
    expect((await found('paper', rita)).map((r) => r.intakeSubmissionId)).toEqual([mine])
    expect((await found('paper')).length).toBeGreaterThan(1)
  })

  it('people who manage everyone find members by name, and others don’t', async () => {
    const person = await company.addPerson({ name: 'Walter Quill' })
    expect(await found('quill')).toMatchObject([{ kind: 'MEMBER', name: 'Walter Quill', memberId: person.userId }])
    const lead = await signIn(company, await company.addPerson({ flags: ['hasDepartmentAccess'] }))
    expect([await found('quill', lead), await found('quill', rita)]).toEqual([[], []])
  })

  it('a service is found by its name until it is deleted', async () => {
    const name = 'Payroll hosting'
    const vendorId = await company.add('vendors', 'Somebody')
    const manager = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const { body } = await manager.post('/api/services', { name, vendorId })
    expect(await found('payroll')).toMatchObject([{ kind: 'SERVICE', serviceId: body.id, vendorId: null }])
    await manager.call('PUT', `/api/services/${body.id}`, { body: { name: 'Wages hosting', version: 1 } })
    expect(await found('payroll')).toEqual([])
    expect(await found('wages')).toHaveLength(1)
  })
})

describe('the order of results', () => {
  it('results start with the exact name or number, then names that begin with it, then others, newest first', async () => {
    const oldest = await request('Atlas')
    await company.add('vendors', 'The Atlas Group')
    await company.add('vendors', 'Atlas Copco')
    const newest = await request('About Atlas')
    expect((await found('atlas')).map((r) => r.name)).toEqual([
      'Atlas',
      'Atlas Copco',
      'The Atlas Group',
      'About Atlas',
    ])
    const [row] = await rows<{ number: number }>('SELECT number FROM intake_submissions WHERE id = ?', oldest)
    await request(`Order ${row?.number} of many`)
    expect((await found(`#${row?.number}`))[0]?.intakeSubmissionId).toBe(oldest)
    expect(newest).not.toBe(oldest)
  })

  it('the exact name is found even if more than a page of newer ones begin with it', async () => {
    const exact = await company.add('vendors', 'IT')
    for (let i = 0; i < 25; i++) await company.add('vendors', `Italia ${i}`)
    const results = await found('it')
    expect(results[0]?.vendorId).toBe(exact)
    expect(results).toHaveLength(12)
  })

  it('archived results come after active ones', async () => {
    await company.add('vendors', 'Zephyr Two')
    const gone = await company.add('vendors', 'Zephyr Three')
    await run('UPDATE vendors SET archived_at = 1 WHERE id = ?', gone)
    expect((await found('zephyr')).map(({ name, archived }) => [name, archived])).toEqual([
      ['Zephyr Two', false],
      ['Zephyr Three', true],
    ])
  })
})

describe('unusual search text', () => {
  const HOSTILE = [
    ...[
      '*',
      '"',
      "'",
      '""',
      '"*',
      'a"b',
      'NEAR(a b)',
      'a NEAR b',
      'AND',
      'OR OR',
      'NOT a',
      '^a',
      'title : a',
      '-a',
      '+',
    ],
    ...[
      '{title} : x',
      ':',
      '(',
      '))((',
      '\\',
      '%',
      '_',
      ';--',
      '🦊',
      '🦊 fox',
      '\u0000',
      'a\u0000b',
      '\u0301',
      '\ufffd',
    ],
    ...['\ue000VENDOR', '日本語', 'ﷺ', '٣٤', '½', 'ß', 'İ', '#', '#99999999999', '9'.repeat(400), 'x'.repeat(10_240)],
    ...['"'.repeat(10_240), 'a '.repeat(5_000), '¯\\_(ツ)_/¯', "Robert'); DROP TABLE vendors;--"],
  ]
  beforeAll(async () => {
    const other = await makeCompany()
    await other.add('vendors', 'a AND b')
  })

  it.each(HOSTILE.map((query) => [JSON.stringify(query).slice(0, 40), query]))(
    'searching for %s never fails',
    async (_, query) => {
      await company.add('vendors', 'Plain')
      for (const name of await names(query)) expect(name).not.toBe('a AND b')
    },
  )

  it('a name made of the search operators is found', async () => {
    await company.add('vendors', 'NEAR AND OR NOT')
    expect(await names('near and or not')).toEqual(['NEAR AND OR NOT'])
    await company.add('vendors', '"Quoted" * (Star)')
    expect(await names('"quoted" * (star)')).toEqual(['"Quoted" * (Star)'])
  })

  it('a blank search is refused beside its field', async () => {
    for (const query of ['', '   ', '\t\n']) {
      const answer = await ask(query)
      expect({ status: answer.status, fields: answer.body.fields }).toEqual({
        status: 400,
        fields: { query: 'Type what to search for' },
      })
    }
    expect((await admin.get('/api/search')).status).toBe(400)
  })
})

describe('the cost of a search', () => {
  const costOf = async (query: string, client = admin): Promise<{ trips: number; read: number; hits: number }> => {
    const answer = await ask(query, client)
    const timing = answer.headers.get('Server-Timing') ?? ''
    const part = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(timing)?.[1])
    return { trips: part('trips'), read: part('read'), hits: answer.body.length }
  }

  it('a search reads the same rows among a thousand objects as among twenty thousand', async () => {
    await company.add('vendors', 'Needle Works')
    await request('A needle in the haystack')
    await fill(1_000, 1_000)
    const queries = ['needle', 'paper', 'p', 'order number', 'nobody', 'nothing like it']
    const few: Awaited<ReturnType<typeof costOf>>[] = []
    for (const query of queries) few.push(await costOf(query))
    await fill(10_000, 19_000)
    const many: typeof few = []
    for (const query of queries) many.push(await costOf(query))
    for (const [i, { trips, read, hits }] of many.entries()) {
      expect({ query: queries[i], hits }).toEqual({ query: queries[i], hits: few[i]?.hits })
      expect({ query: queries[i], read }).toEqual({ query: queries[i], read: Math.min(read, few[i]?.read ?? 0) })
      // Words that beginnings can mean are looked up first.
      expect(trips).toBeLessThanOrEqual(2)
      // Some rows for the person and for other words that begin like these, and for each hit its entry, its place in the index and its object.
      expect({ query: queries[i], read }).toEqual({ query: queries[i], read: Math.min(read, 40 + 12 * hits) })
    }
    expect(many[queries.indexOf('nothing like it')]?.hits).toBe(0)
    for (const query of queries) {
      const { trips, read } = await costOf(query, rita)
      expect({ query, trips, read }).toEqual({ query, trips: Math.min(trips, 2), read: Math.min(read, 300) })
    }
  }, 60_000)

  it('a member who filed many with the same words reads few rows, and finds the newest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 30; i++) ids.push(await request(`Orders of paper ${i}`))
    await fill(1_000, 100)
    expect((await costOf('orders paper', rita)).read).toBeLessThanOrEqual(300)
    expect((await found('orders paper', rita)).map((r) => r.intakeSubmissionId)).toEqual(ids.slice(-12).reverse())
  })

  it('what begins with a word that ten thousand have is found by it, and by its beginning', async () => {
    const vendor = await company.add('vendors', 'Order Works')
    await fill(1_000, 10_500)
    for (const query of ['order', 'orde', 'order works', 'ORDER'])
      expect({ query, kinds: (await found(query))[0]?.vendorId }).toEqual({ query, kinds: vendor })
    expect(await found('orderly')).toEqual([])
  }, 60_000)

  it('an old vendor is found by its exact name where ten thousand requests and newer vendors have the word, too', async () => {
    const small = await makeCompany()
    const people = [admin, await signIn(small, await small.addPerson({ name: 'Sam Small', flags: ['hasAdminAccess'] }))]
    const vendors: string[] = []
    for (const each of [company, small]) {
      vendors.push(await each.add('vendors', 'Order'))
      for (let i = 0; i < 25; i++) await each.add('vendors', `Better order ${i}`)
    }
    await fill(1_000, 10_500)
    for (const [i, person] of people.entries()) {
      expect((await found('Order', person))[0]).toMatchObject({ name: 'Order', vendorId: vendors[i] })
      expect((await found('orde', person))[0]).toMatchObject({ name: 'Order', vendorId: vendors[i] })
    }
  }, 60_000)
})

describe('people that a comment can mention', () => {
  const mention = async (query: string, client = rita) =>
    (await client.get(`/api/users-for-mention?query=${encodeURIComponent(query)}`)).body.map(
      (person: { firstName: string }) => person.firstName,
    )

  it('a member is found by the beginning of a name or of the address', async () => {
    await company.addPerson({ name: 'Zoë Quill', email: `zoe.quill.${newId()}@people.test` })
    for (const query of ['zo', 'qui', 'quill zoe', 'zoe.quill']) expect(await mention(query)).toEqual(['Zoë'])
    expect(await mention('@')).toEqual([])
    expect((await mention('')).sort()).toEqual(['Ada', 'Rita', 'Zoë'])
  })

  it('a disabled member isn’t found until they are enabled', async () => {
    const person = await company.addPerson({ name: 'Walt Away' })
    const set = (at: number | null) =>
      run(
        'UPDATE company_memberships SET disabled_at = ? WHERE company_id = ? AND user_id = ?',
        at,
        company.id,
        person.userId,
      )
    await set(1)
    expect(await mention('walt')).toEqual([])
    await set(null)
    expect(await mention('walt')).toEqual(['Walt'])
    await run("UPDATE users SET first_name = 'Wanda' WHERE id = ?", person.userId)
    expect([await mention('walt'), await mention('wanda')]).toEqual([[], ['Wanda']])
    await expectSound()
  })
})
