import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import { isApiError, isMissing } from '../../../lib/errors.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { publicFormClasses as layout } from '../../requests/sourcing/index.ts'
import { AccountOffer } from './account-offer.tsx'
import { byLink, type OpenedForm, useFormLink } from './api.ts'
import { FormAnswers, FormFilling } from './form-filling.tsx'
import { LinkDocuments } from './link-documents.tsx'
import { LinkDiscussion } from './vendor-conversation.tsx'
import classes from './vendor-forms.module.css'

/** A form by the link in its email, without an account. */

const GONE: ReadonlyMap<string, string> = new Map([
  ['LINK_EXPIRED', 'This link has expired'],
  ['LINK_REVOKED', 'This form was closed'],
])

export const LinkForm = ({ token }: { token: string }) => {
  const { data, error, refetch } = useFormLink(token)
  usePageTitle(data?.form.intakeCategory.name ?? 'Form')
  if (!data && !error) return <PageSpinner />
  return (
    <main className={layout.page}>
      {data ? (
        <Opened token={token} email={data.email} first={data.opened} />
      ) : isMissing(error) ? (
        <>
          <h1 className="ol-visually-hidden">Form not found</h1>
          <EmptyState
            title={(isApiError(error) && GONE.get(error.reason ?? '')) || 'This link doesn’t work'}
            text="Ask the company that sent it for a new one."
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const Opened = ({ token, email, first }: { token: string; email: string; first: OpenedForm }) => {
  const [opened, setOpened] = useState({ form: first, count: 0 })
  const [target] = useState(() => byLink(token))
  const [sent, setSent] = useState(false)
  const [name, setName] = useState('')
  const [nameError, setNameError] = useState<string | undefined>()
  const { form } = opened.form
  const { intakeCategory, company, owner, message, sentBack, canEdit, status } = form
  if (sent) return <Sent companyName={company.name} token={token} />
  const check = () => {
    const given = name.trim()
    setNameError(given ? undefined : 'Required')
    if (!given) document.getElementById('filler-name')?.focus()
    return given ? { name: given } : null
  }
  return (
    <>
      <header className={layout.head}>
        <p className={layout.company}>{company.name}</p>
        <h1 className={layout.title}>{intakeCategory.name}</h1>
        {intakeCategory.description && <p className={layout.description}>{intakeCategory.description}</p>}
        <p className={classes.from}>
          {fullName(owner)} sent this form to {email}.
        </p>
      </header>
      {sentBack && <p className={classes.message}>{sentBack.message}</p>}
      {status === 'UNSUBMITTED' && message && <p className={classes.message}>{message}</p>}
      {canEdit ? (
        <FormFilling
          key={opened.count}
          opened={opened.form}
          target={target}
          person={{
            fields: (
              <TextField
                id="filler-name"
                label="Your name"
                required
                maxLength={120}
                autoComplete="name"
                value={name}
                error={nameError}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            ),
            check,
          }}
          onSent={() => {
            setSent(true)
            window.scrollTo({ top: 0 })
          }}
          onReload={(next) => setOpened({ form: next, count: opened.count + 1 })}
        />
      ) : (
        <FormAnswers answers={opened.form.answers} href={target.documents.href} />
      )}
      {status !== 'UNSUBMITTED' && (
        <>
          <LinkDocuments target={target.documents} holder={company.name} />
          <LinkDiscussion id={form.intakeSubmissionId} company={company.name} token={token} />
          <AccountOffer token={token} />
        </>
      )}
    </>
  )
}

const Sent = ({ companyName, token }: { companyName: string; token: string }) => (
  <div className={layout.sent}>
    <div role="status">
      <IconCircleCheck size={40} stroke={1.5} aria-hidden />
      <h1 className={layout.title}>Thank you</h1>
      <p>{companyName} received your answers and will review them. The link in your email shows what became of them.</p>
    </div>
    <AccountOffer token={token} />
  </div>
)
