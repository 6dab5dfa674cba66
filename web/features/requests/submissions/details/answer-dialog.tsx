import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { Answers, AnswerValue, FormDefinition, FormStep } from '../../../../../schema/requests/forms/form.ts'
import { type Notes, noteField, noteProblems } from '../../../../../schema/requests/forms/notes.ts'
import { validateAnswers } from '../../../../../schema/requests/forms/validation.ts'
import { visibleQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DraftNotice } from '../../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../../ui/drafts/use-draft.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { QuestionField } from '../../forms/index.ts'
import { useAnswers, useForm, useSubmission } from '../api.ts'
import { focusQuestion } from '../form/use-request-form.ts'
import { entriesOf, toAnswers, toNotes } from '../steps.ts'
import { useAdditionalSteps, useAnswerStep } from './actions-api.ts'
import classes from './details.module.css'

interface AnswerDialogProps {
  submissionId: string
  block: BlockView
  seenVersion: number
  onRefresh: () => void
  onClose: () => void
}

/** A task's questions, beside the request's existing answers. */
export const AnswerDialog = (props: AnswerDialogProps) => {
  const { submissionId, block, onClose } = props
  const submission = useSubmission(submissionId)
  const answers = useAnswers(submissionId)
  const steps = useAdditionalSteps(submissionId)
  const form = useForm(submission.data?.intakeCategoryId ?? '', {
    formVersion: submission.data?.formVersion,
    enabled: submission.data !== undefined,
  })
  const error = answers.error ?? steps.error ?? form.error
  const ready = answers.data && steps.data && form.data
  return (
    <Dialog opened onClose={onClose} title={block.label}>
      {error && !ready ? (
        <ErrorState
          error={error}
          compact
          onRetry={() => void Promise.all([answers.refetch(), steps.refetch(), form.refetch()])}
        />
      ) : ready ? (
        <Fields
          {...props}
          form={{ steps: form.data.steps }}
          given={{
            ...toAnswers(answers.data.answers),
            ...toAnswers(steps.data.flatMap((step) => step.answers)),
          }}
          givenNotes={toNotes(steps.data.flatMap((step) => step.answers))}
        />
      ) : (
        <Skeleton height={160} radius="md" />
      )}
    </Dialog>
  )
}

interface FieldsProps extends AnswerDialogProps {
  form: FormDefinition
  given: Answers
  givenNotes: Notes
}

const Fields = ({ submissionId, block, seenVersion, onRefresh, onClose, form, given, givenNotes }: FieldsProps) => {
  const company = useCompany()
  const asked: FormStep[] = form.steps.filter(({ id }) => block.settings.stepIds?.includes(id))
  const [answers, setAnswers] = useState(given)
  const [notes, setNotes] = useState(givenNotes)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [seen, setSeen] = useState(seenVersion)
  const [dirty, setDirty] = useState(false)
  type Kept = { answers: Answers; notes: Notes }
  const draft = useDraft<Kept>({
    name: `request.step.${submissionId}.${block.id}`,
    value: { answers, notes },
    version: seenVersion,
    dirty,
    isDraftOf: (value): value is Kept =>
      typeof value === 'object' && value !== null && 'answers' in value && 'notes' in value,
    onRestore: (kept) => {
      setAnswers({ ...answers, ...kept.answers })
      setNotes({ ...notes, ...kept.notes })
      setDirty(true)
    },
    onUndo: (before) => {
      setAnswers(before.answers)
      setNotes(before.notes)
      setDirty(false)
    },
  })
  useLeaveGuard(dirty)

  const show = (messages: Record<string, string>): void => {
    setErrors(messages)
    const first = visibleQuestions(form, answers, asked).find(({ id }) => messages[id] ?? messages[noteField(id)])
    if (first) focusQuestion(first.id)
  }
  const refused = (error: Error): boolean => {
    if (isApiError(error, 'INVALID') && error.fields) {
      show(error.fields)
      return true
    }
    if (!isApiError(error, 'CONFLICT')) return false
    onRefresh()
    const version = (error.details as { version?: unknown } | undefined)?.version
    if (error.reason === 'ANSWERS_CHANGED' && typeof version === 'number') {
      setSeen(version)
      toastError('This request changed in the meantime. Review it, then save again. Your answers are still here.')
      return true
    }
    toastError(error.message)
    onClose()
    return true
  }
  const save = useAnswerStep(submissionId, block.id, refused)
  const change = (questionId: string, value: AnswerValue): void => {
    setDirty(true)
    setAnswers((known) => ({ ...known, [questionId]: value }))
    setErrors(({ [questionId]: _, ...rest }) => rest)
  }
  const changeNote = (questionId: string, note: string): void => {
    setDirty(true)
    setNotes((known) => ({ ...known, [questionId]: note }))
    setErrors(({ [noteField(questionId)]: _, ...rest }) => rest)
  }
  const submit = (): void => {
    const messages = {
      ...validateAnswers(form, answers, { stepIds: asked.map(({ id }) => id) }),
      ...noteProblems(notes),
    }
    if (Object.keys(messages).length > 0) {
      show(messages)
      return
    }
    const steps = asked.map((step) => ({
      stepId: step.id,
      fields: visibleQuestions(form, answers, [step]).flatMap(({ id }) =>
        entriesOf({ [id]: answers[id] ?? null }, { [id]: notes[id]?.trim() ?? '' }),
      ),
    }))
    void save.sendAsync({ seenVersion: seen, steps }).then(
      () => {
        draft.finish()
        setDirty(false)
        onClose()
      },
      () => {},
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DraftNotice draft={draft} />
      {block.settings.description && <Text mb="md">{block.settings.description}</Text>}
      {asked.map((step) => (
        <section key={step.id} aria-label={step.label} className={classes.asked}>
          {asked.length > 1 && <h3 className={classes.dialogTitle}>{step.label}</h3>}
          {visibleQuestions(form, answers, [step]).map((question) => (
            <QuestionField
              proposesVendors
              temporaryUploads
              key={question.id}
              question={question}
              value={answers[question.id] ?? null}
              error={errors[question.id]}
              onChange={change}
              note={notes[question.id] ?? ''}
              noteError={errors[noteField(question.id)]}
              onNote={changeNote}
              currency={company.currency}
              enableCurrencies={company.enableCurrencies}
            />
          ))}
        </section>
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save answers
        </Button>
      </Group>
    </form>
  )
}
