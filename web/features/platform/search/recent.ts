import { recall, remember } from '../../../lib/kept/remembered.ts'

/** A person's searches in this browser, newest first, separate for each person and company. */

const MOST = 5

const nameOf = (owner: { userId: string; companyId: string }): string =>
  `recent-searches.${owner.companyId}.${owner.userId}`

export const recentSearches = (owner: { userId: string; companyId: string }): string[] => {
  const saved = recall(nameOf(owner))
  return Array.isArray(saved) ? saved.filter((text) => typeof text === 'string').slice(0, MOST) : []
}

export const withRecent = (searches: readonly string[], text: string): string[] => {
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  return [text, ...searches.filter((other) => !same(other))].slice(0, MOST)
}

export const rememberSearch = (owner: { userId: string; companyId: string }, text: string): void =>
  remember(nameOf(owner), withRecent(recentSearches(owner), text))

export const forgetSearches = (owner: { userId: string; companyId: string }): void => remember(nameOf(owner), [])
