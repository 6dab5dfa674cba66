import type { PersonAttributes } from '../../../../schema/platform/provisioning/values.ts'

/**
 * What tokens and assertions say of where a person belongs, under the names that Okta, Entra and others give it. The units
 * are those of SCIM’s enterprise extension: a division is a business unit, an organization is an entity. Pure.
 */
const NAMES = {
  department: ['department', 'user.department', 'ou', 'urn:oid:2.5.4.11'],
  businessUnit: ['businessunit', 'business_unit', 'division', 'user.division'],
  entity: ['entity', 'organization', 'user.organization', 'companyname', 'company'],
  groups: ['groups', 'memberof'],
} as const

const MOST_TEXTS = 200

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MOST_TEXTS) : [value]).flatMap((each: unknown) =>
    typeof each === 'string' && each.trim() !== '' ? [each.trim().slice(0, 200)] : [],
  )

/** What isn't there isn't said. An empty value says that there is none. */
export const attributesOf = (claims: Record<string, unknown>): PersonAttributes => {
  const named = new Map(Object.entries(claims).map(([name, value]) => [name.toLowerCase(), value]))
  const said = (names: readonly string[]): unknown =>
    names.map((name) => named.get(name)).find((one) => one !== undefined)
  const one = (key: 'department' | 'businessUnit' | 'entity'): PersonAttributes => {
    const value = said(NAMES[key])
    return value === undefined ? {} : { [key]: textsIn(value)[0] ?? null }
  }
  const groups = said(NAMES.groups)
  return {
    ...one('department'),
    ...one('businessUnit'),
    ...one('entity'),
    ...(groups !== undefined && { groups: textsIn(groups) }),
  }
}
