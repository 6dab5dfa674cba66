import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconTrash,
} from '@tabler/icons-react'
import type { FormDefinition, FormStep, Question } from '../../../../schema/intake/form.ts'
import { typeLabel } from '../../../../schema/intake/form-rules.ts'
import { rowElementId } from '../builder/focus.ts'
import { type ConditionWords, conditionsText } from '../conditions/condition-words.ts'
import { useReorderEntry } from '../reorder/reorder-area.tsx'
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
  const { ref, handle, isDragging } = useReorderEntry('item', question.id, label)
  const Icon = QUESTION_ICONS[question.type]
  const condition = conditionsText(question, words)
  const editorId = `${rowElementId(question.id)}-editor`
  return (
    <div ref={ref} className={classes.question} data-open={open || undefined} data-dragging={isDragging || undefined}>
      <div className={classes.questionRow}>
        {handle}
        <button
          type="button"
          id={rowElementId(question.id)}
          className={classes.questionButton}
          aria-expanded={open}
          aria-controls={open ? editorId : undefined}
          onClick={() => actions.toggle(question.id)}
        >
          <Icon size={18} aria-hidden className={classes.questionIcon} />
          <span className={classes.questionText}>
            <span className={classes.questionLabel} data-untitled={question.label.trim() === '' || undefined}>
              {label}
              {question.isRequired && (
                <span className={classes.required} title="Required">
                  <span aria-hidden> *</span>
                  <span className="ol-visually-hidden"> (required)</span>
                </span>
              )}
            </span>
            <span className={classes.questionMeta}>
              {typeLabel(question.type)}
              {question.isMulti && ', several'}
              {question.allowsNote && ', with a note'}
              {condition && ` · Shown when ${condition}`}
            </span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Actions of ${label}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp size={16} aria-hidden />}
              disabled={place.isFirst}
              onClick={() => actions.nudge(question.id, -1)}
            >
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} aria-hidden />}
              disabled={place.isLast}
              onClick={() => actions.nudge(question.id, 1)}
            >
              Move down
            </Menu.Item>
            {form.steps
              .filter((other) => other.id !== step.id)
              .map((other) => (
                <Menu.Item
                  key={other.id}
                  leftSection={<IconArrowRight size={16} aria-hidden />}
                  onClick={() => actions.moveToStep(question.id, other.id)}
                >
                  Move to {part} “{other.label || 'Untitled step'}”
                </Menu.Item>
              ))}
            <Menu.Divider />
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => actions.duplicate(question.id)}>
              Duplicate
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.remove(question.id)}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {!open && problems.length > 0 && (
        <p className={classes.rowProblem}>{problems.map((problem) => problem.message).join('. ')}</p>
      )}
      {open && (
        <div id={editorId}>
          <QuestionEditor
            form={form}
            question={question}
            problems={problems}
            onChange={(patch, mergeKey) => actions.change(question.id, patch, mergeKey ?? null)}
            onRemoveOption={(optionId) => actions.removeOption(question.id, optionId)}
          />
        </div>
      )}
    </div>
  )
}
