import { KINDS, type Kind, kindLabel, REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import { type Address, readAddress } from '../../../lib/address.ts'
import { forget, recall, remember } from '../../../lib/remembered.ts'
import { PRODUCT_NAME } from '../../../ui/page-title.ts'

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

const pagesOfObjects: [RegExp, string][] = [
  ...Object.entries(KINDS).flatMap(([kind, { page }]): [string, string][] =>
    page?.endsWith('/{id}') ? [[page, kindLabel(kind as Kind)]] : [],
  ),
  ...Object.values(REQUEST_SOURCES).map(({ base, label }): [string, string] => [`/${base}/{id}`, label]),
].map(([page, label]) => [new RegExp(`^(${page.replace('{id}', '[\\w-]{12,}')})(?:/|$)`), label])

/** What a page showed, if it is an object's. Its parts count as the object. */
export const visitOf = (pathname: string, title: string): Visit | null => {
  for (const [page, kind] of pagesOfObjects) {
    const href = page.exec(pathname)?.[1]
    const name = title.replace(new RegExp(` · ${PRODUCT_NAME}$`), '')
    // Before the object was read, the tab says what it is.
    const isNamed = name !== PRODUCT_NAME && name !== '…' && name.toLowerCase() !== kind.toLowerCase()
    if (href) return isNamed ? { kind, name, href: readAddress(href) } : null
  }
  return null
}

export const rememberVisit = (owner: Owner, pathname: string, title: string): void => {
  const visit = visitOf(pathname, title)
  if (visit) remember(nameOf(owner), withVisit(visitsOf(owner), visit))
}
