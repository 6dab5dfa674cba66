import { useMemo, useState } from 'react'
import type { FormDefinition, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { focusSoon, partElementId, rowElementId } from '../../../../ui/builder/focus.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import * as edits from './form-edits.ts'
import type { FormSource } from './form-kind.ts'
import type { QuestionActions } from './question-row.tsx'
import type { StepActions } from './step-section.tsx'

const newId = (): string => crypto.randomUUID()
export const quoted = (labels: string[]): string => labels.map((label) => `“${label || 'Untitled'}”`).join(', ')

interface FormActionsOptions {
  source: Pick<FormSource, 'kind' | 'usedElsewhere'>
  form: FormDefinition
  edit: (change: (form: FormDefinition) => FormDefinition, mergeKey?: string | null) => void
}

/** The actions in the form builder: the edit, confirmation before it, and the focus after it. */
export const useFormActions = ({ source, form, edit }: FormActionsOptions) => {
  const [openId, setOpenId] = useState<string | null>(null)
  const { kind, usedElsewhere } = source

  return useMemo(() => {
    /** Which conditions use these questions, and what else does. */
    const warnings = async (ids: string[]): Promise<string[]> => {
      const readers = edits.readersOf(form, ids)
      return [
        readers.length
          ? `${quoted(readers.map((q) => q.label))} ${readers.length === 1 ? 'depends' : 'depend'} on it. Conditions that use it are removed too.`
          : '',
        // If this can't be loaded, deleting continues. Places that used the question will show it.
        ...(await usedElsewhere(ids).catch(() => [])),
      ].filter(Boolean)
    }
    const focusRow = (id: string): void => focusSoon([rowElementId(id)])

    const questions: QuestionActions = {
      toggle: (id) => setOpenId((open) => (open === id ? null : id)),
      change: (id, patch, mergeKey = null) => edit((value) => edits.updateQuestion(value, id, patch), mergeKey),
      removeOption: (id, optionId) => edit((value) => edits.removeOption(value, id, optionId)),
      duplicate: (id) => {
        const copyId = newId()
        edit((value) => edits.duplicateQuestion(value, id, copyId, newId))
        setOpenId(copyId)
        focusSoon([partElementId(copyId, 'label')], { select: true })
      },
      remove: async (id) => {
        const found = edits.findQuestion(form, id)
        if (!found) return
        const texts = await warnings([id])
        if (texts.length) {
          const agreed = await confirm({
            title: `Delete “${found.question.label || `Untitled ${kind.noun}`}”?`,
            text: texts.join(' '),
            confirmLabel: `Delete ${kind.noun}`,
            danger: true,
          })
          if (!agreed) return focusRow(id)
        }
        edit((value) => edits.removeQuestion(value, id))
        setOpenId((open) => (open === id ? null : open))
        const next = found.step.questions[found.index + 1] ?? found.step.questions[found.index - 1]
        focusSoon([next ? rowElementId(next.id) : partElementId(found.step.id, 'add')])
      },
      nudge: (id, by) => {
        edit((value) => edits.nudgeQuestion(value, id, by) ?? value)
        focusRow(id)
      },
      moveToStep: (id, stepId) => {
        edit((value) => edits.moveQuestion(value, id, stepId, Number.POSITIVE_INFINITY))
        focusRow(id)
      },
    }

    const steps: StepActions & {
      addNew: () => void
      moveQuestion: (id: string, stepId: string, slot: number) => void
    } = {
      rename: (id, label) => edit((value) => edits.renameStep(value, id, label), `step:${id}`),
      move: (id, slot) => edit((value) => edits.moveStep(value, id, slot)),
      setAdditional: (id, isAdditional) => edit((value) => edits.setAdditional(value, id, isAdditional)),
      remove: async (id) => {
        const index = form.steps.findIndex((step) => step.id === id)
        const step = form.steps[index]
        if (!step) return
        const ids = step.questions.map((question) => question.id)
        if (ids.length) {
          const texts = await warnings(ids)
          const agreed = await confirm({
            title: `Delete the step “${step.label || 'Untitled step'}”?`,
            text: [`Its ${ids.length === 1 ? 'question goes' : `${ids.length} questions go`} with it.`, ...texts].join(
              ' ',
            ),
            confirmLabel: 'Delete step',
            danger: true,
          })
          if (!agreed) return
        }
        edit((value) => edits.removeStep(value, id))
        const next = form.steps[index + 1] ?? form.steps[index - 1]
        focusSoon([next ? partElementId(next.id, 'label') : 'add-step'])
      },
      add: (stepId, type: QuestionType) => {
        const question = edits.newQuestion(type, newId())
        edit((value) => edits.addQuestion(value, stepId, question))
        setOpenId(question.id)
        focusSoon([partElementId(question.id, 'label')], { select: true })
      },
      addNew: () => {
        const id = newId()
        edit((value) => edits.addStep(value, id, `Step ${value.steps.length + 1}`))
        focusSoon([partElementId(id, 'label')], { select: true })
      },
      moveQuestion: (id, stepId, slot) => edit((value) => edits.moveQuestion(value, id, stepId, slot)),
    }

    return { openId, setOpenId, questions, steps }
  }, [form, edit, openId, kind, usedElsewhere])
}
