import type { simulateIntakeWorkflow } from '../../../../../schema/requests/endpoints.ts'
import type { ResponseOf } from '../../../../lib/rest.ts'

/** The result for each rule: whether it is asked, and why. */
export type TriedPath = ReadonlyMap<string, { isAsked: boolean; reason: string }>

export const triedPath = ({ plan }: ResponseOf<typeof simulateIntakeWorkflow>): TriedPath =>
  new Map<string, { isAsked: boolean; reason: string }>([
    ...plan.levels.flatMap((level) =>
      level.blocks.map(({ ruleId, reason }) => [ruleId, { isAsked: true, reason }] as const),
    ),
    ...plan.skipped.map(({ ruleId, reason }) => [ruleId, { isAsked: false, reason }] as const),
  ])
