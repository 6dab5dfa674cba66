import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MemberImport } from '../../../../schema/platform/member-imports/endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** What checking a file of people says of each row is what adding them does with the row. */

const row = fc.record({
  // A member, a disabled one, two who are new, one of them written twice, and no address at all.
  email: fc.constantFrom('member', 'disabled', 'new', 'NEW', 'other', 'nobody'),
  first: fc.constantFrom('Ada', 'Ida', 'Eve', ''),
  role: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('', 'Department lead') },
    { weight: 1, arbitrary: fc.constant('Emperor') },
  ),
  manager: fc.constantFrom('', 'member', 'new', 'other', 'stranger'),
})

interface Row {
  number: number
  outcome: string
  memberId: string | null
}
const BECOMES: Record<string, string> = { CREATE: 'CREATED', SKIP: 'SKIPPED', BAD: 'FAILED' }
const rowsOf = async (client: Client, id: string): Promise<Row[]> =>
  (await client.get(`/api/member-imports/${id}/rows?first=100`)).body.edges.map((edge: { node: Row }) => edge.node)

it('each row ends as its check said, and only those people are new', { timeout: 180_000 }, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (all) => {
      const company = await makeCompany()
      const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
      const run = newId().toLowerCase()
      const addressOf = (of: string): string => {
        if (of === '' || of === 'nobody') return of
        const address = `${of.toLowerCase()}-${run}@people.test`
        return of === 'NEW' ? address.toUpperCase() : address
      }
      await company.addPerson({ email: addressOf('member') })
      await company.addPerson({ email: addressOf('disabled'), disabled: true })
      const members = () =>
        rows<{ id: string }>('SELECT user_id AS id FROM company_memberships WHERE company_id = ?', company.id)
      const before = await members()
      const form = new FormData()
      const lines = all.map(({ email, first, role, manager }) =>
        [addressOf(email), first, 'Person', role, addressOf(manager)].join(','),
      )
      form.set('file', new File([['Email,First name,Last name,Role,Manager', ...lines].join('\n')], 'people.csv'))
      const { body: uploaded } = await admin.call('POST', '/api/member-imports', { body: form })
      const found: MemberImport = (await admin.get(`/api/member-imports/${uploaded.id}`)).body
      const { body: checked } = await admin.post(`/api/member-imports/${found.id}/check`, {
        ...{ version: found.version, mapping: found.columns.map(({ field }) => field), createsDepartments: false },
      })
      const said = await rowsOf(admin, found.id)
      expect(said).toHaveLength(all.length)
      expect(await members()).toEqual(before)
      for (const { outcome } of said) seen.add(outcome)
      const created = said.filter(({ outcome }) => outcome === 'CREATE')
      const started = await admin.post(`/api/member-imports/${found.id}/start`, { version: checked.version })
      if (created.length === 0) {
        expect(started).toMatchObject({ status: 422, body: { reason: 'NOTHING_TO_IMPORT' } })
        expect(await members()).toEqual(before)
        return
      }
      expect(started.status, JSON.stringify(started.body)).toBe(200)
      const done = await rowsOf(admin, found.id)
      expect(done.map(({ number, outcome }) => [number, outcome])).toEqual(
        said.map(({ number, outcome }) => [number, BECOMES[outcome]]),
      )
      const after = (await members()).map(({ id }) => id)
      const fresh = after.filter((id) => !before.some((each) => each.id === id))
      expect(fresh.toSorted()).toEqual(
        done.flatMap(({ outcome, memberId }) => (outcome === 'CREATED' ? [memberId] : [])).toSorted(),
      )
    }),
    { numRuns: 15 },
  )
  expect([...seen].toSorted()).toEqual(['BAD', 'CREATE', 'SKIP'])
})
