import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { to } from '../lib/address.ts'
import { errorMessage } from '../lib/errors.ts'
import { AppLink } from './app-link.tsx'
import { usePageTitle } from './page-title.ts'
import classes from './states.module.css'

export const SUPPORT_EMAIL = 'support@outlay.example'

interface EmptyStateProps {
  /** What would be here. */
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** With less space, inside a card or a tab. */
  compact?: boolean
}

export const EmptyState = ({ title, text, action, icon, compact = false }: EmptyStateProps) => (
  <div className={classes.state} data-compact={compact || undefined}>
    {icon && <div className={classes.icon}>{icon}</div>}
    <p className={classes.title}>{title}</p>
    {text && <p className={classes.text}>{text}</p>}
    {action && <div className={classes.action}>{action}</div>}
  </div>
)

interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  title?: string
  compact?: boolean
}

/** A part of a page that couldn't be loaded, with a retry. */
export const ErrorState = ({ error, onRetry, title = 'This couldn’t be loaded', compact = false }: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      compact={compact}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={title}
      text={errorMessage(error)}
      action={
        onRetry && (
          <Button variant="default" size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  </div>
)

const FullPage = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{title}</h1>
      {children}
    </div>
  )
}

const BackToHome = () => (
  <Button component={AppLink} href={to('/')} variant="default">
    Back to Home
  </Button>
)

export const NotFound = () => (
  <FullPage title="Not found">
    <p className={classes.text}>The page could not be found.</p>
    <BackToHome />
  </FullPage>
)

export const Forbidden = ({ text = 'You don’t have access to this page. Ask an admin for access.' }) => (
  <FullPage title="No access">
    <p className={classes.text}>{text}</p>
    <BackToHome />
  </FullPage>
)

/** The last resort of a failed screen: a full load discards the broken state. */
export const SomethingWentWrong = ({ error }: { error: unknown }) => {
  usePageTitle('Something went wrong')
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.heading}>Something went wrong.</h1>
      <p className={classes.text}>{errorMessage(error)}</p>
      <p className={classes.text}>
        If it happens again, contact <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
      </p>
      <Button component="a" href={to('/')} variant="default">
        Back to Home
      </Button>
    </div>
  )
}
