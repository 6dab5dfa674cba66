import { z } from 'zod'
import {
  type DashboardColumn,
  type IntakeCategorySettings,
  saveIntakeCategorySettings,
} from '../../../../../schema/requests/endpoints.ts'
import { MAX_COLUMN_NAME } from '../columns/column-rows.tsx'

/** What the page of a category's settings edits. */
export interface SettingsDraft {
  approvalMode: IntakeCategorySettings['approvalMode']
  enableAssignees: boolean
  requirePersonCheck: boolean
  ownerIds: string[]
  dashboardCustomColumns: DashboardColumn[]
}

export const draftOf = ({
  owners,
  version: _,
  canRequirePersonCheck: __,
  ...settings
}: IntakeCategorySettings): SettingsDraft => ({
  ...settings,
  ownerIds: owners.map((owner) => owner.id),
})

/** A question or task, as one id to choose by. */
export const sourceOf = ({ questionId, ruleId }: Pick<DashboardColumn, 'questionId' | 'ruleId'>): string =>
  ruleId ? `rule:${ruleId}` : `question:${questionId ?? ''}`

export const newColumn = (source: string, label: string): DashboardColumn => {
  const id = source.slice(source.indexOf(':') + 1)
  const isRule = source.startsWith('rule:')
  return {
    columnName: label.trim().slice(0, MAX_COLUMN_NAME),
    questionId: isRule ? null : id,
    ruleId: isRule ? id : null,
  }
}

const shape = (saveIntakeCategorySettings.body as z.ZodObject).omit({ version: true })

/** What prevents saving, and the server's messages, by column. '' if it is about none. */
export const settingsProblems = (
  draft: SettingsDraft,
  fromServer: Record<string, string> | null = null,
): { id: string; message: string }[] => {
  const messages: Record<string, string> = { ...fromServer }
  for (const issue of shape.safeParse(draft).error?.issues ?? []) messages[issue.path.join('.')] = issue.message
  const names = new Set<string>()
  for (const [i, column] of draft.dashboardCustomColumns.entries()) {
    const name = column.columnName.trim().toLowerCase()
    if (name && names.has(name)) messages[`dashboardCustomColumns.${i}.columnName`] = 'Another column has this name'
    names.add(name)
  }
  return Object.entries(messages).map(([path, message]) => {
    const [part, place] = path.split('.')
    const column = part === 'dashboardCustomColumns' ? draft.dashboardCustomColumns[Number(place)] : undefined
    return { id: column ? sourceOf(column) : part === 'dashboardCustomColumns' ? '' : (part ?? ''), message }
  })
}

const stored = z.object({
  approvalMode: z.string().nullable(),
  enableAssignees: z.boolean(),
  requirePersonCheck: z.boolean().default(false),
  ownerIds: z.array(z.string()),
  dashboardCustomColumns: z.array(
    z.object({ columnName: z.string(), questionId: z.string().nullable(), ruleId: z.string().nullable() }),
  ),
})
export const isSettingsDraft = (value: unknown): value is SettingsDraft => stored.safeParse(value).success
