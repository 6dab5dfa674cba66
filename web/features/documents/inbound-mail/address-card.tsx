import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './email-forwarding.module.css'

interface AddressCardProps {
  address: string
  forwardsConfirmations: boolean
  makesPdfOfBody: boolean
}

const OnOff = ({ on }: { on: boolean }) => (
  <StatusBadge plain tone={on ? 'positive' : 'neutral'} label={on ? 'On' : 'Off'} />
)

/** The address to send and forward to, and what happens to emails. */
export const AddressCard = ({ address, forwardsConfirmations, makesPdfOfBody }: AddressCardProps) => (
  <section className={classes.card} aria-labelledby="address">
    <h2 id="address" className={classes.heading}>
      Your address
    </h2>
    <div className={classes.address}>
      <code className={classes.code}>{address}</code>
      <CopyButton value={address} timeout={3000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? 'Address copied' : 'Copy address'}</span>
          </Button>
        )}
      </CopyButton>
    </div>
    <p className={classes.dim}>
      PDF, Word, Excel, PowerPoint and picture files in an email become documents visible to admins and super viewers.
      Add a plus sign and a word before the @ to tell senders apart.
    </p>
    <dl className={classes.facts}>
      <div>
        <dt>An email without a usable file is saved as a PDF of its text</dt>
        <dd>
          <OnOff on={makesPdfOfBody} />
        </dd>
      </div>
      <div>
        <dt>Gmail’s forwarding confirmation is also emailed to admins</dt>
        <dd>
          <OnOff on={forwardsConfirmations} />
        </dd>
      </div>
    </dl>
  </section>
)
