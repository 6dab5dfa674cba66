import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { MAX_NOTE } from '../../../../../schema/requests/forms/notes.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import classes from './fields.module.css'

interface NoteFieldProps {
  question: Question
  note: string
  error: string | undefined
  onChange: (questionId: string, note: string) => void
}

/** A note on an answer, hidden until someone wants to add one. */
export const NoteField = ({ question, note, error, onChange }: NoteFieldProps) => {
  const [opened, setOpened] = useState(false)
  if (!opened && !note && !error) {
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes.addNote ?? ''}
        leftSection={<IconNote size={14} aria-hidden />}
        aria-label={`Add a note to ${question.label}`}
        onClick={() => setOpened(true)}
      >
        Add a note
      </Button>
    )
  }
  return (
    <TextArea
      className={classes.noteField ?? ''}
      label="Note"
      aria-label={`Note on ${question.label}`}
      placeholder="Add context for this answer"
      minRows={2}
      // Slightly more than allowed, so that pasted text isn't cut off silently but reported.
      maxLength={2 * MAX_NOTE}
      autoFocus={opened && !note}
      value={note}
      error={error}
      onChange={(event) => onChange(question.id, event.currentTarget.value)}
    />
  )
}
