import { Alert, Button, Skeleton } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './settings.module.css'

interface SettingsFormProps {
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  isPending: boolean
  isDirty: boolean
  /** What someone else saved meanwhile, in lines of words. Null if no one did. */
  theirs: string[] | null
  children: ReactNode
}

/** Sections of settings with one Save button. */
export const SettingsForm = ({ onSubmit, isPending, isDirty, theirs, children }: SettingsFormProps) => (
  <form className={classes.form} onSubmit={onSubmit} noValidate>
    {theirs && (
      <Alert color="yellow" role="alert" title="Someone else saved these settings in the meantime">
        {theirs.length > 0 ? (
          <>
            <p className={classes.theirs}>They chose:</p>
            <ul className={classes.theirs}>
              {theirs.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            Your choice is still here; save again to replace theirs.
          </>
        ) : (
          'They chose the same as you.'
        )}
      </Alert>
    )}
    {children}
    <div>
      <Button type="submit" loading={isPending} disabled={!isDirty}>
        {theirs ? 'Save mine' : 'Save changes'}
      </Button>
    </div>
  </form>
)

interface SectionProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

export const Section = ({ title, text, children }: SectionProps) => (
  <section className={classes.section} aria-label={title}>
    <h2>{title}</h2>
    {text && <p className={classes.text}>{text}</p>}
    {children}
  </section>
)

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** Placeholders in the shape of a form, the reason why it couldn't be read, or the form. */
export const Loaded = <T,>({ query: { data, error, refetch }, children }: LoadedProps<T>) => {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.form} aria-hidden>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={44} />
      ))}
    </div>
  )
}
