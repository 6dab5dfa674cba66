import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { askToSignUp } from '../../../../schema/platform/sign-up/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { PersonCheck } from '../../../ui/fields/person-check.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { loginClasses as classes } from '../session/index.ts'
import { askForLink } from './api.ts'

interface AskFormProps {
  personCheck: { siteKey: string; script: string } | null
  /** Why the link of an earlier email doesn't work. */
  failure: string | undefined
}

/** Asks for the address, then says that an email is on its way. */
export const AskForm = ({ personCheck, failure }: AskFormProps) => {
  const [personToken, setPersonToken] = useState<string | null>(null)
  /** A passed check works for one sending, so each sending gets a new box. */
  const [sent, setSent] = useState(0)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useBodyForm(askToSignUp, { initial: { email: '' } })
  const ask = useCommand({
    form,
    run: (email: string, { commandId }) => askForLink({ email, ...(personToken && { personToken }) }, commandId),
    onSuccess: (_, email) => setSentTo(email),
    onError: () => {
      setPersonToken(null)
      setSent(sent + 1)
      return undefined
    },
  })
  if (sentTo !== null) return <CheckInbox email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <form className={classes.form} onSubmit={form.onSubmit(({ email }) => ask.send(email))} noValidate>
      <h1 className={classes.title}>Start your company</h1>
      {failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
          {failure}
        </Alert>
      )}
      <p className={classes.text}>
        Requests, approvals, vendors and renewals in one place. You become the first admin.
      </p>
      <TextField
        label="Work email"
        type="email"
        enterKeyHint="send"
        name="email"
        autoComplete="email"
        autoFocus
        size="md"
        {...form.getInputProps('email')}
      />
      {personCheck && (
        <PersonCheck
          key={sent}
          check={personCheck}
          error={form.errors.personToken ? String(form.errors.personToken) : undefined}
          onChange={(token) => {
            setPersonToken(token)
            form.clearFieldError('personToken')
          }}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={ask.isPending}>
        Email me a link
      </Button>
      <p className={classes.note}>The link is valid for 24 hours. Nothing is created before you name your company.</p>
      <AppLink href={to('/login')} className={classes.other}>
        Your company is here already? Log in
      </AppLink>
    </form>
  )
}

const CheckInbox = ({ email, onOther }: { email: string; onOther: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.form}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        Check your inbox
      </h1>
      <p className={classes.text} role="status">
        A link to start your company is on its way to <strong>{email}</strong>. It’s valid for 24 hours.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onOther}>
          Use another address
        </Button>
      </div>
      <p className={classes.note}>Nothing after a few minutes? Check your spam folder.</p>
    </div>
  )
}
