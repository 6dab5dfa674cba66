import { Kbd } from '@mantine/core'
import { Dialog } from '../dialog.tsx'
import classes from './keys.module.css'
import { type KeyGroup, shownGroups } from './shown-keys.ts'

const ALWAYS: KeyGroup['keys'] = [
  { keys: ['?'], text: 'Show these keys' },
  { keys: ['Esc'], text: 'Close a dialog or menu' },
]

/** What is on the screen first, then what works everywhere. */
export const KeysDialog = ({ search, onClose }: { search: string | null; onClose: () => void }) => {
  const everywhere: KeyGroup = {
    title: 'Everywhere',
    keys: [...(search ? [{ keys: [search], text: 'Search' }] : []), ...ALWAYS],
  }
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" size="24rem">
      {[...shownGroups(), everywhere].map(({ title, keys }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(({ keys: names, text }) => (
              <div key={text}>
                <dt>
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
