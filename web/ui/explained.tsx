import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './explained.module.css'
import { termOf } from './terms.ts'

/** A label, with a line that explains it if it is one of the harder words: by pointer, touch and keyboard. */
export const Explained = ({ label }: { label: string }) => {
  const text = termOf(label)
  if (!text) return label
  return (
    <span className={classes.explained}>
      {label}
      <Tooltip label={text} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        <button type="button" className={classes.sign} aria-label={`About “${label}”`} aria-description={text}>
          <IconInfoCircle size={14} aria-hidden />
        </button>
      </Tooltip>
    </span>
  )
}
