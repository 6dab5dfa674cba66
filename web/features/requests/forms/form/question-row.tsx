import type { FormDefinition, FormStep, Question } from '../../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../../schema/requests/forms/form-rules.ts'
import { mayKeepApprovals } from '../../../../../schema/requests/forms/restarting.ts'
import { EntryRow, EntryTitle } from '../../../../ui/builder/entry-row.tsx'
import { type ConditionWords, conditionsText } from '../../../platform/conditions/index.ts'
import classes from './form.module.css'
import { useFormKind } from './form-kind.ts'
import type { Problem } from './form-problems.ts'
import { QuestionEditor } from './question-editor.tsx'
import { QUESTION_ICONS } from './question-icons.ts'

export interface QuestionActions {
  toggle: (id: string) => void
  change: (id: string, patch: Partial<Question>, mergeKey?: string | null) => void
  removeOption: (id: string, optionId: string) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  nudge: (id: string, by: -1 | 1) => void
  moveToStep: (id: string, stepId: string) => void
}

interface QuestionRowProps {
  form: FormDefinition
  step: FormStep
  question: Question
  open: boolean
  problems: Problem[]
  words: ConditionWords
  actions: QuestionActions
  isFirst: boolean
  isLast: boolean
}

export const QuestionRow = ({ form, step, question, open, problems, words, actions, ...place }: QuestionRowProps) => {
  const { noun, part } = useFormKind()
  const label = question.label.trim() || `Untitled ${noun}`
  const condition = conditionsText(question, words)
  const isUntitled = question.label.trim() === ''
  return (
    <EntryRow
      id={question.id}
      name={label}
      icon={QUESTION_ICONS[question.type]}
      title={
        <EntryTitle untitled={isUntitled}>
          {label}
          {question.isRequired && (
            <span className={classes.required} title="Required">
              <span aria-hidden> *</span>
              <span className="ol-visually-hidden"> (required)</span>
            </span>
          )}
        </EntryTitle>
      }
      meta={
        <>
          {typeLabel(question.type)}
          {question.isMulti && ', several'}
          {question.allowsNote && ', with a note'}
          {question.keepsApprovals && mayKeepApprovals(question) && ', doesn’t restart approvals'}
          {condition && ` · Shown when ${condition}`}
        </>
      }
      open={open}
      problems={problems}
      onToggle={() => actions.toggle(question.id)}
      onUp={place.isFirst ? undefined : () => actions.nudge(question.id, -1)}
      onDown={place.isLast ? undefined : () => actions.nudge(question.id, 1)}
      groups={form.steps
        .filter((other) => other.id !== step.id)
        .map((other) => ({
          id: other.id,
          label: `Move to ${part} “${other.label || 'Untitled step'}”`,
          onMove: () => actions.moveToStep(question.id, other.id),
        }))}
      onDuplicate={() => actions.duplicate(question.id)}
      onRemove={() => actions.remove(question.id)}
    >
      <QuestionEditor
        form={form}
        question={question}
        problems={problems}
        onChange={(patch, mergeKey) => actions.change(question.id, patch, mergeKey ?? null)}
        onRemoveOption={(optionId) => actions.removeOption(question.id, optionId)}
      />
    </EntryRow>
  )
}
