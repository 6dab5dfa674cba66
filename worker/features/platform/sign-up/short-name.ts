import type { BaseContext } from '../../../core/operation.ts'
import { takenShortNames } from '../directory/index.ts'
import { STAFF_COMPANY } from '../session/index.ts'

const MOST_CHARACTERS = 40
/** After that a number is drawn. */
const TRIES = 20

/** "Ångström & Sons, Inc." as the beginning of an email address: "angstrom-sons-inc". */
const shortOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^-|-$/g, '') || 'company'

/** A short name that no company has, made from the company's name: "northwind", or else "northwind-2" and so on. */
export const freeShortName = async (context: BaseContext, name: string): Promise<string> => {
  const base = shortOf(name)
  const names = Array.from({ length: TRIES }, (_, index) => (index === 0 ? base : `${base}-${index + 1}`))
  const used = (await takenShortNames(context, names)).add(STAFF_COMPANY)
  return names.find((each) => !used.has(each)) ?? `${base}-${context.newId().replace(/-/g, '').slice(-8)}`
}
