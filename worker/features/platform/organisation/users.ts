import type { InUseReason, Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import type { Change } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { UnitKind } from './kinds.ts'

/**
 * Whatever refers to departments, groups and other units registers here. So units know what
 * prevents deleting one, and how one takes the place of another, without knowing who uses them.
 */

type Row = Record<string, unknown>

/** A place that may refer to a unit: what to read there, and what to say about it. */
export interface UseSource {
  statements: D1PreparedStatement[]
  /** @param rows those of each statement */
  reasons(...rows: Row[][]): InUseReason[]
}

export interface Replacement {
  /** Names of what changed, for the history. */
  changed: Record<string, string[]>
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

export interface UnitUser {
  /** Reasons are listed in this order. */
  order: number
  /** What refers to the unit, at most `shown` of it; null where units of this kind are never referred to. */
  uses(context: StaffContext, kind: UnitKind, unit: Unit, shown: number): UseSource | null
  /** SQL that holds while nothing refers to unit ?1 of company ?2. */
  unusedSql?(kind: UnitKind): string | null
  /** @param why ends the sentences of the history */
  replace?(context: StaffContext, kind: UnitKind, fromId: string, toId: string, why: string): Promise<Replacement>
}

const users: UnitUser[] = []

export const registerUnitUser = (user: UnitUser): void => {
  users.push(user)
}

export const unitUsers = (): readonly UnitUser[] => users.toSorted((a, b) => a.order - b.order)

/** Ids contain no quotes, so a quoted id is never part of another one. */
export const quoted = (id: string): string => `"${id}"`
