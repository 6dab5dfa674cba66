import { expect, it } from 'vitest'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, makeCompany, signIn } from '../../../support/worker/world.ts'

/** One person acts for so many others that their lists still read what a page may cost. */

const MOST = 16
const EACH = 40
const numbers = (most: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${most - 1})`

const rowsRead = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

it('a 17th person can’t delegate to someone, and who acts for 16 reads a limited number of rows', async () => {
  const company = await makeCompany(['enableIntakeRequests'])
  const delegate = await company.addPerson({ name: 'Dora Delegate' })
  const people = []
  for (let one = 0; one < MOST; one++) people.push(await company.addPerson({ name: `Person ${one}` }))
  const [first, ...others] = people
  for (const { userId } of others)
    await run(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
      ...[company.id, userId, delegate.userId],
    )
  const give = async (person: { userId: string }) =>
    (await signIn(company, person)).post('/api/current-user/delegate-approvers', { userId: delegate.userId, note: '' })
  expect((await give(first as { userId: string })).status).toBe(200)
  const refused = await give(await company.addPerson({ name: 'One More' }))
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { userId: 'Dora Delegate acts for 16 people already, the most. Choose someone else' },
  ])
  // More from before there was a limit: what is there can still be changed, and ended.
  const late = await company.addPerson({ name: 'From Before' })
  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?2, ?3, 0)',
    ...[company.id, late.userId, delegate.userId],
  )
  const shortened = await (await signIn(company, late)).post('/api/current-user/delegate-approvers', {
    ...{ userId: delegate.userId, note: '', endsOn: '2020-01-31' },
  })
  expect([shortened.status, shortened.body.state]).toEqual([200, 'ENDED'])
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     VALUES (?1 || '-c', ?1, 'Things', 1, 'INTERNAL', 1, 0)`,
    company.id,
  )
  await run(
    `${numbers(MOST * EACH)} INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title,
       requestor_user_id, requestor_name, created_by_user_id, created_at, updated_at, submitted_at, status, company_amount)
       SELECT ?1 || '-r' || i, ?1, i + 1, ?1 || '-c', 1, 'Request ' || i, 'someone', 'Person ' || (i % 3), 'someone', i, i, i,
              'PENDING', i % 7 FROM n`,
    company.id,
  )
  for (const [place, { userId }] of people.entries())
    await run(
      `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
         is_watcher, created_at, sequence)
       SELECT ?1, ?2, 'INTAKE_SUBMISSION', id, 0, 1, 0, created_at, 1 FROM intake_submissions
        WHERE company_id = ?1 AND number % ${MOST} = ?3`,
      ...[company.id, userId, place],
    )
  const client = await signIn(company, delegate)
  await client.get('/jwt-data')
  const bySeveral = '&orderBy[by][]=requestorName&orderBy[by][]=createdAt&orderBy[dir][]=ASC&orderBy[dir][]=DESC'
  // By two fields two indexes are read for each of them.
  for (const [order, most] of [
    ['', 300],
    [bySeveral, 500],
  ] as const) {
    const answer = await client.get(`/api/intake-submissions?first=20${order}`)
    expect(answer.body.edges.length).toBeGreaterThan(0)
    expect(rowsRead(answer), order).toBeLessThanOrEqual(most)
  }
})

it('no more than sixteen people have the same delegate, also when many choose them at once', async () => {
  const company = await makeCompany(['enableIntakeRequests'])
  const delegate = await company.addPerson()
  const people = []
  for (let one = 0; one < MOST + 4; one++) people.push(await signIn(company, await company.addPerson()))
  const chosen = await Promise.all(
    people.map((person) => person.post('/api/current-user/delegate-approvers', { userId: delegate.userId, note: '' })),
  )
  const held = await rows('SELECT user_id FROM delegate_approvers WHERE delegate_user_id = ?', delegate.userId)
  expect(held).toHaveLength(chosen.filter(({ status }) => status === 200).length)
  expect(held.length).toBeLessThanOrEqual(MOST)
  expect(new Set(chosen.map(({ status }) => status).filter((status) => status !== 200))).not.toContain(500)
})
