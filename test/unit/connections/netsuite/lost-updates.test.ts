import { afterEach, describe, expect, it, vi } from 'vitest'
import { booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { netsuiteWriter } from '../../../../worker/integrations/netsuite/write.ts'
import { booksThere } from './books-there.ts'
import { accountOf, everyKind, failure, KEY } from './entries-there.ts'

afterEach(() => vi.unstubAllGlobals())

const { create, update, kinds } = netsuiteWriter

describe('a change whose answer was lost', () => {
  it.each(kinds)(
    'an update of a %s whose answer was lost is known as our own, with all that was left open',
    async (kind) => {
      const there = booksThere()
      const open = { departmentErpId: null, locationErpId: null, classificationErpId: null, taxCodeErpId: null }
      const changed = everyKind(there)
        .filter((entry) => entry.kind === kind)
        .map((entry) =>
          booksEntry.parse({
            ...entry,
            ...('lines' in entry && {
              lines: entry.lines.map((line) => ({ ...line, ...open })),
              // It isn't sent for orders.
              payablesAccountErpId: accountOf(there, 'Accounts payable'),
            }),
            ...('exchangeRate' in entry && { exchangeRate: null }),
          }),
        )
      for (const entry of changed) {
        const { erpId, version } = await create(there.access, KEY, entry)
        const next = 'memo' in entry ? { ...entry, memo: 'Mended' } : { ...entry, phone: '+1 617 555 0100' }
        there.wait(2000)
        there.netsuite.troubleOn('PATCH', 'LOST')
        expect(await failure(update(there.access, `${KEY}u`, erpId, version, next))).toMatchObject({ isFinal: false })
        expect((await update(there.access, `${KEY}u`, erpId, version, next)).version).not.toBe(version)
        there.wait(2000)
        const other = 'memo' in entry ? { ...entry, memo: 'Another' } : { ...entry, phone: '+1 617 555 0101' }
        expect(await failure(update(there.access, `${KEY}v`, erpId, version, other))).toMatchObject({ reason: 'STALE' })
      }
      expect(changed).not.toEqual([])
    },
  )
})
