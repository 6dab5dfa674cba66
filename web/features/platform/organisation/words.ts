import type { UnitField, UnitRow } from './api.ts'

/** A field's value in words. */
export const fieldText = (field: UnitField, value: unknown): string => {
  if (field.kind === 'switch') return value ? 'on' : 'off'
  return field.options.find((option) => option.value === value)?.label ?? String(value)
}

/** "1 name", "3 names". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What happens to its people when a unit is deleted. Empty if there are none. */
export const peopleStay = (memberCount: number | undefined): string => {
  if (!memberCount) return ''
  return memberCount === 1 ? 'Its member stays in the company.' : `Its ${memberCount} members stay in the company.`
}

/** The names of a unit's counterparts in other systems, such as accounts. Empty if there are none. */
export const mappedNames = (unit: UnitRow, mapping: string): string => {
  const mapped = unit[mapping]
  return Array.isArray(mapped) ? mapped.map((item: { name: string }) => item.name).join(', ') : ''
}
