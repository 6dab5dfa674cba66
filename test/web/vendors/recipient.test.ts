import { expect, it } from 'vitest'
import {
  ANOTHER,
  EVERYONE,
  recipientBody,
  recipientProblem,
} from '../../../web/features/vendors/vendor-forms/recipient-fields.tsx'

/** Whom a form goes to. What was typed before another choice counts for nothing. */
it.each([
  [EVERYONE, '', { allVendorCompanyUsers: true }, null],
  [EVERYONE, 'left@acme.test', { allVendorCompanyUsers: true }, null],
  ['ann@acme.test', '', { email: 'ann@acme.test' }, null],
  ['ann@acme.test', 'left@acme.test', { email: 'ann@acme.test' }, null],
  ['ann@acme.test', 'no address', { email: 'ann@acme.test' }, null],
  [ANOTHER, 'new@acme.test', { email: 'new@acme.test' }, null],
  [ANOTHER, '  ', { email: '  ' }, 'Required'],
  [ANOTHER, 'no address', { email: 'no address' }, 'Invalid email'],
  [
    null,
    'left@acme.test',
    { email: '' },
    'Must provide either an email, a vendor user, or address it to all vendor company users.',
  ],
])('%s with “%s” typed is sent as %j, and says %s', (chosen, email, body, problem) => {
  expect(recipientBody({ chosen, email })).toEqual(body)
  expect(recipientProblem({ chosen, email })).toBe(problem)
})
