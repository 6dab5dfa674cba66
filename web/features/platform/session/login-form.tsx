import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sendLoginLink } from '../../../../schema/platform/session/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { type LoginReason, whyAtLogin } from '../../../lib/redirect.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { type Portal, requestLoginLink } from './api.ts'
import classes from './login.module.css'

interface LoginFormProps {
  portal: Portal
  /** Whether login links are offered here. */
  isOffered: boolean
  /** Whether anyone can start a company here. */
  startsCompanies: boolean
  /** Why the last attempt failed. */
  failure?: string | undefined
  initialEmail: string
}

const WORDS = {
  STAFF: { title: 'Log in', help: 'an admin of your company', other: 'Vendor login', href: to('/v/login') },
  VENDOR: { title: 'Vendor login', help: 'the company that invited you', other: 'Company login', href: to('/login') },
}

const WHY: Record<LoginReason, string> = {
  ENDED: 'You were signed out because your session ended.',
  ELSEWHERE: 'You were signed out in another tab.',
  OPENED: 'Log in to open the page you asked for.',
}

const whyText = ({ reason, hasText }: { reason: LoginReason; hasText: boolean }): string =>
  hasText ? `${WHY[reason]} What you typed is kept in this browser. Log in to continue with it.` : WHY[reason]

/** Asks for the address, then says that an email is on its way, in the same words whether the address exists or not. */
export const LoginForm = ({ portal, isOffered, startsCompanies, failure, initialEmail }: LoginFormProps) => {
  const words = WORDS[portal]
  usePageTitle(words.title)
  const [email, setEmail] = useState(initialEmail)
  const [why] = useState(() => (failure ? null : whyAtLogin()))
  const [error, setError] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const link = useCommand({
    run: (address: string, { commandId }) => requestLoginLink(address, portal, commandId),
    onSuccess: (_, address) => setSentTo(address),
    onError: (failed) => {
      if (!isApiError(failed, 'INVALID') || !failed.fields?.email) return false
      setError(failed.fields.email)
      return true
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = sendLoginLink.body?.safeParse({ email })
    if (!parsed?.success) {
      setError(parsed?.error.issues[0]?.message ?? null)
      input.current?.focus()
      return
    }
    setError(null)
    link.send(parsed.data.email)
  }
  if (sentTo) {
    return (
      <CheckInbox
        email={sentTo}
        portal={portal}
        resending={link.isPending}
        onResend={() => link.send(sentTo)}
        onOther={() => {
          setSentTo(null)
          setEmail('')
        }}
      />
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{words.title}</h1>
      {failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
          {failure}
        </Alert>
      )}
      {why && <p className={classes.text}>{whyText(why)}</p>}
      {isOffered ? (
        <>
          <TextField
            ref={input}
            label="Work email"
            type="email"
            enterKeyHint="send"
            name="email"
            autoComplete="email"
            autoFocus
            size="md"
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setError(null)
            }}
          />
          <Button type="submit" size="md" fullWidth loading={link.isPending}>
            Email me a login link
          </Button>
          <p className={classes.note}>No password needed. Single-use link; expires in 15 minutes.</p>
        </>
      ) : (
        <p className={classes.text}>Login is turned off. Ask your Outlay administrator.</p>
      )}
      {startsCompanies && portal === 'STAFF' && (
        <p className={classes.text}>
          New to Outlay?{' '}
          <AppLink href={to('/signup')} className="ol-link">
            Start your company
          </AppLink>
        </p>
      )}
      <AppLink href={words.href} className={classes.other}>
        {words.other}
      </AppLink>
    </form>
  )
}

interface CheckInboxProps {
  portal: Portal
  email: string
  resending: boolean
  onResend: () => void
  onOther: () => void
}

const CheckInbox = ({ portal, email, resending, onResend, onOther }: CheckInboxProps) => {
  const [again, setAgain] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.form}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        Check your inbox
      </h1>
      <p className={classes.text} role="status">
        If <strong>{email}</strong> belongs to an Outlay account, a login link is on its way
        {again ? ' again' : ''}. It’s single-use and expires in 15 minutes.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={resending}
          onClick={() => {
            setAgain(true)
            onResend()
          }}
        >
          Send again
        </Button>
        <Button variant="subtle" color="gray" onClick={onOther}>
          Use another address
        </Button>
      </div>
      <p className={classes.note}>Nothing after a few minutes? Check your spam folder, or ask {WORDS[portal].help}.</p>
    </div>
  )
}
