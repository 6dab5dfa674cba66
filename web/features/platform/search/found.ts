import { SEARCHED, type SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { kindLabel, REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import type { Address } from '../../../lib/address.ts'
import { hrefOfResult } from './api.ts'
import { type Command, matchesName, matchingCommands } from './commands.ts'
import type { Visit } from './visits.ts'

/** An option of the search box: something opened before, a page or command, or a result. */
export interface Found {
  key: string
  kind: string
  name: string
  href: Address
  /** Whose, and its number. */
  context?: string
  result?: SearchResult
}

const contextOf = ({ request, spendRequest }: SearchResult): string | undefined => {
  if (request) return `#${request.number} · ${request.categoryName} · ${request.requestorName}`
  return spendRequest ? `SR-${spendRequest.number} · ${spendRequest.requestorName}` : undefined
}

const foundOf = (result: SearchResult): Found => {
  const { kind, idField } = SEARCHED[result.kind]
  const context = contextOf(result)
  return {
    key: `${result.kind}-${result[idField]}`,
    kind: result.request ? REQUEST_SOURCES[result.request.source].label : kindLabel(kind),
    name: result.name,
    href: hrefOfResult(result),
    ...(context && { context }),
    result,
  }
}

const MOST_RECENT = { blank: 6, matching: 3 }

/** What was opened last comes first, then pages and commands, then what the search found. Each address once. */
export const foundFor = (
  text: string,
  {
    visits,
    commands,
    results,
  }: { visits: readonly Visit[]; commands: readonly Command[]; results: readonly SearchResult[] },
): Found[] => {
  const blank = text === ''
  const recent = blank
    ? visits.slice(0, MOST_RECENT.blank)
    : visits.filter(({ kind, name }) => matchesName(text, kind, name)).slice(0, MOST_RECENT.matching)
  const all = results.map(foundOf)
  const known = new Map(all.map((found) => [found.href, found]))
  const options: Found[] = [
    // The result says more about it than what was remembered.
    ...recent.map((visit) => known.get(visit.href) ?? { key: `visit-${visit.href}`, ...visit }),
    ...(blank ? [] : matchingCommands(commands, text)).map(({ kind, label, href }) => ({
      key: `command-${label}`,
      kind,
      name: label,
      href,
    })),
    ...all,
    ...(blank ? [] : commands.filter(({ isRecord }) => isRecord)).map(({ kind, label, href, context }) => ({
      key: `record-${href}`,
      kind,
      name: label,
      href,
      ...(context && { context }),
    })),
  ]
  return options.filter(({ href }, at) => options.findIndex((other) => other.href === href) === at)
}
