import { useMemo, useState } from 'react'
import { focusSoon, partElementId, rowElementId } from '../../../ui/builder/focus.ts'
import { confirm } from '../../../ui/confirm.tsx'
import type { Leveled, LeveledRule, RuleIn } from './leveled.ts'
import * as edits from './leveled.ts'

const newId = (): string => crypto.randomUUID()
export const ADD_LEVEL = 'add-level'

export interface RuleActions<R> {
  toggle: (id: string) => void
  change: (id: string, patch: Partial<R>, mergeKey?: string | null) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  move: (id: string, levelId: string, slot: number) => void
}

export interface LevelActions<T> {
  move: (id: string, slot: number) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  addRule: (levelId: string, type: T) => void
}

interface LevelActionsOptions<D extends Leveled<LeveledRule>, T> {
  definition: D
  edit: (change: (value: D) => D, mergeKey?: string | null) => void
  /** Keep it the same between renders. */
  newRule: (type: T, id: string) => RuleIn<D>
}

/** The actions in a builder of levels: the edit, and the focus after it. */
export const useLevelActions = <D extends Leveled<LeveledRule>, T>({
  definition,
  edit,
  newRule,
}: LevelActionsOptions<D, T>) => {
  const [openId, setOpenId] = useState<string | null>(null)
  return useMemo(() => {
    const openNew = (id: string): void => {
      setOpenId(id)
      focusSoon([partElementId(id, 'label')], { select: true })
    }
    const rules: RuleActions<RuleIn<D>> = {
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
    const levels: LevelActions<T> & { add: (type: T) => void } = {
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
        const rule = newRule(type, newId())
        edit((value) => edits.addRule(value, levelId, rule))
        openNew(rule.id)
      },
      add: (type) => {
        const rule = newRule(type, newId())
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
  }, [definition, edit, newRule, openId])
}
