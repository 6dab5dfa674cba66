import { IconNote } from '@tabler/icons-react'
import { RichText } from '../../../ui/rich-text.tsx'
import classes from './requests.module.css'

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
