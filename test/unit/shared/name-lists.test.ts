import { expect, it } from 'vitest'
import { withStop } from '../../../schema/shared/name-lists.ts'

it.each([
  ['Brightwater', 'Brightwater.'],
  ['Acme Inc.', 'Acme Inc.'],
  ['Kestrel B.V.', 'Kestrel B.V.'],
])('a sentence that ends with %s has one full stop', (name, ends) => {
  expect(withStop(name)).toBe(ends)
})
