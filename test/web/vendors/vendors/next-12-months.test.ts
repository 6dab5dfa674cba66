import { expect, it } from 'vitest'
import { vendorColumns } from '../../../../web/features/vendors/vendors/list-columns.tsx'

/** The company flag enableN12mServiceSpend on screens. What files and sums have is asked of the Worker. */

const named = (withNext12: boolean): string[] =>
  vendorColumns({ withCategories: false, withNext12, withLast12: false, own: [] }).map(({ id }) => id)

it('vendors show what their services will cost only where the company has that on', () => {
  const [on, off] = [named(true), named(false)]
  expect(on.filter((id) => !off.includes(id))).toHaveLength(1)
  expect(off.filter((id) => !on.includes(id))).toEqual([])
})
