import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { makeCategory, question, rule, step } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport, rowsOf } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** What names a vendor of an import that is undone. */

let company: TestCompany
let admin: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  approver = await company.addPerson()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const imported = async (names: readonly string[]) => {
  const done = await carriedOut(admin, await checkedImport(admin, `Name\n${names.join('\n')}`))
  const ids = new Map<string, string>()
  for (const { id, name } of await rows<{ id: string; name: string }>(
    'SELECT id, name FROM vendors WHERE company_id = ?',
    company.id,
  ))
    ids.set(name, id)
  return { done, idOf: (name: string) => ids.get(name) ?? '' }
}
const unique = (name: string) => `${name} ${newId().slice(-8)}`

it('a vendor that a rule’s condition names stays, and the rule still asks', async () => {
  const [named, plain] = [unique('Named'), unique('Plain')]
  const { done, idOf } = await imported([named, plain])
  const form = [step('what', [question('title', 'REQUEST_TITLE'), question('who', 'VENDOR_SELECT')])]
  await makeCategory(admin, {
    form,
    levels: [
      [
        rule('legal', {
          approverUserIds: [approver.userId],
          conditionAnyOfs: [{ valuesQuestionId: 'who', values: [idOf(named)] }],
        }),
      ],
    ],
  })
  const back = await carriedOut(admin, done, 'roll-back')
  expect(back).toMatchObject({ counts: { REMOVED: 1, KEPT: 1 } })
  expect(await rowsOf(admin, done.id)).toMatchObject([
    { name: named, outcome: 'KEPT', problems: [{ message: 'Rules, forms or settings name the vendor' }] },
    { name: plain, outcome: 'REMOVED' },
  ])
})

it('saved views and filters forget vendors whose import is undone, all at once, and go if they filter by nothing else', async () => {
  const [one, two] = [unique('One'), unique('Two')]
  const { done, idOf } = await imported([one, two])
  const save = async (label: string, filters: object) => {
    const saved = await admin.post('/api/services/by-filter', { filters, label })
    expect([label, saved.status]).toEqual([label, 200])
  }
  await save('Only one', { filter: 'ALL', vendorId: idOf(one) })
  await save('One with a word', { filter: 'ALL', vendorId: idOf(one), search: 'seats' })
  const kept = `?vendorId=${idOf(two)}&status=PENDING`
  const filter = await admin.post('/api/intake-submissions/filter-queries', { label: 'Of two', queryString: kept })
  const stored = filter.status === 200
  const back = await carriedOut(admin, done, 'roll-back')
  expect(back).toMatchObject({ counts: { REMOVED: 2 } })
  const views = (await admin.get('/api/services/views')).body.map(
    ({ label, filters }: { label: string; filters: object }) => [label, filters],
  )
  expect(views).toEqual([['One with a word', expect.objectContaining({ search: 'seats' })]])
  expect(JSON.stringify(views)).not.toContain(idOf(one))
  expect(stored).toBe(true)
  const queries = await rows('SELECT query_string AS text FROM saved_request_filters WHERE company_id = ?', company.id)
  expect(queries).toEqual([{ text: expect.not.stringContaining(idOf(two)) }])
})
