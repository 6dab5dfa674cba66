import { Kbd } from '@mantine/core'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './inbox.module.css'

const KEYS = [
  { keys: ['j', 'k'], text: 'Next, previous' },
  { keys: ['Enter'], text: 'Open' },
  { keys: ['a'], text: 'Approve, or complete a task' },
  { keys: ['r'], text: 'Reject' },
  { keys: ['c'], text: 'Comment' },
  { keys: ['x'], text: 'Select, once it was opened' },
  { keys: ['u'], text: 'Undo the last approval, within 10 seconds' },
  { keys: ['?'], text: 'Show these keys' },
] as const

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="24rem">
    <dl className={classes.keys}>
      {KEYS.map(({ keys, text }) => (
        <div key={text}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
