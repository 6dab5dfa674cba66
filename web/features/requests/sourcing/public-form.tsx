import { Alert, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { allowsNote, noteField } from '../../../../schema/requests/forms/notes.ts'
import { submitPublicRequest } from '../../../../schema/requests/sourcing/endpoints.ts'
import { isApiError, isMissing } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { PersonCheck } from '../../../ui/fields/person-check.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { NoteField, QuestionField, questionElementId } from '../forms/index.ts'
import {
  formClasses as forms,
  questionsOf,
  REVIEW,
  StepList,
  strayErrors,
  submittedEntries,
  useAnswersDraft,
  useRequestForm,
} from '../submissions/index.ts'
import { type FormAddress, type PublicCategory, sendPublicForm, uploadPublicFile, usePublicForm } from './api.ts'
import { FormOwner } from './form-owner.tsx'
import { PublicFiles } from './public-files.tsx'
import classes from './public-form.module.css'

const sender = submitPublicRequest.body as NonNullable<typeof submitPublicRequest.body>
const contact = sender.pick({ name: true, email: true }).required({ name: true })

const SENDER = 'Your details'

type PersonErrors = Partial<Record<'name' | 'email' | 'personToken', string | undefined>>

/** A sourcing form for people without a login: its steps, their details, and a confirmation. */
export const PublicForm = (address: FormAddress) => {
  const { data, error, refetch } = usePublicForm(address)
  usePageTitle(data?.category.name ?? 'Form')
  if (!data && !error) return <PageSpinner />
  return (
    <main className={classes.page}>
      {data ? (
        <Filling category={data.category} form={data.form} />
      ) : isMissing(error) ? (
        <>
          <h1 className="ol-visually-hidden">Form not found</h1>
          <EmptyState
            title="This form does not exist"
            text="It may have been closed. Ask the person who sent you the link for a new one."
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const Filling = ({ category, form }: { category: PublicCategory; form: FormDefinition }) => {
  const [sent, setSent] = useState(false)
  const [person, setPerson] = useState({ name: '', email: '', website: '' })
  const [personErrors, setPersonErrors] = useState<PersonErrors>({})
  const [token, setToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [subject] = useState({ form, answers: {}, notes: {}, requestorUserId: '', watcherUserIds: [], existing: null })
  const [changed, setChanged] = useState(false)
  const state = useRequestForm(subject, () => setChanged(true))
  const { name, email } = person
  const typed = useAnswersDraft({
    name: `public-form.${category.id}`,
    form,
    state,
    version: 0,
    sender: { name, email },
    isUnsaved: !sent && (changed || name !== '' || email !== ''),
    onRestored: (sender) => {
      setChanged(true)
      setPerson((known) => ({ ...known, name: sender?.name ?? '', email: sender?.email ?? '' }))
    },
  })
  const send = useMemo(() => uploadPublicFile(category), [category])
  const last = state.current === REVIEW
  const { name: companyName, currency, enableCurrencies } = category.company

  const submission = useCommand<{ name: string; email: string }, void>({
    run: (who, { commandId }) =>
      sendPublicForm(
        {
          category,
          ...who,
          ...{ website: person.website, personToken: token },
          entries: submittedEntries(form, state.latest().answers, state.latest().notes),
        },
        commandId,
      ),
    onSuccess: () => {
      setSent(true)
      window.scrollTo({ top: 0 })
    },
    onError: (error) => {
      // A token works once.
      setAttempt(attempt + 1)
      setToken(null)
      if (!isApiError(error) || !error.fields) return undefined
      const { name, email, personToken, ...answers } = error.fields
      setPersonErrors({ name, email, personToken })
      if (!name && !email && !personToken) state.show(answers)
      return true
    },
  })
  const forward = (event: FormEvent): void => {
    event.preventDefault()
    if (!last) {
      state.next()
      return
    }
    const checked = contact.safeParse(person)
    const problems = checked.error?.flatten().fieldErrors
    const personToken = category.personCheck && !token ? 'Tick this box' : undefined
    setPersonErrors({ name: problems?.name?.[0], email: problems?.email?.[0], personToken })
    if (problems?.name || problems?.email || personToken) {
      const first = problems?.name ? 'sender-name' : problems?.email ? 'sender-email' : 'sender-person'
      document.getElementById(first)?.focus()
      return
    }
    if (checked.data && state.checkAll()) submission.send(checked.data)
  }

  if (sent) return <Sent companyName={companyName} email={person.email} />
  const stray = strayErrors(form, state.answers, state.errors)
  const refused = submission.error && !(isApiError(submission.error) && submission.error.fields)
  return (
    <>
      <header className={classes.head}>
        <FormOwner company={category.company} />
        <h1 className={classes.title}>{category.name}</h1>
        {category.description && <p className={classes.description}>{category.description}</p>}
      </header>
      <div className={classes.layout}>
        <StepList
          steps={state.views.map((view) => (view.id === REVIEW ? { ...view, label: SENDER } : view))}
          onStep={state.goTo}
        />
        <form noValidate onSubmit={forward} className={forms.form}>
          <h2 id="request-step" tabIndex={-1} className={forms.stepTitle}>
            {state.step?.label ?? SENDER}
          </h2>
          <DraftNotice draft={typed} />
          {(stray.length > 0 || (last && refused)) && (
            <Alert color="red" variant="light" mb="md" title="The form was not sent">
              {stray.length > 0 ? stray.join(' ') : submission.error?.message}
            </Alert>
          )}
          <div className={forms.questions}>
            {last ? (
              <>
                <TextField
                  id="sender-name"
                  label="Name"
                  required
                  maxLength={120}
                  autoComplete="name"
                  value={person.name}
                  error={personErrors.name}
                  onChange={(event) => setPerson({ ...person, name: event.currentTarget.value })}
                />
                <TextField
                  id="sender-email"
                  label="Email"
                  description={`${companyName} may email you about this form.`}
                  required
                  type="email"
                  autoComplete="email"
                  value={person.email}
                  error={personErrors.email}
                  onChange={(event) => setPerson({ ...person, email: event.currentTarget.value })}
                />
                {category.personCheck && (
                  <PersonCheck
                    key={attempt}
                    check={category.personCheck}
                    error={personErrors.personToken}
                    onChange={setToken}
                  />
                )}
                <div className={classes.trap} aria-hidden="true">
                  <label htmlFor="sender-website">Leave this empty</label>
                  <input
                    id="sender-website"
                    tabIndex={-1}
                    autoComplete="off"
                    value={person.website}
                    onChange={(event) => setPerson({ ...person, website: event.currentTarget.value })}
                  />
                </div>
              </>
            ) : (
              state.step &&
              questionsOf(form, state.answers, state.step).map((question) => {
                const value = state.answers[question.id] ?? null
                const error = state.errors[question.id]
                return question.type === 'DOCUMENTS' ? (
                  <div key={question.id} id={questionElementId(question.id)}>
                    <PublicFiles
                      send={send}
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
                ) : (
                  <QuestionField
                    key={question.id}
                    {...{ question, value, error, currency, enableCurrencies }}
                    onChange={state.change}
                    note={state.notes[question.id] ?? ''}
                    noteError={state.errors[noteField(question.id)]}
                    onNote={state.changeNote}
                  />
                )
              })
            )}
          </div>
          <div className={forms.footer}>
            {state.back && (
              <Button variant="default" onClick={state.back} disabled={submission.isPending}>
                Back
              </Button>
            )}
            <Button type="submit" loading={submission.isPending}>
              {last ? 'Send form' : 'Next'}
            </Button>
          </div>
        </form>
      </div>
    </>
  )
}

const Sent = ({ companyName, email }: { companyName: string; email: string }) => (
  <div className={classes.sent} role="status">
    <IconCircleCheck size={40} stroke={1.5} aria-hidden />
    <h1 className={classes.title}>Thank you</h1>
    <p>
      {companyName} received your form and will review it. We emailed {email} a receipt with a link, where you can look
      up what became of it.
    </p>
  </div>
)
