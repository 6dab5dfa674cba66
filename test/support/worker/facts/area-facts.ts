import type { WINGS } from '../../../../worker/local/tools/imports/rules.ts'
import type { OperationFixture } from '../fixtures/fixture.ts'

export type Wing = (typeof WINGS)[number]

export interface LeftRows {
  /** What the history records, in order. */
  audit: string[]
  /** What is to be done afterwards, by topic in alphabetical order. */
  outbox: string[]
}

/**
 * What the tests that are made for every operation know of those of an area, by operation. Written out, never derived
 * from the code under test. An area's file is `facts/<wing>/<area>.ts`, and is found by its place.
 */
export interface AreaFacts {
  /** What each must answer. A new operation fails the suite until it has one. */
  fixtures: Record<string, OperationFixture>
  /** What the first case of each command leaves: entries in the audit log in their order, then topics of the outbox. */
  left?: Record<string, LeftRows>
  /** The same for other ways through a command that leave something else than its first case (`left-rows-branches.ts`). */
  leftElse?: Record<string, LeftRows>
  /**
   * How much each accepts beyond ids and pages: texts in characters, lists in entries, numbers from–to. A limit that
   * changes in a schema must be changed here too.
   */
  limits?: Record<string, string>
  /** Everyday work, which a session that acts for another member can do. It can do no other change. */
  acting?: readonly string[]
  /** Changes to nothing of the member’s, which a session that only views as another member can do too. */
  viewing?: readonly string[]
  /** The wing in whose suites they run, where that isn’t their own: its world has what they need. */
  suite?: Wing
}

export const left = (audit = '', outbox = ''): LeftRows => ({
  audit: audit.split(/\s+/).filter(Boolean),
  outbox: outbox.split(' ').filter(Boolean),
})
