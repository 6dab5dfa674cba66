import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sendLoginLink } from '../../../../schema/platform/session/endpoints.ts'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { type LoginReason, whyAtLogin } from '../../../lib/redirect.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { leaveForProvider, type Portal, requestLoginLink } from './api.ts'
import classes from './login.module.css'
import { LABELS, useMethods } from './use-methods.ts'

interface LoginFormProps {
  portal: Portal
  /** The methods of this installation that don’t depend on the company. */
  offered: readonly string[]
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
export const LoginForm = ({ portal, offered, startsCompanies, failure, initialEmail }: LoginFormProps) => {
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
  const { methods, isRequired, look } = useMethods(email, portal, offered)
  const [leaving, setLeaving] = useState<string | null>(null)
  const leave = useCommand({
    run: ([method, address]: [ProviderMethod, string], { commandId }) => {
      setLeaving(method)
      return leaveForProvider(method, address || undefined, portal, commandId)
    },
    onError: () => {
      setLeaving(null)
      return false
    },
  })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter
    const wanted = (button instanceof HTMLElement && button.dataset.method) || methods[0]
    const parsed = sendLoginLink.body?.safeParse({ email })
    // These say who someone is by themselves.
    const needsNone = (wanted === 'GOOGLE' || wanted === 'MICROSOFT') && email.trim() === ''
    if (!parsed?.success && !needsNone) {
      setError(parsed?.error.issues[0]?.message ?? null)
      input.current?.focus()
      return
    }
    setError(null)
    const address = parsed?.data?.email ?? ''
    // What the company uses may not be shown yet.
    const allowed = needsNone ? methods : await look(address)
    if (!allowed.some((method) => method === wanted)) {
      setError('Log in with one of the ways below. Your company uses these.')
      return
    }
    if (wanted === 'EMAIL_LINK') link.send(address)
    else leave.send([wanted as ProviderMethod, address])
  }
  // Everyone there may ask. Only those whom the company named get a link.
  const breakGlass = (): void => {
    const parsed = sendLoginLink.body?.safeParse({ email })
    if (parsed?.success && parsed.data) link.send(parsed.data.email)
    else setError(parsed?.error?.issues[0]?.message ?? null)
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
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={classes.title}>{words.title}</h1>
      {failure && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
          {failure}
        </Alert>
      )}
      {why && <p className={classes.text}>{whyText(why)}</p>}
      {methods.length > 0 || email !== '' ? (
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
          {methods.map((method, index) => (
            <Button
              key={method}
              type="submit"
              data-method={method}
              size="md"
              fullWidth
              variant={index === 0 ? 'filled' : 'default'}
              loading={method === 'EMAIL_LINK' ? link.isPending : leaving === method}
            >
              {LABELS[method]}
            </Button>
          ))}
          {isRequired && (
            <>
              <p className={classes.note}>Your company requires this way to log in.</p>
              <Button variant="subtle" color="gray" loading={link.isPending} onClick={breakGlass}>
                Break-glass admins: email me a link
              </Button>
            </>
          )}
          {methods.includes('EMAIL_LINK') && (
            <p className={classes.note}>No password needed. Login links are single-use and expire in 15 minutes.</p>
          )}
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
