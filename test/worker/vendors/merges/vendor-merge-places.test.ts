import { describe, expect, it } from 'vitest'
import { NO_PLACE, PLACES } from '../../../../worker/features/vendors/merges/registry.ts'
import { columnsOf, tableNames } from '../../../support/worker/vendor-places.ts'

const namesVendors = ({ name }: { name: string }): boolean => /(^|_)vendor_id$/.test(name) || name === 'target_type'

describe('the registry of references to vendors', () => {
  it('every table that names a vendor is in worker/features/vendors/merges/registry.ts', async () => {
    const names = await tableNames()
    const naming = (
      await Promise.all(names.map(async (table) => ((await columnsOf(table)).some(namesVendors) ? [table] : [])))
    ).flat()
    const places = new Set(PLACES.map(({ table }) => table))
    expect(naming.filter((table) => !places.has(table) && !(table in NO_PLACE))).toEqual([])
    expect(naming.length).toBeGreaterThan(PLACES.length)
  })

  it('the registry has each table’s actual key and columns', async () => {
    for (const { table, key, columns } of PLACES) {
      const found = await columnsOf(table)
      expect(columns.toSorted(), table).toEqual(found.map(({ name }) => name).sort())
      const primary = found.filter(({ pk }) => pk > 0).map(({ name }) => name)
      expect(primary, table).toEqual(expect.arrayContaining(key))
    }
  })
})
