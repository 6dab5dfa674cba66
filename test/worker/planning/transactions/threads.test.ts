import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addTransactions, linkBooks } from '../../../support/worker/transactions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Discussions of transactions, which only people who see the transaction read. */

let company = {} as TestCompany
let department = ''
const people: Record<string, TestPerson> = {}
const clients: Record<string, Client> = {}

const ROLES: Record<string, AccessFlag[]> = {
  Ada: ['hasAdminAccess'],
  Ann: ['hasFinancialAnalysisAccess'],
  Sue: ['hasSuperViewerAccess'],
  Lea: ['hasDepartmentAccess'],
  Pay: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  Out: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  Mia: [],
}

beforeEach(async () => {
  company = await makeCompany()
  await linkBooks(company.id)
  department = await company.add('departments', 'IT')
  for (const [name, flags] of Object.entries(ROLES)) {
    people[name] = await company.addPerson({ name: `${name} P`, flags })
    if (name === 'Lea' || name === 'Pay') await company.addToDepartment(department, people[name].userId)
    clients[name] = await signIn(company, people[name])
  }
})

const as = (name: string): Client => clients[name] as Client
const mention = (name: string) => `@[${name} P](${people[name]?.userId})`
const LINE = 'erpIntegrationId: "books", lineItemErpId: "1", transactionType: expense'
const start = (who: string, erpId: string, body: string, documentIds: string[] = []) =>
  as(who).graphql(
    `mutation ($e: String!, $b: String!, $d: [ID!]) {
       createTransactionThread(erpId: $e, ${LINE}, commentBody: $b, documentIds: $d) { id } }`,
    { e: erpId, b: body, d: documentIds },
  )
const started = async (who: string, erpId: string, body: string): Promise<string> =>
  (await start(who, erpId, body)).body.data.createTransactionThread.id
const resolve = (who: string, t: string, call = 'resolveThread') =>
  as(who).graphql(`mutation ($t: ID!) { ${call}(threadId: $t) { id } }`, { t })
const listed = async (who: string, query = '') =>
  (await as(who).get(`/api/transaction-threads?${query}`)).body.edges.map(
    ({ node }: { node: { transactionId: string } }) => node.transactionId,
  )
const ofLine = (who: string, erpId: string) =>
  as(who).graphql(
    `query ($e: String!) { transactionThreadsForTransaction(erpId: $e, ${LINE}) {
       id transactionId erpId lineItemErpId transactionDetails { amount { value } date vendor { name } }
       thread { resolvedAt resolvedByUser { firstName } commentLines { body createdByUser { firstName } } } } }`,
    { e: erpId },
  )
const countsOf = async (id: string) => {
  const [row] = await rows('SELECT open_threads AS open, all_threads AS everything FROM transactions WHERE id = ?', id)
  return row
}
const makeLines = async () => {
  const vendorId = await company.add('vendors', `Acme ${crypto.randomUUID().slice(0, 4)}`)
  const [usual = '', salary = ''] = await addTransactions(company.id, [
    { departmentId: department, vendorId, amountMinor: 4200 },
    { departmentId: department, isPayroll: true },
  ])
  return { usual, salary, vendorId }
}

describe('a discussion of a transaction', () => {
  it('people who see the line read its discussions, and payroll’s only those who may', async () => {
    const { usual, salary } = await makeLines()
    await started('Ada', usual, 'What is this?')
    await started('Ada', salary, 'Why so much?')
    const seen = Object.fromEntries(
      await Promise.all(
        Object.keys(ROLES).map(async (name) => {
          const read = async (id: string) =>
            (await as(name).get(`/api/threads?targetType=TRANSACTION&targetId=${id}`)).status === 200
          return [name, [await read(usual), await read(salary)]]
        }),
      ),
    )
    expect(seen).toEqual({
      ...{ Ada: [true, true], Sue: [true, true], Ann: [true, false], Lea: [true, false], Pay: [true, true] },
      ...{ Out: [false, false], Mia: [false, false] },
    })
    // The list and the lookup by the accounting system's ids say the same.
    for (const [name, [line, payroll]] of Object.entries(seen) as [string, boolean[]][]) {
      if (name === 'Mia') continue
      expect([name, new Set(await listed(name))]).toEqual([
        name,
        new Set([...(line ? [usual] : []), ...(payroll ? [salary] : [])]),
      ])
      const found = await ofLine(name, salary)
      expect([name, found.body.data !== null && !found.body.errors]).toEqual([name, payroll])
    }
    expect((await as('Mia').get('/api/transaction-threads')).status).toBe(403)
  })

  it('without books no one but admins sees lines, nor what was said of them', async () => {
    const { usual } = await makeLines()
    await started('Ada', usual, 'What is this?')
    await run("UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('false')) WHERE id = ?", company.id)
    const read = async (name: string) =>
      (await as(name).get(`/api/threads?targetType=TRANSACTION&targetId=${usual}`)).status
    expect([await read('Ada'), await read('Sue'), await read('Ann'), await read('Pay')]).toEqual([200, 404, 404, 404])
  })

  it('a discussion names its transaction, its comments and who resolved it', async () => {
    const { usual, vendorId } = await makeLines()
    const id = await started('Ann', usual, 'Is this ours?')
    await as('Lea').graphql('mutation ($t: ID!) { createCommentLine(threadId: $t, body: "Yes") { id } }', { t: id })
    await resolve('Lea', id)
    const [thread] = (await ofLine('Ada', usual)).body.data.transactionThreadsForTransaction
    expect(thread).toMatchObject({
      ...{ id, transactionId: usual, erpId: usual, lineItemErpId: '1' },
      transactionDetails: { amount: { value: 4200 }, date: '2026-05-10' },
      thread: {
        resolvedByUser: { firstName: 'Lea' },
        commentLines: [
          { body: 'Is this ours?', createdByUser: { firstName: 'Ann' } },
          { body: 'Yes', createdByUser: { firstName: 'Lea' } },
        ],
      },
    })
    expect(await listed('Ada', 'showOpen=false&showResolved=true')).toEqual([usual])
    expect(await listed('Ada', `showResolved=true&vendorId=${vendorId}`)).toEqual([usual])
    expect(await listed('Ada')).toEqual([])
    expect(await listed('Ada', `threadId=${id}`)).toEqual([usual])
  })

  it('a line counts its open discussions and all of them', async () => {
    const { usual } = await makeLines()
    const id = await started('Ada', usual, 'One')
    await started('Ada', usual, 'Two')
    expect(await countsOf(usual)).toEqual({ open: 2, everything: 2 })
    await resolve('Ada', id)
    expect(await countsOf(usual)).toEqual({ open: 1, everything: 2 })
    await resolve('Ada', id, 'unresolveThread')
    expect(await countsOf(usual)).toEqual({ open: 2, everything: 2 })
    const row = (
      await as('Ada').get('/api/transactions?type=expense&startYearMonth=2026-01&endYearMonth=2026-12')
    ).body.edges.find(({ node }: { node: { id: string } }) => node.id === usual).node
    expect(row).toMatchObject({ openThreadsCount: 2, allThreadsCount: 2 })
  })

  it('a discussion’s link leads to the page of comments', async () => {
    const { usual } = await makeLines()
    const id = await started('Ada', usual, 'One')
    const answer = await as('Ann').graphql('query ($t: ID!) { threadLink(threadId: $t) }', { t: id })
    expect(answer.body.data.threadLink).toBe(`/budget-tracking/actuals/transactions/comments?thread=${id}`)
  })

  it('people who see the line read its history', async () => {
    const { salary } = await makeLines()
    await started('Ada', salary, 'Why so much?')
    const history = (name: string) => as(name).get(`/api/audit-logs?targetType=TRANSACTION&targetId=${salary}`)
    expect((await history('Pay')).body.edges[0].node.message).toBe('Ada P commented: Why so much?')
    expect((await history('Ann')).status).toBe(404)
  })

  it('a discussion needs a transaction and a text', async () => {
    expect(fieldsOf(await start('Ada', '', 'Hello'))).toEqual({ erpId: 'Required' })
    const { usual } = await makeLines()
    expect(fieldsOf(await start('Ada', usual, ' '))).toEqual({ commentBody: 'Required' })
  })
})

describe('people in a discussion of payroll', () => {
  it('those who don’t see the line can’t be mentioned, aren’t offered and get no email', async () => {
    const { salary } = await makeLines()
    expect(fieldsOf(await start('Ada', salary, `Look, ${mention('Ann')}`))).toEqual({
      commentBody: 'Ann P may not see this transaction.',
    })
    const offered = await as('Ada').graphql(
      `query ($e: String!) { usersForTransaction(erpId: $e, ${LINE}) { firstName } }`,
      { e: salary },
    )
    expect(offered.body.data.usersForTransaction.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
      ...['Ada', 'Pay', 'Sue'],
    ])
    const found = await as('Ada').graphql(
      `query ($e: String!) { usersForTransaction(erpId: $e, ${LINE}, query: "pa") { firstName } }`,
      { e: salary },
    )
    expect(found.body.data.usersForTransaction).toMatchObject([{ firstName: 'Pay' }])
    const id = await started('Ada', salary, `Look, ${mention('Pay')}`)
    const told = async () =>
      rows<{ payload: string }>(
        "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'thread.notify' ORDER BY created_at, id",
        company.id,
      )
    expect((await told()).map(({ payload }) => JSON.parse(payload).recipients)).toMatchObject([
      [{ userId: people.Pay?.userId, kind: 'MENTIONED' }],
    ])
    // Without payroll access they get no more news of it.
    await as('Pay').graphql('mutation ($t: ID!) { createCommentLine(threadId: $t, body: "Done") { id } }', { t: id })
    await run(
      'UPDATE company_memberships SET has_department_payroll_access = 0 WHERE company_id = ? AND user_id = ?',
      ...[company.id, people.Pay?.userId],
    )
    await as('Ada').graphql('mutation ($t: ID!) { createCommentLine(threadId: $t, body: "Thanks") { id } }', { t: id })
    expect((await told()).length).toBe(2)
    const waiting = await as('Pay').graphql('{ needsAttentionComments { body } }')
    expect(waiting.body.errors).toBeUndefined()
    expect(waiting.body.data.needsAttentionComments).toEqual([])
  })

  it('an email about a comment on a transaction arrives, and leads to it', async () => {
    const { salary } = await makeLines()
    const id = await started('Ada', salary, `Is this right, ${mention('Pay')}`)
    const mails = () => sentMails(people.Pay?.email)
    await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 10_000, interval: 50 })
    expect(mails()[0]?.subject).toContain('Ada P')
    expect(JSON.stringify(mails()[0])).toContain(`thread=${id}`)
  })

  it('attached files open for those who see the line only', async () => {
    const { salary } = await makeLines()
    const file = await makeDocument(as('Ada'), 'Payslip.pdf')
    expect((await start('Ada', salary, 'See the file', [file])).body.errors).toBeUndefined()
    const open = async (name: string) => (await as(name).get(`/api/documents/${file}`)).status
    expect([await open('Ada'), await open('Pay'), await open('Ann'), await open('Lea'), await open('Mia')]).toEqual([
      ...[200, 200, 404, 404, 404],
    ])
  })
})
