import type { ApproverMatrix } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import type { LinkedReplay, ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import type { Replayed } from '../../../../schema/approvals/engine/backtest.ts'
import type { PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Past requests of any kind, planned with a matrix and with a draft of it. Each kind's area registers how. */

export type ReplayedRow = Pick<LinkedReplay, 'id' | 'title' | 'href' | 'requestorName' | 'submittedAt'>

export interface MatrixReplay {
  matrixId: string
  /** The draft's people, who have to be loaded. */
  userIds: readonly string[]
  /** Those submitted then. */
  period: ReplayPeriod | undefined
  limit: number
  /** The same organization with the draft in place of the saved matrix. */
  withDraft(organisation: PlanOrganisation): PlanOrganisation
}

export interface MatrixReplays {
  targetType: string
  /** The newest ones that the matrix can have a say in. */
  replay(context: StaffContext, asked: MatrixReplay): Promise<Replayed<ReplayedRow>[]>
}

const sources = new Map<string, MatrixReplays>()

export const registerMatrixReplays = (source: MatrixReplays): void => {
  sources.set(source.targetType, source)
}

export const matrixReplays = (): MatrixReplays[] => [...sources.values()]

export const withMatrix =
  (matrixId: string, matrix: ApproverMatrix) =>
  (organisation: PlanOrganisation): PlanOrganisation => ({
    ...organisation,
    matrices: { ...organisation.matrices, [matrixId]: matrix },
  })
