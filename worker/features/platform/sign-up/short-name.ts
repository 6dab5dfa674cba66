import type { BaseContext } from '../../../core/operation.ts'
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
export const freeShortName = async ({ directory, newId }: BaseContext, name: string): Promise<string> => {
  const base = shortOf(name)
  const names = Array.from({ length: TRIES }, (_, index) => (index === 0 ? base : `${base}-${index + 1}`))
  const taken = await directory.all<{ name: string }>(
    directory.sql(
      `SELECT short_name_key AS name FROM directory_companies
        WHERE short_name_key IN (SELECT value FROM json_each(?))`,
      JSON.stringify(names),
    ),
  )
  const used = new Set([STAFF_COMPANY, ...taken.map((row) => row.name)])
  return names.find((each) => !used.has(each)) ?? `${base}-${newId().replace(/-/g, '').slice(-8)}`
}
