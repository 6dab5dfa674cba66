import { z } from 'zod'
import { id } from '../../shared/values.ts'
import { approverType, quorum } from '../workflows/definition.ts'
import { REQUEST_STATUSES } from './statuses.ts'

/** What commands of all subjects have in common. */

/** The state of the subject after a command. */
export const requestOutcome = z.object({ status: z.enum(REQUEST_STATUSES), sequence: z.number().int() })

/** People or groups chosen by hand, or one of the organization's ways to find them. */
export const chosenApprovers = {
  approverType: approverType.default('CUSTOM_APPROVERS'),
  approverGroupIds: z.array(id).max(100).default([]),
  approverUserIds: z.array(id).max(100).default([]),
  quorum: quorum.default({ kind: 'ANY' }),
}

interface Choice {
  approverType: string
  approverGroupIds: readonly string[]
  approverUserIds: readonly string[]
}

/** Choosing by hand means choosing someone. */
export const isChosen = ({ approverType: type, approverGroupIds, approverUserIds }: Choice): boolean =>
  type !== 'CUSTOM_APPROVERS' || approverGroupIds.length + approverUserIds.length > 0
export const NO_ONE_CHOSEN = { path: ['approverUserIds'], message: 'Choose at least one group or person' }
