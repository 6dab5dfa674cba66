import { expect, it } from 'vitest'
import { costOf } from '../../../support/worker/contract.ts'
import { makeCategory } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

it('the totals of an answer are in parts that read few rows, however few match, and leave none out', async () => {
  const company = await makeCompany(['enableIntakeRequests'])
  const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const category = await makeCategory(client, { levels: [] })
  const many = 2_400
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO intake_submissions (id, company_id, number, intake_category_id, form_version, title, requestor_user_id,
       requestor_name, created_by_user_id, amount_value, amount_currency, created_at, submitted_at, updated_at)
     SELECT ?1 || i, ?1, i, ?3, 1, 'Request', 'u', 'U', 'u', i, 'USD', i, i, i FROM n`,
    ...[company.id, many, category.id],
  )
  await run(
    `INSERT INTO intake_answers (submission_id, version, question_id, company_id, value)
     SELECT id, version, 'kind', '', iif(number % 100, '"new"', '"renewal"') FROM intake_submissions WHERE company_id = ?`,
    company.id,
  )
  await client.get('/api/session')
  const costs: number[] = []
  const sums = { count: 0, value: 0, share: 0 }
  const filter = 'answerFilters[]=kind&answerFilters[]=renewal'
  for (let cursor = ''; ; ) {
    const answer = await client.get(`/api/intake-submissions/totals?${filter}${cursor}`)
    costs.push(costOf(answer).rowsRead)
    sums.count += answer.body.count
    sums.value += answer.body.amounts[0]?.value ?? 0
    sums.share += answer.body.share
    if (!answer.body.endCursor) break
    cursor = `&cursor=${answer.body.endCursor}`
  }
  expect(Math.max(...costs), costs.join(' ')).toBeLessThanOrEqual(2_000)
  // Nine parts and more: such parts would have grown.
  expect(costs.length).toBeGreaterThan(8)
  expect(sums).toMatchObject({ count: 24, value: 100 * ((24 * 25) / 2) })
  // About as much is added up by itself as without the filter.
  expect(sums.share).toBeLessThan(2)
})
