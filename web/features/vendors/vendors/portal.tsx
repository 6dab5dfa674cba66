import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconDots, IconMailForward, IconSend, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../../../schema/shared/values.ts'
import type {
  ConnectedVendorCompany,
  SharedAccount,
  VendorPortalState,
} from '../../../../schema/vendors/portal/invitations.ts'
import { BANK_ACCOUNT_WORDS, maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type StateTone, StatusBadge } from '../../../ui/status-badge.tsx'
import type { Vendor } from './api.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { cancelInvitation, portalKeys, resendInvitation, usePortal } from './portal-api.ts'
import classes from './vendors.module.css'

type Invitation = VendorPortalState['invitations'][number]

/** Who works with the vendor in the portal, who is invited, and what the vendor shares. */
export const Portal = ({ vendor }: { vendor: Vendor }) => {
  const { data, error, refetch } = usePortal(vendor.id)
  const [inviting, setInviting] = useState(false)
  const invite = data?.canInvite && !vendor.archived && (
    <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setInviting(true)}>
      Invite to portal
    </Button>
  )
  const isEmpty = data && data.vendorCompanies.length + data.invitations.length === 0
  return (
    <Section
      id="portal"
      title={<span className={classes.portalTitle}>Vendor portal {data && <State state={data} />}</span>}
      aside={isEmpty ? undefined : invite || undefined}
    >
      {error && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={64} />}
      {isEmpty && (
        <EmptyState
          compact
          icon={<IconUsersGroup size={20} aria-hidden />}
          title="Not invited yet"
          text="In the portal, vendors fill in forms themselves and keep contacts and bank details current."
          action={invite || undefined}
        />
      )}
      {data?.vendorCompanies.map((company) => (
        <Connected key={company.id} company={company} />
      ))}
      {data && data.invitations.length > 0 && (
        <ul className={classes.portalRows} aria-label="Invitations">
          {data.invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              vendorId={vendor.id}
              invitation={invitation}
              canInvite={data.canInvite}
            />
          ))}
        </ul>
      )}
      {inviting && (
        <InviteDialog vendor={vendor} email={vendor.externalPointOfContact?.email} onClose={() => setInviting(false)} />
      )}
    </Section>
  )
}

const State = ({ state }: { state: VendorPortalState }) => {
  if (state.vendorCompanies.length > 0) return <StatusBadge tone="positive" label="Connected" />
  const pending = state.invitations.filter(({ status }) => status === 'PENDING')
  if (pending.some(({ isExpired }) => !isExpired)) return <StatusBadge tone="waiting" label="Invited" />
  if (pending.length > 0) return <StatusBadge tone="negative" label="Invitation expired" />
  return <StatusBadge tone="neutral" label="Not invited" />
}

const Connected = ({ company }: { company: ConnectedVendorCompany }) => (
  <div className={classes.portalCompany}>
    <div>
      <strong>{company.name}</strong>{' '}
      <span className={classes.dim}>
        connected <DateText instant={company.connectedAt} />
      </span>
    </div>
    <ul className={classes.contacts} aria-label={`People of ${company.name}`}>
      {company.people.map((person) => (
        <li key={person.id} className={classes.contact}>
          <span className={classes.dim}>{person.hasJoined ? 'Portal user' : 'Portal user, not signed in yet'}</span>
          <strong>{fullName(person)}</strong>
          <a className="ol-link" href={`mailto:${person.email}`}>
            {person.email}
          </a>
        </li>
      ))}
      {company.contacts.map((contact) => (
        <li key={contact.id} className={classes.contact}>
          <span className={classes.dim}>
            Shared contact, <DateText instant={contact.changedAt} />
          </span>
          <strong>{fullName(contact)}</strong>
          <a className="ol-link" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
          {contact.memo && <span className={classes.dim}>{contact.memo}</span>}
        </li>
      ))}
      {company.paymentInformation?.map((account) => (
        <li key={account.id} className={classes.contact}>
          <Account account={account} />
        </li>
      ))}
    </ul>
    {company.paymentInformation?.length === 0 && <p className={classes.dim}>No bank account is shared with you.</p>}
  </div>
)

const Account = ({ account }: { account: SharedAccount }) => (
  <>
    <span className={classes.dim}>Shared bank account</span>
    <strong className={classes.number}>
      {BANK_ACCOUNT_WORDS[account.bankAccountType]} {maskedAccount(account.lastFourAccountNumber)}
    </strong>
    <span>{account.accountHolderName}</span>
    <span className={classes.number}>Routing number {account.routingNumber}</span>
    {account.addressLines.length > 0 && <span>{account.addressLines.join(', ')}</span>}
    {account.remittanceEmail && <span>Remittance to {account.remittanceEmail}</span>}
    {account.memo && <span className={classes.dim}>{account.memo}</span>}
    <span className={classes.dim}>
      Account last changed <DateText instant={account.changedAt} />
    </span>
  </>
)

const BADGES: Record<Invitation['status'], { tone: StateTone; label: string }> = {
  PENDING: { tone: 'waiting', label: 'Invited' },
  ACCEPTED: { tone: 'positive', label: 'Accepted' },
  REJECTED: { tone: 'negative', label: 'Declined' },
  CANCELLED: { tone: 'neutral', label: 'Canceled' },
}

interface InvitationRowProps {
  vendorId: string
  invitation: Invitation
  canInvite: boolean
}

const InvitationRow = ({ vendorId, invitation, canInvite }: InvitationRowProps) => {
  const { id, email, status, isExpired, invitedByName, sentAt, expiresAt, decidedAt } = invitation
  const resend = useCommand({
    run: (_: undefined, { commandId }) => resendInvitation(id, commandId),
    success: `Invitation sent to ${email}`,
    invalidates: [portalKeys.one(vendorId)],
  })
  const cancel = useCommand({
    run: (_: undefined, { commandId }) => cancelInvitation(id, commandId),
    success: 'Invitation canceled',
    invalidates: [portalKeys.one(vendorId)],
  })
  const askToCancel = async () => {
    const agreed = await confirm({
      title: `Cancel the invitation of ${email}?`,
      text: 'Its link stops working. You can invite them again.',
      confirmLabel: 'Cancel invitation',
      cancelLabel: 'Keep invitation',
      danger: true,
    })
    if (agreed) cancel.send(undefined)
  }
  const badge = isExpired ? { tone: 'negative' as const, label: 'Expired' } : BADGES[status]
  return (
    <li>
      <span className={classes.grow}>
        {email}{' '}
        <span className={classes.dim}>
          invited by {invitedByName}, <DateText instant={sentAt} />
          {status === 'PENDING' && !isExpired && (
            <>
              , until <DateText instant={expiresAt} />
            </>
          )}
          {decidedAt && (
            <>
              , {badge.label.toLowerCase()} <DateText instant={decidedAt} />
            </>
          )}
        </span>
      </span>
      <StatusBadge plain {...badge} />
      {canInvite && status === 'PENDING' && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for the invitation of ${email}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconMailForward size={16} aria-hidden />}
              disabled={resend.isPending}
              onClick={() => resend.send(undefined)}
            >
              Resend
            </Menu.Item>
            <Menu.Item leftSection={<IconX size={16} aria-hidden />} color="red" onClick={() => void askToCancel()}>
              Cancel invitation
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
