import { beforeAll, describe, expect, it } from 'vitest'
import { enter, makeBillScene } from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, signIn } from '../../../support/worker/world.ts'

/**
 * Bills, spend requests, documents and lines by two fields, for people who see some of many and act for others: all pages
 * together have each object once, as one ORDER BY would, and a page reads few rows, however many have one value.
 */

const MANY = 240
/** Many rows have one value of the first field, so that the index of the second one is read for each person. */
const MOST_READ = 300
/** Who reads a document depends on what it is attached to, and which of these are looked at on where rows happen to be. */
const MOST_READ_OF_DOCUMENTS = 380
const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})`

interface SortedList {
  path: string
  /** What is read by a plain ORDER BY. ?1 is the company, ?2 the list of people whose rows are seen, or null. */
  from: string
  id: string
  columns: Record<string, string>
}

const ofPeople = (table: string, id: string, of: string): string =>
  `(?2 IS NULL OR EXISTS (SELECT 1 FROM ${table} o WHERE o.company_id = ?1 AND o.${id} = ${of}
     AND o.user_id IN (SELECT value FROM json_each(?2))))`

const LISTS: Record<string, SortedList> = {
  bills: {
    path: '/api/payments/bills',
    from: `bills t WHERE t.company_id = ?1 AND ${ofPeople('bill_orders', 'bill_id', 't.id')}`,
    id: 't.id',
    columns: {
      createdAt: 't.created_at',
      invoiceDate: 't.invoice_date',
      dueDate: 't.due_sort',
      totalAmount: 't.amount_sort',
    },
  },
  'spend requests': {
    path: '/api/spend-requests',
    from: `spend_requests t WHERE t.company_id = ?1 AND ${ofPeople('spend_request_orders', 'spend_request_id', 't.id')}`,
    id: 't.id',
    columns: { createdAt: 't.created_at', estimatedCost: 't.amount_sort', serviceStartDate: 't.service_start' },
  },
  documents: {
    path: '/api/documents',
    from: `documents t WHERE t.company_id = ?1 AND t.display_name LIKE 'Paper%'
      AND (t.uploaded_by_user_id = ?2 ->> 0 OR EXISTS (SELECT 1 FROM document_links k WHERE k.document_id = t.id))`,
    id: 't.id',
    columns: {
      createdAt: 't.created_at',
      displayName: 'lower(t.display_name)',
      type: 't.types',
      vendor: 't.vendor_key',
    },
  },
  lines: {
    path: '/api/payments/bills/line-items',
    from: 'bill_lines t WHERE t.company_id = ?1 AND ?2 IS NULL',
    id: 't.id',
    columns: { createdAt: 't.bill_created_at', invoiceDate: 't.invoice_date' },
  },
}

const PAIRS = Object.entries(LISTS).flatMap(([list, { columns }]) =>
  Object.keys(columns).flatMap((first) =>
    Object.keys(columns)
      .filter((second) => second !== first)
      .map((second) => ({ list, first, second })),
  ),
)

let companyId: string
let readers: { name: string; client: Client; ids: string[] | null }[]

/** So many more rows like this one. */
const copies = async (table: string, id: string, changed: Record<string, string>): Promise<void> => {
  const found = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
  const names = found.map(({ name }) => name)
  await run(
    `${numbers} INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.map((name) => changed[name] ?? (name === 'id' ? "t.id || '-' || i" : `t.${name}`)).join(', ')}
       FROM ${table} t CROSS JOIN n WHERE t.id = ?1`,
    id,
  )
}

beforeAll(async () => {
  const scene = await makeBillScene()
  companyId = scene.company.id
  const [member, delegate] = [await scene.company.addPerson(), await scene.company.addPerson()]
  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
    ...[companyId, member.userId, delegate.userId],
  )
  const billId = await enter(scene)
  const filed = await scene.admin.post('/api/spend-requests', {
    ...{ vendorId: scene.vendorId, serviceStartDate: '2031-01-01', description: 'Seats' },
    lines: [{ amount: 1, categoryId: scene.categoryId, departmentId: scene.departmentId }],
  })
  expect(filed.status, JSON.stringify(filed.body)).toBe(200)
  const spendId = filed.body.id as string
  // Two thirds have one value of each key, more than a page reads at once.
  const day = (from: string, of: string) => `date('${from}', '+' || iif(i % 3 > 0, 0, i * ${of} % 5) || ' days')`
  const amount = 'iif(i % 3 < 2, 500, i * 11 % 7)'
  await copies('bills', billId, {
    ...{ created_at: 'iif(i % 3 <> 1, 9, i * 13 % 6)', invoice_date: day('2026-01-01', '7'), amount_sort: amount },
    ...{ due_sort: day('2026-03-01', '17'), invoice_number: "'N' || i", invoice_key: "'n' || i" },
  })
  await copies('spend_requests', spendId, {
    ...{ created_at: 'iif(i % 3 <> 1, 9, i * 13 % 6)', service_start: day('2026-01-01', '7'), amount_sort: amount },
    ...{ number: '1000 + i' },
  })
  const lineNames = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('bill_lines')")).map(
    ({ name }) => name,
  )
  const kept = new Map([
    ['bill_id', 'b.id'],
    ['id', "b.id || '-line'"],
    ['bill_created_at', 'b.created_at'],
    ['invoice_date', 'b.invoice_date'],
  ])
  await run(
    `INSERT INTO bill_lines (${lineNames.join(', ')})
     SELECT ${lineNames.map((name) => kept.get(name) ?? `l.${name}`).join(', ')}
       FROM bill_lines l CROSS JOIN bills b ON b.company_id = ?1 AND b.id <> ?2 WHERE l.bill_id = ?2`,
    ...[companyId, billId],
  )
  for (const [userId, where] of [
    [member.userId, 'abs(t.rowid) % 3 < 2'],
    [delegate.userId, 'abs(t.rowid) % 5 = 2'],
  ] as const) {
    const asked = 'iif(abs(t.rowid) % 2, 1, 0)'
    await run(
      `INSERT INTO bill_orders (company_id, user_id, bill_id, is_asked, created_at, invoice_date, due_sort, amount_sort)
       SELECT company_id, ?2, id, ${asked}, created_at, invoice_date, due_sort, amount_sort FROM bills t WHERE company_id = ?1 AND ${where}`,
      ...[companyId, userId],
    )
    await run(
      `INSERT INTO spend_request_orders (company_id, user_id, spend_request_id, is_asked, created_at, amount_sort, service_start)
       SELECT company_id, ?2, id, ${asked}, created_at, amount_sort, service_start FROM spend_requests t WHERE company_id = ?1 AND ${where}`,
      ...[companyId, userId],
    )
  }
  await run(
    `${numbers} INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
       uploaded_by_user_id, created_at, updated_at, types)
       SELECT ?1 || '-d' || (i * 7919 % ${MANY}), ?1, 'd', 'Paper ' || iif(i % 3 = 2, 'same', i * 7 % 9), 'd.pdf', 'application/pdf', 1, '',
              CASE i % 5 WHEN 0 THEN ?2 WHEN 1 THEN ?3 WHEN 2 THEN ?3 ELSE 'someone' END, iif(i % 3 > 0, 9, i * 13 % 6), i,
              iif(i % 4 > 0, '["CONTRACT"]', '["INVOICE"]') FROM n`,
    ...[companyId, delegate.userId, member.userId],
  )
  // What is attached to a vendor is read by everyone.
  await run(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at)
     SELECT company_id, id, 'VENDOR', 'anything', 0 FROM documents
      WHERE company_id = ?1 AND display_name LIKE 'Paper%' AND rowid % 3 = 1`,
    companyId,
  )
  await run(
    `UPDATE documents SET vendor_key = iif(rowid % 3 > 0, 'acme', 'globex') WHERE company_id = ?1 AND display_name LIKE 'Paper%'`,
    companyId,
  )
  readers = [
    { name: 'member', client: await signIn(scene.company, member), ids: [member.userId] },
    { name: 'delegate', client: await signIn(scene.company, delegate), ids: [delegate.userId, member.userId] },
    { name: 'clerk', client: scene.clerk, ids: null },
  ]
}, 120_000)

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

const listed = async (client: Client, path: string): Promise<{ ids: string[]; costs: number[] }> => {
  const [ids, costs]: [string[], number[]] = [[], []]
  let cursor = ''
  for (let pages = 0; pages < MANY; pages++) {
    const answer = await client.get(`${path}${cursor}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    ids.push(...answer.body.edges.map(({ node }: { node: { id: string } }) => node.id))
    costs.push(readRows(answer))
    if (!answer.body.pageInfo.hasNextPage) return { ids, costs }
    cursor = `&cursor=${answer.body.pageInfo.endCursor}`
  }
  throw new Error('The list has no end')
}

const READERS: Record<string, string[]> = {
  bills: ['member', 'delegate', 'clerk'],
  'spend requests': ['member', 'delegate'],
  documents: ['member', 'delegate'],
  lines: ['clerk'],
}

describe('lists of people who see some, by two fields', () => {
  it.each(PAIRS)(
    '$list by $first and $second are all listed once, in order, and no page reads many rows',
    async ({ list, first, second }) => {
      const { path, from, id, columns } = LISTS[list] as SortedList
      const keys = [columns[first], columns[second]]
      for (const { name, client, ids } of readers.filter((reader) => READERS[list]?.includes(reader.name)))
        for (const dir of [
          ['ASC', 'DESC'],
          ['DESC', 'DESC'],
        ]) {
          const sorting = [first, second].map((by, at) => `orderBy[by][]=${by}&orderBy[dir][]=${dir[at]}`).join('&')
          const search = list === 'documents' ? '&displayName=Paper' : ''
          const found = await listed(client, `${path}?filter=ALL&first=20&${sorting}${search}`)
          const plain = await rows<{ id: string; key: string }>(
            `SELECT ${id} AS id, json_array(${keys.join(', ')}) AS key FROM ${from}
              ORDER BY ${keys.map((key, place) => `${key} ${dir[place]}`).join(', ')}`,
            ...[companyId, ids && JSON.stringify(ids)],
          )
          expect(plain.length).toBeGreaterThan(60)
          expect(new Set(found.ids).size).toBe(found.ids.length)
          const keyById = new Map(plain.map((row) => [row.id, row.key]))
          expect(
            found.ids.map((each) => keyById.get(each)),
            `${name} ${dir.join()}`,
          ).toEqual(plain.map(({ key }) => key))
          expect(
            found.costs
              .slice(0, 2)
              .filter((cost) => cost > (list === 'documents' ? MOST_READ_OF_DOCUMENTS : MOST_READ)),
            `${name} ${dir.join()}`,
          ).toEqual([])
        }
    },
    60_000,
  )

  it.each(['bills', 'spend requests'])(
    '%s that wait for a person or for people they act for are in order',
    async (list) => {
      const { path, columns } = LISTS[list] as SortedList
      const table = list === 'bills' ? 'bill_orders' : 'spend_request_orders'
      const delegate = readers.find(({ name }) => name === 'delegate')
      const [first = '', second = ''] =
        list === 'bills' ? ['dueDate', 'createdAt'] : ['serviceStartDate', 'estimatedCost']
      const key = [first, second].map((field) => columns[field]?.replace('t.', 'o.')).join(', ')
      const expected = await rows<{ key: string }>(
        `SELECT json_array(${key}) AS key FROM (SELECT DISTINCT ${list === 'bills' ? 'bill_id' : 'spend_request_id'} AS id, ${key} FROM ${table} o
        WHERE o.company_id = ?1 AND o.is_asked = 1 AND o.user_id IN (SELECT value FROM json_each(?2))) o ORDER BY ${key}`,
        ...[companyId, JSON.stringify(delegate?.ids)],
      )
      expect(expected.length).toBeGreaterThan(40)
      const found = await listed(
        delegate?.client as Client,
        `${path}?filter=ACTION_REQUIRED&first=20&orderBy[by][]=${first}&orderBy[by][]=${second}&orderBy[dir][]=ASC&orderBy[dir][]=ASC`,
      )
      const own = await rows<{ id: string; key: string }>(
        `SELECT t.id, json_array(${columns[first]}, ${columns[second]}) AS key FROM ${list === 'bills' ? 'bills' : 'spend_requests'} t WHERE t.company_id = ?`,
        companyId,
      )
      const keyById = new Map(own.map((row) => [row.id, row.key]))
      expect(found.ids.map((id) => keyById.get(id))).toEqual(expected.map((row) => row.key))
      expect(Math.max(...found.costs)).toBeLessThanOrEqual(MOST_READ)
    },
  )
})
