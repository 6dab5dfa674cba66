import { beforeAll, describe, expect, it } from 'vitest'
import { KEEP_KEYS } from '../../../support/kept-keys.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/**
 * Services by answers and by part of a name: exactly the matching ones, page by page, in each order, each page at its
 * own cost, even if matches are rare or late in the list.
 */

const MANY = 6_000
const VENDORS = 300
const MOST_READ = 300
const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`
const FIELDS = {
  serviceFormFields: [
    {
      ...{ id: 'region', label: 'Region', type: 'CUSTOM_SELECT' },
      options: ['eu', 'us', 'jp'].map((id) => ({ id, label: id.toUpperCase() })),
    },
    { id: 'code', label: 'Code', type: 'TEXT' },
    { id: 'code2', label: 'Code', type: 'TEXT' },
    { id: 'reviewed', label: 'Reviewed on', type: 'DATE' },
    { id: 'critical', label: 'Critical', type: 'YES_NO' },
  ],
  serviceItemFormFields: [{ id: 'plan', label: 'Plan', type: 'TEXT' }],
  vendorFormFields: [],
}

let client: Client
let ownerId: string
let all: Row[]

interface Row {
  id: string
  name: string
  vendor: string
  endDate: string
  archived: number
  owned: number
  unit: string | null
  answers: Record<string, string[]>
}

beforeAll(async () => {
  const company = await makeCompany()
  const admin = await company.addPerson({ flags: ['hasAdminAccess'] })
  ownerId = admin.userId
  client = await signIn(company, admin)
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${VENDORS - 1})
     INSERT INTO vendors (id, company_id, name, created_at, figures_month)
     SELECT ?1 || '-v' || i, ?1, CASE i WHEN 250 THEN 'Xylophone Works' ELSE 'Supplier ' || printf('%03d', i) END, 0, '~' FROM n`,
    company.id,
  )
  await run(
    `${numbers} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, last_end_date, created_at, archived_at, business_unit_id)
       SELECT ?1 || '-s' || i, ?1, v.id, lower(v.name),
              iif(i = 5999, 'Quixotic hosting', CASE i % 3 WHEN 0 THEN 'Hosting ' WHEN 1 THEN 'Licences ' ELSE 'Support ' END || (i * 7919 % ${MANY})),
              2020 + i % 30 || '-12-31', 0, iif(i % 50 = 9, 1, NULL), iif(i % 200 = 3, 'unit', NULL)
         FROM n CROSS JOIN vendors v ON v.id = ?1 || '-v' || (i % ${VENDORS})`,
    company.id,
  )
  await run(
    `${numbers} INSERT INTO service_links (company_id, service_id, kind, target_id)
       SELECT ?1, ?1 || '-s' || i, 'OWNER', ?2 FROM n WHERE i % 4 = 1`,
    ...[company.id, ownerId],
  )
  await run(
    `INSERT INTO custom_form_fields (company_id, vendor_category_id, definition, version, updated_at) VALUES (?1, '', ?2, 1, 0)`,
    ...[company.id, JSON.stringify(FIELDS)],
  )
  const answered = [
    ['region', "CASE i % 3 WHEN 0 THEN 'eu' WHEN 1 THEN 'us' ELSE 'jp' END", '1', "''"],
    ['code', "'c' || (i % 500)", 'i % 2 = 0', "''"],
    ['code2', "'c' || (i % 700)", 'i % 2 = 1', "''"],
    ['code2', "'other'", 'i % 1000 = 7', "''"],
    ['code', "'rare'", 'i = 5999', "''"],
    ['reviewed', "date('2024-01-01', '+' || (i % 900) || ' days')", 'i % 5 = 0', "''"],
    ['critical', "'1'", 'i % 97 = 0', "''"],
    ['plan', "'gold'", 'i % 150 = 2', "'p1'"],
    ['plan', "'gold'", 'i % 300 = 2', "'p2'"],
  ]
  for (const [question, value, where, period] of answered) {
    await run(
      `${numbers} INSERT INTO service_answer_values (company_id, question_id, value, service_id, period_id)
         SELECT ?1, '${question}', ${value}, ?1 || '-s' || i, ${period} FROM n WHERE ${where}`,
      company.id,
    )
  }
  for (const sql of KEEP_KEYS) await run(sql, company.id)
  const found = await rows<Omit<Row, 'answers'> & { answers: string }>(
    `SELECT s.id, lower(s.name) AS name, s.vendor_key AS vendor, s.last_end_date AS endDate, s.archived_at IS NOT NULL AS archived,
            s.business_unit_id AS unit, EXISTS (SELECT 1 FROM service_links k WHERE k.company_id = ?1 AND k.service_id = s.id) AS owned,
            (SELECT json_group_array(json_array(a.question_id, a.value)) FROM service_answer_values a
              WHERE a.company_id = ?1 AND a.service_id = s.id) AS answers
       FROM services s WHERE s.company_id = ?1`,
    company.id,
  )
  all = found.map((row) => {
    const answers: Row['answers'] = {}
    for (const [question, value] of JSON.parse(row.answers) as [string, string][]) {
      answers[question] = [...(answers[question] ?? []), value]
    }
    return { ...row, answers }
  })
}, 120_000)

interface Case {
  query: string
  passes: (row: Row) => boolean
}
const has = (row: Row, question: string, value: string) => row.answers[question]?.includes(value) ?? false
const code = (row: Row, value: string) => ['code', 'code2'].some((question) => has(row, question, value))
const pair = (label: string, value: string, of = 'serviceAnswerFilters') =>
  `${of}[]=${encodeURIComponent(label)}&${of}[]=${encodeURIComponent(value)}`

const CASES: Case[] = [
  { query: pair('region', 'EU'), passes: (row) => has(row, 'region', 'eu') },
  { query: pair('Region', 'Mars'), passes: () => false },
  { query: pair('Code', 'rare'), passes: (row) => code(row, 'rare') },
  { query: pair('Code', 'C3'), passes: (row) => code(row, 'c3') },
  { query: pair('Code', 'other'), passes: (row) => code(row, 'other') },
  {
    query: `${pair('Code', 'c3')}&${pair('Code', 'c11')}&${pair('Code', 'rare')}`,
    passes: (row) => ['c3', 'c11', 'rare'].some((value) => code(row, value)),
  },
  {
    query: `${pair('Region', 'EU')}&${pair('Code', 'c6')}`,
    passes: (row) => has(row, 'region', 'eu') && code(row, 'c6'),
  },
  { query: pair('Critical', 'true'), passes: (row) => has(row, 'critical', '1') },
  {
    query: pair('Reviewed on', '2024-02-01,2024-02-09'),
    passes: (row) => row.answers.reviewed?.some((day) => day >= '2024-02-01' && day <= '2024-02-09') ?? false,
  },
  { query: pair('Reviewed on', '2024-03-01'), passes: (row) => has(row, 'reviewed', '2024-03-01') },
  { query: pair('Plan', 'gold', 'servicePeriodAnswerFilters'), passes: (row) => has(row, 'plan', 'gold') },
  {
    query: `${pair('Plan', 'gold', 'servicePeriodAnswerFilters')}&${pair('Region', 'JP')}&ownerId=OWNER`,
    passes: (row) => has(row, 'plan', 'gold') && has(row, 'region', 'jp') && row.owned === 1,
  },
  { query: 'search=quixotic', passes: ({ name }) => name.includes('quixotic') },
  { query: 'search=xylo', passes: ({ name, vendor }) => `${name}|${vendor}`.includes('xylo') },
  { query: 'search=hosting%203', passes: ({ name }) => name.includes('hosting 3') },
  { query: 'search=no%20such', passes: () => false },
  { query: 'search=supplier%20hosting', passes: () => false },
  { query: 'search=xy', passes: ({ name, vendor }) => `${name}|${vendor}`.includes('xy') },
  { query: 'search=77&ownerId=OWNER', passes: (row) => `${row.name}|${row.vendor}`.includes('77') && row.owned === 1 },
  {
    query: 'search=hosting&businessUnitId=unit',
    passes: ({ name, unit }) => name.includes('hosting') && unit === 'unit',
  },
  { query: 'businessUnitId=unit', passes: ({ unit }) => unit === 'unit' },
]
const KEPT = {
  ACTIVE: (row: Row) => row.archived === 0,
  ALL: () => true,
  ARCHIVED: (row: Row) => row.archived === 1,
}
const KEYS = {
  vendor: (row: Row) => [row.vendor, row.name, row.id],
  name: (row: Row) => [row.name, row.id],
  endDate: (row: Row) => [row.endDate, row.id],
}

const sorted = (found: Row[], by: keyof typeof KEYS, dir: 'ASC' | 'DESC'): string[] =>
  found
    .map((row) => ({ id: row.id, key: KEYS[by](row) }))
    .sort((a, b) => {
      const place = a.key.findIndex((part, i) => part !== b.key[i])
      const order = (a.key[place] ?? '') < (b.key[place] ?? '') ? -1 : 1
      return dir === 'ASC' ? order : -order
    })
    .map(({ id }) => id)

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

const listed = async (query: string, first: number): Promise<string[]> => {
  const ids: string[] = []
  let cursor = ''
  for (;;) {
    const answer = await client.get(`/api/services?first=${first}&${query}${cursor}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    ids.push(...answer.body.edges.map(({ node }: { node: { id: string } }) => node.id))
    if (!answer.body.pageInfo.hasNextPage) return ids
    cursor = `&cursor=${answer.body.pageInfo.endCursor}`
  }
}

describe.each(CASES)('services by $query', ({ query: written, passes }) => {
  it('the list has exactly the matching services, in each order', async () => {
    const query = written.replace('OWNER', ownerId)
    for (const [by, dir, filter] of [
      ['vendor', 'ASC', 'ACTIVE'],
      ['vendor', 'DESC', 'ALL'],
      ['name', 'ASC', 'ALL'],
      ['endDate', 'DESC', 'ARCHIVED'],
    ] as const) {
      const expected = sorted(
        all.filter((row) => passes(row) && KEPT[filter](row)),
        by,
        dir,
      )
      const order = `orderBy[by][]=${by}&orderBy[dir][]=${dir}&filter=${filter}`
      expect(await listed(`${query}&${order}`, 100), `${query}&${order}`).toEqual(expected)
    }
  }, 60_000)

  it('every page stays within the read limit', async () => {
    const query = written.replace('OWNER', ownerId)
    for (const by of ['vendor', 'name', 'endDate']) {
      let cursor = ''
      for (const _ of [1, 2, 3]) {
        const answer = await client.get(`/api/services?${query}&orderBy[by][]=${by}&orderBy[dir][]=ASC${cursor}`)
        expect(readRows(answer), `${query} by ${by}`).toBeLessThanOrEqual(MOST_READ)
        // What is named is read once more, if only the part that was read on has any.
        expect(costOf(answer).trips).toBeLessThanOrEqual(3)
        if (!answer.body.pageInfo.hasNextPage) break
        cursor = `&cursor=${answer.body.pageInfo.endCursor}`
      }
    }
  })
})

it.each(['name', 'vendor'])('a rare word and a rare answer are on the first page by %s', async (by) => {
  for (const query of ['search=quixotic', pair('Code', 'rare')]) {
    const { body } = await client.get(`/api/services?${query}&orderBy[by][]=${by}&orderBy[dir][]=ASC`)
    expect({ query, found: body.edges.length, more: body.pageInfo.hasNextPage }).toEqual({
      query,
      found: 1,
      more: false,
    })
  }
})

it('changed services are found by their new values only', async () => {
  const [{ node }] = (await client.get('/api/services?search=quixotic')).body.edges
  await client.call('PUT', `/api/services/${node.id}`, { body: { name: 'Zeppelin mooring', version: node.version } })
  expect(await listed('search=quixotic', 20)).toEqual([])
  expect(await listed('search=zeppelin&orderBy[by][]=name&orderBy[dir][]=ASC', 20)).toEqual([node.id])
  expect((await client.get('/api/service-select-options?search=zeppelin')).body.edges).toHaveLength(1)
  const before = await listed('search=xylo', 20)
  const [vendor] = (await client.get('/api/vendors?search=xylophone&filter=ALL')).body.edges
  const renamed = await client.call('PUT', `/api/vendors/${vendor.node.id}`, { body: { name: 'Kettledrum Works' } })
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
  expect(await listed('search=xylo', 20)).toEqual([])
  expect(await listed('search=kettledrum', 20)).toEqual(before)
})
