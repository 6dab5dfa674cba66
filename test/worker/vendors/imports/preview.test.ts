import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rows } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport, rowsOf } from '../../../support/worker/vendor-import-scene.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** What checking a file of vendors says of each row is what running it does with the row. */

const row = fc.record({
  // Two vendors that there are, written in more than one way, two that there aren't, and none.
  name: fc.constantFrom('Known One', 'KNOWN ONE', 'Known Two', 'Fresh Lamps', 'fresh lamps', 'Copper Ridge', ''),
  description: fc.constantFrom('old', 'new', ''),
  website: fc.constantFrom('https://there.example', ''),
  payment: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('ACH', '') },
    { weight: 1, arbitrary: fc.constant('barter') },
  ),
})

interface Row {
  number: number
  outcome: string
}
const BECOMES: Record<string, string> = { CREATE: 'CREATED', UPDATE: 'UPDATED', SKIP: 'SKIPPED', BAD: 'FAILED' }

it('each row ends as its check said, and only those vendors are new or changed', { timeout: 180_000 }, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('SKIP' as const, 'UPDATE' as const),
      async (all, existing) => {
        const company = await makeCompany()
        const admin = await signIn(company, await company.addPerson({ flags: ['hasVendorAdminAccess'] }))
        for (const name of ['Known One', 'Known Two']) await company.add('vendors', name)
        const stored = () =>
          rows<{ id: string; version: number; all: string }>(
            `SELECT id, version, json_array(name, description, website, payment_method) AS "all" FROM vendors
              WHERE company_id = ? ORDER BY id`,
            company.id,
          )
        const before = await stored()
        const lines = all.map(({ name, description, website, payment }) =>
          // A row without anything is none.
          [name, description, website, payment, 'x'].join(','),
        )
        const checked = await checkedImport(
          admin,
          ['Name,Description,Website,Payment method,Note', ...lines].join('\n'),
          {
            existing,
          },
        )
        const said: Row[] = await rowsOf(admin, checked.id)
        expect(said).toHaveLength(all.length)
        expect(await stored()).toEqual(before)
        const count = (outcome: string) => said.filter((each) => each.outcome === outcome).length
        for (const { outcome } of said) seen.add(outcome)
        expect(Object.values(checked.counts).reduce((sum, each) => sum + each, 0)).toBe(all.length)
        if (count('CREATE') + count('UPDATE') === 0) return
        await carriedOut(admin, checked)
        const done: Row[] = await rowsOf(admin, checked.id)
        expect(done.map(({ number, outcome }) => [number, outcome])).toEqual(
          said.map(({ number, outcome }) => [number, BECOMES[outcome]]),
        )
        const after = await stored()
        expect(after.length - before.length).toBe(count('CREATE'))
        const changed = after.filter(({ id, version, all: values }) => {
          const known = before.find((each) => each.id === id)
          if (known) expect(values !== known.all).toBe(version > known.version)
          return known && version > known.version
        })
        expect(changed).toHaveLength(count('UPDATE'))
      },
    ),
    {
      numRuns: 15,
      // One that is changed is always among them.
      examples: [[[{ name: 'Known One', description: 'new', website: '', payment: '' }], 'UPDATE']],
    },
  )
  expect([...seen].toSorted()).toEqual(['BAD', 'CREATE', 'SKIP', 'UPDATE'])
})
