import type { ComponentType } from 'react'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import type { RuleSettings, RuleType, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'

export interface TaskSettingsProps {
  form: FormDefinition
  rule: WorkflowRule
  onChange: (settings: Partial<RuleSettings>, mergeKey?: string | null) => void
}

export interface TaskDialogProps {
  submissionId: string
  block: BlockView
  onRefresh: () => void
  onClose: () => void
}

export interface TaskStatusProps {
  submissionId: string
  block: BlockView
}

/** A task that another wing brings: its settings in a workflow, and what is special about its step. */
export interface TaskKind {
  Settings: ComponentType<TaskSettingsProps>
  /** Completes it, if that takes more than a comment. */
  Dialog?: ComponentType<TaskDialogProps>
  /** How far it is, on its step. */
  Status?: ComponentType<TaskStatusProps>
}

const kinds = new Map<RuleType, TaskKind>()

export const registerTask = (type: RuleType, kind: TaskKind): void => void kinds.set(type, kind)

export const taskKindOf = (type: RuleType): TaskKind | undefined => kinds.get(type)
