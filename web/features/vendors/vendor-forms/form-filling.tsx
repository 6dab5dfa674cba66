import { Alert, Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { allowsNote, noteField } from '../../../../schema/requests/forms/notes.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { NoteField, QuestionField, questionElementId } from '../../requests/forms/index.ts'
import { publicFormClasses as layout } from '../../requests/sourcing/index.ts'
import {
  byStep,
  draftEntries,
  formClasses as forms,
  linesOf,
  NOT_ANSWERED,
  questionsOf,
  REVIEW,
  StepList,
  strayErrors,
  submittedEntries,
  toAnswers,
  toNotes,
  useRequestForm,
} from '../../requests/submissions/index.ts'
import type { EarlierAnswer, FormTarget, OpenedForm } from './api.ts'
import { VendorFiles } from './document-fields.tsx'
import { Earlier } from './earlier.tsx'
import { type FormSaving, useFormSaving, useKeptAnswers } from './use-form-saving.ts'
import classes from './vendor-forms.module.css'

interface FormFillingProps {
  opened: OpenedForm
  target: FormTarget
  /** What someone without an account is asked besides the form, in its last step. Null if it is not complete. */
  person?: { fields: React.ReactNode; check: () => { name: string } | null }
  /** What the vendor answered before, to be chosen. None by a link. */
  earlier?: ReadonlyMap<string, EarlierAnswer>
  onSent: () => void
  /** Shows what someone else saved. */
  onReload: (opened: OpenedForm) => void
}

const SAVED = {
  none: '',
  saving: 'Saving…',
  saved: 'Draft saved',
  unsaved: 'Not saved yet',
  failed: 'Not saved. Outlay will try again.',
  conflict: 'Not saved',
}

const fileNames = (answers: OpenedForm['answers']): Record<string, string> =>
  Object.fromEntries(
    answers
      .filter(({ type, value }) => type === 'DOCUMENTS' && Array.isArray(value))
      .flatMap(({ value, labels }) => (value as string[]).map((id, at) => [id, labels[at] ?? 'File'] as const)),
  )

/** A form by its steps, and what was answered before it is sent. A draft saves itself. */
export const FormFilling = ({ opened, target, person, earlier, onSent, onReload }: FormFillingProps) => {
  const { form: about, definition } = opened
  const isDraft = about.status === 'UNSUBMITTED'
  const [subject] = useState(() => ({
    form: definition,
    answers: toAnswers(opened.answers),
    notes: toNotes(opened.answers),
    requestorUserId: '',
    watcherUserIds: [],
    existing: opened.answers.some(({ value }) => value !== null)
      ? { id: about.intakeSubmissionId, version: about.version, kind: 'draft' as const, number: 0, title: '' }
      : null,
  }))
  const [names] = useState(() => fileNames(opened.answers))
  const saving = useRef<FormSaving | null>(null)
  const [changed, setChanged] = useState(false)
  const state = useRequestForm(subject, () => {
    setChanged(true)
    saving.current?.edited()
  })
  const own = useFormSaving({
    enabled: isDraft,
    target,
    version: about.version,
    entries: () => draftEntries(definition, state.latest().answers, state.latest().notes).entries,
    onFields: state.show,
  })
  saving.current = own
  const submission = useCommand<{ name?: string }, number>({
    run: (who, { commandId }) => {
      const { answers, notes } = state.latest()
      return own.submit({ entries: submittedEntries(definition, answers, notes), ...who }, commandId)
    },
    onSuccess: () => {
      setChanged(false)
      onSent()
    },
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return isApiError(error, 'CONFLICT') || undefined
      state.show(error.fields)
      return true
    },
  })
  const typed = useKeptAnswers(opened, state, own, changed && !submission.isSuccess, setChanged)
  const reload = useCommand({ run: () => target.read(), onSuccess: onReload })
  const last = state.current === REVIEW
  const send = (): void => {
    if (!state.checkAll()) return
    const who = person ? person.check() : {}
    if (who) submission.send(who)
  }
  const forward = (event: FormEvent): void => {
    event.preventDefault()
    if (last) send()
    else {
      state.next()
      void own.save()
    }
  }
  const stray = strayErrors(definition, state.answers, state.errors)
  const refused = submission.error && !own.problem && !(isApiError(submission.error) && submission.error.fields)
  return (
    <div className={layout.layout}>
      <StepList steps={state.views} onStep={state.goTo} />
      <form noValidate onSubmit={forward} className={forms.form}>
        <h2 id="request-step" tabIndex={-1} className={forms.stepTitle}>
          {state.step?.label ?? 'Review'}
        </h2>
        <DraftNotice draft={typed} />
        {own.problem?.kind === 'conflict' && (
          <Alert color="orange" variant="light" mb="md" title="Someone else changed this form">
            <p className={classes.alertText}>What you typed here is still on the screen.</p>
            <Group gap="sm">
              <Button size="compact-sm" variant="default" loading={reload.isPending} onClick={() => reload.send()}>
                Load their version
              </Button>
              <Button size="compact-sm" onClick={own.keepMine}>
                Keep mine
              </Button>
            </Group>
          </Alert>
        )}
        {(stray.length > 0 || (last && refused)) && (
          <Alert color="red" variant="light" mb="md" title="The form was not sent">
            {stray.length > 0 ? stray.join(' ') : submission.error?.message}
          </Alert>
        )}
        <div className={forms.questions}>
          {last ? (
            <>
              <Review opened={opened} state={state} />
              {person?.fields}
            </>
          ) : (
            state.step && <Questions {...{ opened, target, names, state, earlier }} step={state.step} />
          )}
        </div>
        <div className={forms.footer}>
          {state.back && (
            <Button variant="default" onClick={state.back} disabled={submission.isPending}>
              Back
            </Button>
          )}
          <Button type="submit" loading={submission.isPending}>
            {last ? (isDraft ? 'Submit form' : 'Submit changes') : 'Next'}
          </Button>
          {isDraft && (
            <span className={classes.saved} role="status">
              {SAVED[own.word]}
            </span>
          )}
        </div>
      </form>
    </div>
  )
}

type FormState = ReturnType<typeof useRequestForm>

interface QuestionsProps {
  opened: OpenedForm
  target: FormTarget
  names: Record<string, string>
  state: FormState
  step: NonNullable<FormState['step']>
  earlier: FormFillingProps['earlier']
}

const Questions = ({ opened: { form, definition }, target, names, state, step, earlier }: QuestionsProps) =>
  questionsOf(definition, state.answers, step).map((asked) => {
    // The choices that a question lists are its own here: a vendor can't look up the company's.
    const isListed = asked.type.endsWith('_SELECT') && asked.options.length > 0
    const question = isListed ? { ...asked, type: 'CUSTOM_SELECT' as const } : asked
    const value = state.answers[question.id] ?? null
    const error = state.errors[question.id]
    if (question.type !== 'DOCUMENTS')
      return (
        <div key={question.id}>
          <QuestionField
            {...{ question, value, error, currency: form.currency, enableCurrencies: form.enableCurrencies }}
            onChange={state.change}
            note={state.notes[question.id] ?? ''}
            noteError={state.errors[noteField(question.id)]}
            onNote={state.changeNote}
          />
          {isBlank(value) && <Earlier answer={earlier?.get(question.id)} question={question} onUse={state.change} />}
        </div>
      )
    return (
      <div key={question.id} id={questionElementId(question.id)}>
        <VendorFiles
          target={target.documents}
          names={names}
          question={question}
          value={Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []}
          error={error}
          onChange={state.change}
        />
        {allowsNote(question) && (
          <NoteField
            question={question}
            note={state.notes[question.id] ?? ''}
            error={state.errors[noteField(question.id)]}
            onChange={state.changeNote}
          />
        )}
      </div>
    )
  })

/** What will be sent, by step. */
const Review = ({ opened: { definition }, state }: { opened: OpenedForm; state: FormState }) => {
  const steps = useMemo(
    () =>
      state.steps.map((step) => ({
        ...step,
        questions: questionsOf(definition, state.answers, step).filter(({ type }) => type !== 'DISPLAY_ONLY'),
      })),
    [definition, state.answers, state.steps],
  )
  return steps.map((step) => (
    <section key={step.id} aria-label={step.label}>
      <h3 className={classes.reviewTitle}>{step.label}</h3>
      <dl className={classes.answers}>
        {step.questions.map((question) => {
          const value = state.answers[question.id] ?? null
          const chosen = new Map(question.options.map(({ id, label }) => [id, label]))
          const labels =
            question.type === 'DOCUMENTS'
              ? Array.isArray(value) && value.length > 0
                ? [`${value.length} ${value.length === 1 ? 'file' : 'files'}`]
                : []
              : [value].flat().flatMap((one) => (typeof one === 'string' ? (chosen.get(one) ?? []) : []))
          const lines = linesOf({ type: question.type, value, labels })
          return (
            <div key={question.id}>
              <dt>{question.label}</dt>
              <dd>{lines.join(', ') || <span className={classes.dim}>{NOT_ANSWERED}</span>}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  ))
}

/** The answers of a form that was sent. */
interface FormAnswersProps {
  answers: OpenedForm['answers']
  /** What stands beside each answer. */
  beside?: (answer: OpenedForm['answers'][number]) => ReactNode
  /** The address at which a file opens. */
  href: (documentId: string) => string
}

const Files = ({
  answer: { value, labels },
  href,
}: { answer: OpenedForm['answers'][number] } & Pick<FormAnswersProps, 'href'>) => (
  <ul className={classes.files}>
    {(Array.isArray(value) ? value : []).map((id, at) => (
      <li key={String(id)}>
        <a href={href(String(id))} target="_blank" rel="noreferrer">
          {labels[at] ?? 'File'}
        </a>
      </li>
    ))}
  </ul>
)

export const FormAnswers = ({ answers, beside, href }: FormAnswersProps) => (
  <div className={classes.cards}>
    {byStep(answers).map((step) => (
      <section key={step.id} aria-label={step.label} className={classes.card}>
        <h2 className={classes.reviewTitle}>{step.label}</h2>
        <dl className={classes.answers}>
          {step.answers.map((answer) => (
            <div key={answer.questionId}>
              <dt>{answer.label}</dt>
              <dd>
                {answer.type === 'DOCUMENTS' && linesOf(answer).length > 0 ? (
                  <Files answer={answer} href={href} />
                ) : (
                  linesOf(answer).join(', ') || <span className={classes.dim}>{NOT_ANSWERED}</span>
                )}
                {answer.note && <span className={classes.note}>{answer.note}</span>}
                {beside && <span className={classes.beside}>{beside(answer)}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
)
