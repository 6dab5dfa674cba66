import type { Member, MemberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../../schema/shared/permissions.ts'
import { type Merge, mergeEdits } from '../../../lib/merge-edits.ts'

/** The values of the member form: all fields of the endpoints. */
export type MemberValues = Required<Omit<MemberChange, 'version'>>

const NO_FLAGS = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) as Record<AccessFlag, boolean>

export const EMPTY_VALUES: MemberValues = {
  email: '',
  firstName: '',
  lastName: '',
  title: '',
  managerId: null,
  locationId: null,
  departmentIds: [],
  businessUnitIds: [],
  groupIds: [],
  entityIds: [],
  isSigner: false,
  approvesRequestsForDepartment: false,
  approvesRequestsForBusinessUnit: false,
  ...NO_FLAGS,
}

const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

export const valuesOf = (member: Member): MemberValues => ({
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  title: member.title,
  managerId: member.manager?.id ?? null,
  locationId: member.location?.id ?? null,
  departmentIds: idsOf(member.departments),
  businessUnitIds: idsOf(member.businessUnits),
  groupIds: idsOf(member.groups),
  entityIds: idsOf(member.entities),
  isSigner: member.isSigner,
  approvesRequestsForDepartment: member.approvesRequestsForDepartment,
  approvesRequestsForBusinessUnit: member.approvesRequestsForBusinessUnit,
  ...(Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, member[flag]])) as Record<AccessFlag, boolean>),
})

type Key = keyof MemberValues
const KEYS = Object.keys(EMPTY_VALUES) as Key[]

const LABELS: Record<Key, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  managerId: 'Manager',
  locationId: 'Location',
  departmentIds: 'Departments',
  businessUnitIds: 'Business units',
  groupIds: 'Groups',
  entityIds: 'Entities',
  isSigner: 'Signs for the company',
  approvesRequestsForDepartment: 'Approves requests of their departments',
  approvesRequestsForBusinessUnit: 'Approves requests of their business units',
  ...FLAG_LABELS,
}

const plain = (value: MemberValues[Key]): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
const same = (a: MemberValues[Key], b: MemberValues[Key]): boolean => plain(a) === plain(b)

/** Only what the person changed is sent, so that other people's changes stay. */
export const changedValues = (base: MemberValues, mine: MemberValues): Partial<MemberValues> =>
  Object.fromEntries(KEYS.filter((key) => !same(base[key], mine[key])).map((key) => [key, mine[key]]))

export const mergeValues = (base: MemberValues, mine: MemberValues, theirs: MemberValues): Merge<MemberValues> =>
  mergeEdits(LABELS, base, mine, theirs, same)

/** A value in words, with known names for ids. */
export const inWords = (value: MemberValues[Key], names: Map<string, string>): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value === null || value === '') return 'Nothing'
  if (Array.isArray(value)) return value.length ? value.map((id) => names.get(id) ?? id).join(', ') : 'Nothing'
  return names.get(value) ?? value
}
