import { KINDS, type Kind, kindLabel, REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import { type Address, readAddress } from '../../../lib/address.ts'
import { forget, recall, remember } from '../../../lib/kept/remembered.ts'

/** The objects that a person opened last in this browser, separate for each person and company. */
export interface Visit {
  kind: string
  name: string
  href: Address
}

interface Owner {
  userId: string
  companyId: string
}

const MOST = 20
const nameOf = ({ userId, companyId }: Owner): string => `visits.${companyId}.${userId}`

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  (['kind', 'name', 'href'] as const).every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

/** Newest first. */
export const visitsOf = (owner: Owner): Visit[] => {
  const saved = recall(nameOf(owner))
  return Array.isArray(saved) ? saved.filter(isVisit).map((visit) => ({ ...visit, href: readAddress(visit.href) })) : []
}

export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, MOST)

export const forgetVisits = (owner: Owner): void => forget(nameOf(owner))

/** An object's page, or one of its tabs. What is under an address with two ids, or changes the object, has other headings. */
const pageOf = (page: string): RegExp =>
  new RegExp(`^(${page.replace('{id}', '[\\w-]{12,}')})(?:/(?!(?:edit|duplicate|modify|merge)$)[a-z-]+)?$`)

const pagesOfObjects: [RegExp, string][] = [
  ...Object.entries(KINDS).flatMap(([kind, { page }]): [string, string][] =>
    page?.endsWith('/{id}') ? [[page, kindLabel(kind as Kind)]] : [],
  ),
  ...Object.values(REQUEST_SOURCES).map(({ base, label }): [string, string] => [`/${base}/{id}`, label]),
].map(([page, label]) => [pageOf(page), label])

/**
 * What a page showed, if it is an object's. Its tabs count as the object.
 * @param heading of the page, which says what it is until the object was read
 */
export const visitOf = (pathname: string, heading: string): Visit | null => {
  const name = heading.trim()
  for (const [page, kind] of pagesOfObjects) {
    const href = page.exec(pathname)?.[1]
    if (!href) continue
    const isNamed = name !== '' && name !== '…' && name.toLowerCase() !== kind.toLowerCase()
    return isNamed ? { kind, name, href: readAddress(href) } : null
  }
  return null
}

export const rememberVisit = (owner: Owner, pathname: string, heading: string): void => {
  const visit = visitOf(pathname, heading)
  if (visit) remember(nameOf(owner), withVisit(visitsOf(owner), visit))
}
