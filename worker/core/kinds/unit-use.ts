import type { InUseReason, Unit } from '../../../schema/platform/organisation/unit-shapes.ts'
import type { Kind } from '../../../schema/shared/kinds.ts'
import type { Change } from '../commit.ts'
import type { StaffContext } from '../operation.ts'

/**
 * How objects refer to departments, groups and other units. So units know what prevents deleting one, and how one takes
 * the place of another, without knowing who uses them.
 */

type Row = Record<string, unknown>

/** A kind of unit, as those who refer to it need it. */
export interface ReferredUnit {
  auditTarget: Kind
  /** In sentences: "business unit". */
  noun: string
  /** In actions and change keys of the history: "business-unit". */
  key: string
  /** Workflows can ask its people to approve, under the unit's name. */
  asks: boolean
  /** Where services refer to it: in their links, or in a column. */
  services: { link: 'DEPARTMENT' | 'LOCATION' } | { column: 'business_unit_id' | 'spend_category_id' } | null
}

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

export interface UnitUse {
  /** Reasons are listed in this order. */
  order: number
  /** What refers to the unit, at most `shown` of it; null where units of this kind are never referred to. */
  uses(context: StaffContext, kind: ReferredUnit, unit: Unit, shown: number): UseSource | null
  /** SQL that holds while nothing refers to unit ?1 of company ?2. */
  unusedSql?(kind: ReferredUnit): string | null
  /** A field of the units of a kind: SQL of a JSON list of `{ id, name }` for the unit `t`. */
  lists?: { of: Kind; field: string; sql: string }
  /** @param why ends the sentences of the history */
  replace?(context: StaffContext, kind: ReferredUnit, fromId: string, toId: string, why: string): Promise<Replacement>
}

/** Ids contain no quotes, so a quoted id is never part of another one. */
export const quoted = (id: string): string => `"${id}"`
