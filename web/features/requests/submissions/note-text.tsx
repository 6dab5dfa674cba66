import { IconNote } from '@tabler/icons-react'
import classes from './requests.module.css'
import { RichText } from './rich-text.tsx'

/** What someone added to an answer, below it. */
export const NoteText = ({ note }: { note: string }) => (
  <span className={classes.answerNote}>
    <IconNote size={14} aria-hidden />
    <span>
      <span className="ol-visually-hidden">Note: </span>
      <RichText text={note} />
    </span>
  </span>
)
