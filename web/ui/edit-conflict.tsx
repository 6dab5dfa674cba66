import { Alert, Button, Group } from '@mantine/core'
import type { Clash } from '../lib/merge-edits.ts'
import classes from './edit-conflict.module.css'

interface EditConflictProps<Values> {
  /** "service" */
  what: string
  clashes: Clash<Values>[]
  /** Labels of the values taken over from them. */
  taken: string[]
  /** Their value of a field, if it is text to read. */
  theirs?: (key: keyof Values) => string | undefined
  /** Both values of a field in words, side by side. */
  both?: (key: keyof Values) => { mine: string; theirs: string }
  onTake: (key: keyof Values) => void
}

/** Above a form that someone else saved first: what was taken over from them, and what both changed. */
export const EditConflict = <Values,>(props: EditConflictProps<Values>) => {
  const { what, clashes, taken, theirs, both, onTake } = props
  const take = ({ key, label }: Clash<Values>) => (
    <Button key={String(key)} variant="default" size="compact-sm" onClick={() => onTake(key)}>
      Take theirs: {label}
    </Button>
  )
  return (
    <Alert color="yellow" role="alert">
      <p>
        <strong>Someone changed this {what} in the meantime.</strong>
      </p>
      {taken.length > 0 && <p>From their changes: {taken.join(', ')}.</p>}
      {clashes.length === 0 ? (
        <p>Your changes are still here. Save again to keep both.</p>
      ) : (
        <>
          <p>You both changed these. Your values are in the form: save to keep them, or use theirs.</p>
          {both ? (
            <ul className={classes.clashes}>
              {clashes.map((clash) => (
                <li key={String(clash.key)}>
                  <div>
                    <p>
                      <strong>{clash.label}</strong>
                    </p>
                    <p>Theirs: {both(clash.key).theirs}</p>
                    <p>Yours: {both(clash.key).mine}</p>
                  </div>
                  {take(clash)}
                </li>
              ))}
            </ul>
          ) : (
            <>
              {clashes.map(({ key, label }) => {
                const text = theirs?.(key)
                return text === undefined ? null : (
                  <p key={String(key)}>
                    Their {label.toLowerCase()}: <q>{text}</q>
                  </p>
                )
              })}
              <Group gap="xs">{clashes.map(take)}</Group>
            </>
          )}
        </>
      )}
    </Alert>
  )
}
