import { Button, Group, Text } from '@mantine/core'
import type { InUseReason } from '../../../../schema/platform/organisation/endpoints.ts'
import { readAddress } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './matrix.module.css'

interface InUseDialogProps {
  title: string
  text: string
  reasons: InUseReason[] | null
  onClose: () => void
}

/** What prevents it, with links. */
export const InUseDialog = ({ title, text, reasons, onClose }: InUseDialogProps) => (
  <Dialog opened={reasons !== null} onClose={onClose} title={title}>
    <Text>{text} Change these first.</Text>
    <ul className={classes.changes}>
      {reasons?.map((reason) => (
        <li key={`${reason.href} ${reason.text}`}>
          <AppLink className="ol-link" href={readAddress(reason.href)}>
            {reason.text}
          </AppLink>
        </li>
      ))}
    </ul>
    <Group justify="flex-end" mt="lg">
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </Group>
  </Dialog>
)
