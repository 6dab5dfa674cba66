import { useMemo, useState } from 'react'
import type { RuleType, WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { focusSoon, partElementId, rowElementId } from '../../../ui/builder/focus.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { LevelActions } from './level-section.tsx'
import type { RuleActions } from './rule-row.tsx'
import * as edits from './workflow-edits.ts'

const newId = (): string => crypto.randomUUID()
export const ADD_LEVEL = 'add-level'

interface WorkflowActionsOptions {
  definition: WorkflowDefinition
  edit: (change: (value: WorkflowDefinition) => WorkflowDefinition, mergeKey?: string | null) => void
}

/** The actions in the workflow builder: the edit, and the focus after it. */
export const useWorkflowActions = ({ definition, edit }: WorkflowActionsOptions) => {
  const [openId, setOpenId] = useState<string | null>(null)
  return useMemo(() => {
    const openNew = (id: string): void => {
      setOpenId(id)
      focusSoon([partElementId(id, 'label')], { select: true })
    }
    const rules: RuleActions = {
      toggle: (id) => setOpenId((open) => (open === id ? null : id)),
      change: (id, patch, mergeKey = null) => edit((value) => edits.updateRule(value, id, patch), mergeKey),
      duplicate: (id) => {
        const copyId = newId()
        edit((value) => edits.duplicateRule(value, id, copyId))
        openNew(copyId)
      },
      remove: (id) => {
        const found = edits.findRule(definition, id)
        if (!found) return
        edit((value) => edits.removeRule(value, id))
        setOpenId((open) => (open === id ? null : open))
        const next = found.level.rules[found.index + 1] ?? found.level.rules[found.index - 1]
        focusSoon([next ? rowElementId(next.id) : partElementId(found.level.id, 'label')])
      },
      move: (id, levelId, slot) => {
        edit((value) => edits.moveRule(value, id, levelId, slot))
        focusSoon([rowElementId(id)])
      },
    }
    const levels: LevelActions & { add: (type: RuleType) => void } = {
      move: (id, slot) => edit((value) => edits.moveLevel(value, id, slot)),
      duplicate: (id) => {
        const copyId = newId()
        edit((value) => edits.duplicateLevel(value, id, copyId, newId))
        focusSoon([partElementId(copyId, 'label')])
      },
      remove: async (id) => {
        const level = definition.levels.find((candidate) => candidate.id === id)
        if (!level) return
        if (level.rules.length > 1) {
          const agreed = await confirm({
            title: `Delete level ${level.number}?`,
            text: `Its ${level.rules.length} rules are deleted too. You can undo this until you leave.`,
            confirmLabel: 'Delete level',
            danger: true,
          })
          if (!agreed) return
        }
        edit((value) => edits.removeLevel(value, id))
        const next = definition.levels[level.number] ?? definition.levels[level.number - 2]
        focusSoon([next ? partElementId(next.id, 'label') : ADD_LEVEL])
      },
      addRule: (levelId, type) => {
        const rule = edits.newRule(type, newId())
        edit((value) => edits.addRule(value, levelId, rule))
        openNew(rule.id)
      },
      add: (type) => {
        const rule = edits.newRule(type, newId())
        const levelId = newId()
        edit((value) => edits.addLevel(value, levelId, rule))
        openNew(rule.id)
      },
    }
    /** From the picture: opens the rule in the editor and goes there. */
    const show = (id: string): void => {
      setOpenId(id)
      focusSoon([rowElementId(id)])
    }
    return { openId, setOpenId, rules, levels, show }
  }, [definition, edit, openId])
}
