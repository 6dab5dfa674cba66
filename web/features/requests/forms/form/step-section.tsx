import { Menu, TextInput } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import type { FormDefinition, FormStep, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { partElementId } from '../../../../ui/builder/focus.ts'
import { GroupFrame } from '../../../../ui/builder/group-frame.tsx'
import type { ConditionWords } from '../../../platform/conditions/index.ts'
import classes from './form.module.css'
import { useFormKind } from './form-kind.ts'
import type { Problem } from './form-problems.ts'
import { type QuestionActions, QuestionRow } from './question-row.tsx'
import { TypePicker } from './type-picker.tsx'

export interface StepActions {
  rename: (id: string, label: string) => void
  move: (id: string, slot: number) => void
  setAdditional: (id: string, isAdditional: boolean) => void
  remove: (id: string) => void
  add: (stepId: string, type: QuestionType) => void
}

interface StepSectionProps {
  form: FormDefinition
  step: FormStep
  index: number
  openId: string | null
  problems: Problem[]
  words: ConditionWords
  used: ReadonlySet<QuestionType>
  steps: StepActions
  questions: QuestionActions
}

export const StepSection = (props: StepSectionProps) => {
  const { form, step, index, openId, problems, words, used, steps, questions } = props
  const { noun, part } = useFormKind()
  const given = part === 'section'
  const label = step.label.trim() || 'Untitled step'
  const last = form.steps.length - 1
  const problem = problems.find((candidate) => candidate.id === step.id)?.message
  return (
    <GroupFrame
      id={step.id}
      label={given ? label : `Step ${label}`}
      title={label}
      header={
        given ? (
          <h2 className={classes.section}>{label}</h2>
        ) : (
          <>
            <span className={classes.stepNumber}>Step {index + 1}</span>
            <TextInput
              id={partElementId(step.id, 'label')}
              className={classes.stepLabel ?? ''}
              variant="unstyled"
              size="sm"
              aria-label={`Name of step ${index + 1}`}
              placeholder="Name of the step"
              value={step.label}
              maxLength={200}
              error={problem}
              onChange={(event) => steps.rename(step.id, event.currentTarget.value)}
            />
            {step.isAdditionalStep && <span className={classes.stepNumber}>Filled in later, as a task</span>}
          </>
        )
      }
      menu={
        given
          ? null
          : {
              ...{ label: `Actions of step ${label}`, noun: 'step', index, count: form.steps.length },
              onMove: (slot) => steps.move(step.id, slot),
              onRemove: () => steps.remove(step.id),
              more: (
                <Menu.Item
                  leftSection={<IconClockPlus size={16} aria-hidden />}
                  onClick={() => steps.setAdditional(step.id, !step.isAdditionalStep)}
                >
                  {step.isAdditionalStep ? 'Fill in when filing' : 'Fill in later, as a task'}
                </Menu.Item>
              ),
            }
      }
      entries={step.questions}
      row={(question, i) => (
        <QuestionRow
          form={form}
          step={step}
          question={question}
          open={openId === question.id}
          problems={problems.filter((candidate) => candidate.id === question.id)}
          words={words}
          actions={questions}
          isFirst={index === 0 && i === 0}
          isLast={index === last && i === step.questions.length - 1}
        />
      )}
      note={
        <>
          {step.questions.length === 0 && (
            <p className={classes.noQuestions}>
              No {noun}s in this {part} yet.
            </p>
          )}
          {given && problem && <p className={classes.problem}>{problem}</p>}
        </>
      }
      add={
        <TypePicker
          id={partElementId(step.id, 'add')}
          label={`Add ${noun} to ${given ? label : `step ${label}`}`}
          used={used}
          onPick={(type) => steps.add(step.id, type)}
        />
      }
    />
  )
}
