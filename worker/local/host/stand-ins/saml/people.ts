import { PEOPLE } from '../../../demo/people.ts'
import { NEWCOMER, NEWCOMER_DEPARTMENT } from '../sign-on/vars.ts'
import type { Person } from './identity-provider.ts'

const person = (email: string, firstName: string, lastName: string, department: string, groups: string[]): Person => ({
  nameId: email,
  attributes: { email, firstName, lastName, department, groups },
})

/** The demo company's people, and one who isn't a member yet. */
export const SIGN_ON_PEOPLE: readonly Person[] = [
  ...PEOPLE.map(({ email, first, last, department, groups = [] }) => person(email, first, last, department, groups)),
  person(NEWCOMER, 'Noor', 'Haddad', NEWCOMER_DEPARTMENT, ['Buyers']),
]
