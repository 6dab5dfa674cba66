import { Alert, Button, Group } from '@mantine/core'
import type { Clash } from '../lib/merge-edits.ts'

interface EditConflictProps<Values> {
  /** "service" */
  what: string
  clashes: Clash<Values>[]
  taken: string[]
  /** What they have in a field, where it is a text to read. */
  theirs?: (key: keyof Values) => string | undefined
  onTake: (clash: Clash<Values>) => void
}

/** Over a form that somebody else was faster to save: what was taken over of theirs, and what both changed. */
export const EditConflict = <Values,>({ what, clashes, taken, theirs, onTake }: EditConflictProps<Values>) => (
  <Alert color="yellow" role="alert">
    <p>
      <strong>Somebody changed this {what} in the meantime.</strong>
    </p>
    {taken.length > 0 && <p>Taken over from them: {taken.join(', ')}.</p>}
    {clashes.length === 0 ? (
      <p>What you changed is still here. Save again to keep both.</p>
    ) : (
      <>
        <p>You both changed these. Yours are in the form; save to keep them, or take theirs.</p>
        {clashes.map(({ key, label }) => {
          const text = theirs?.(key)
          return text === undefined ? null : (
            <p key={String(key)}>
              Their {label.toLowerCase()}: <q>{text}</q>
            </p>
          )
        })}
        <Group gap="xs">
          {clashes.map((clash) => (
            <Button key={String(clash.key)} variant="default" size="compact-sm" onClick={() => onTake(clash)}>
              Take theirs: {clash.label}
            </Button>
          ))}
        </Group>
      </>
    )}
  </Alert>
)
