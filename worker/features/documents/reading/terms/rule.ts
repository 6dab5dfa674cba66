import type { EntityType, Page } from '../../../../../schema/documents/reading/readings.ts'
import type { Found } from '../found.ts'

/** What a rule that finds terms is, and what rules share. Pure. */

export type Rule = (page: Page, isFirst: boolean) => Found[]

export const found = (
  type: EntityType,
  { page }: Page,
  match: { index: number; 0: string },
  confidence: number,
  properties: Record<string, string> = {},
): Found => ({ type, page, start: match.index, end: match.index + match[0].length, confidence, properties })

/** Matches of one pattern on one page. More of one kind are useless. */
const MOST_MATCHES = 200
export const matchesOf = function* (text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let left = MOST_MATCHES
  for (const match of text.matchAll(pattern)) {
    if (left-- <= 0) return
    yield match as RegExpExecArray
  }
}
