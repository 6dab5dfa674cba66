import type { InUseReason } from '../../../schema/platform/organisation/unit-shapes.ts'
import { AppError } from '../errors.ts'
import type { StaffContext } from '../operation.ts'
import { type Apart, type Referred, type ReferredObject, referenceHolders } from '../references.ts'

/** Before one object becomes another: what counts both of them apart, in any area that registered so. */

type Row = Record<string, unknown>

/** Places that count two objects apart. Their statements are read with what else a merge needs to know. */
export const apartSources = (context: StaffContext, of: Referred, fromId: string, intoId: string): Apart[] =>
  referenceHolders().flatMap((holder) => holder.apart?.(context, of, fromId, intoId) ?? [])

/** @param rows those of each statement of the sources */
export const apartReasons = (sources: readonly Apart[], rows: readonly Row[][]): InUseReason[] => {
  const left = [...rows]
  return sources.flatMap((source) => source.reasons(...left.splice(0, source.statements.length)))
}

/** Throws RULE_BROKEN (SETTLE_FIRST) while there are reasons. */
export const refuseApart = (from: ReferredObject, into: ReferredObject, reasons: readonly InUseReason[]): void => {
  const [first] = reasons
  if (!first) return
  const others = reasons.length > 1 ? ` ${reasons.length - 1} more to settle after that.` : ''
  throw new AppError('RULE_BROKEN', `${from.name} can’t be merged into ${into.name} yet. ${first.text}.${others}`, {
    reason: 'SETTLE_FIRST',
    details: reasons,
  })
}

/**
 * Throws RULE_BROKEN (SETTLE_FIRST) with the reasons as details, where merging the two would count something twice.
 * Returns statements for the batch that merges them, which repeat the check.
 */
export const refuseWhileApart = async (
  context: StaffContext,
  of: Referred,
  from: ReferredObject,
  into: ReferredObject,
): Promise<D1PreparedStatement[]> => {
  const sources = apartSources(context, of, from.id, into.id)
  if (sources.length === 0) return []
  const results = await context.db.readBatch(sources.flatMap(({ statements }) => statements))
  refuseApart(
    from,
    into,
    apartReasons(
      sources,
      results.map((each) => each.results),
    ),
  )
  return sources.flatMap(({ guards }) => guards)
}
