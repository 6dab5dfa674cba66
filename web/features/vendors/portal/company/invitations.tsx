import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { DateText } from '../../../../ui/date-text.tsx'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { choosePair, useAssociatedCompanies, useVendorUser, vendorKeys } from '../api.ts'
import {
  acceptInvitation,
  companyKeys,
  type PendingInvitation,
  rejectInvitation,
  usePendingInvitations,
} from './api.ts'
import classes from './company.module.css'

interface PendingInvitationsProps {
  /** Above the list, if there are any. */
  heading?: string
}

/** Companies that want to work with the person. Nothing if there are none. */
export const PendingInvitations = ({ heading }: PendingInvitationsProps) => {
  const { data, error, refetch } = usePendingInvitations()
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="invitations" className={classes.invitations}>
      {heading && <h2 id="invitations">{heading}</h2>}
      <ul className={classes.rows}>
        {data.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

const Invitation = ({ invitation }: { invitation: PendingInvitation }) => {
  const user = useVendorUser()
  const { company, invitedByName, message, createdAt } = invitation
  const { data: pairs } = useAssociatedCompanies()
  const companies = new Map([
    [user.vendorCompanyId, user.vendorCompanyName],
    ...(pairs ?? []).map(({ vendorCompany }) => [vendorCompany.id, vendorCompany.name] as const),
  ])
  const [vendorCompanyId, setVendorCompanyId] = useState(user.vendorCompanyId)
  const accept = useCommand({
    run: async (_: undefined, { commandId }) => {
      await acceptInvitation({ vendorCompanyInvitationId: invitation.id, vendorCompanyId }, commandId)
      // Without a customer there is nothing else to do, so the new one is chosen at once.
      if (!user.companyId) await choosePair({ companyId: company.id, vendorCompanyId })
    },
    success: `You now work with ${company.name}`,
    invalidates: [companyKeys.invitations, vendorKeys.companies, companyKeys.all],
    onSuccess: () => {
      if (!user.companyId) window.location.replace('/v/home')
    },
  })
  const reject = useCommand({
    run: (_: undefined, { commandId }) => rejectInvitation(invitation.id, commandId),
    success: 'Invitation declined',
    invalidates: [companyKeys.invitations],
  })
  const askToReject = async () => {
    const agreed = await confirm({
      title: `Decline the invitation of ${company.name}?`,
      text: 'They’ll be told. They can invite you again.',
      confirmLabel: 'Decline invitation',
      danger: true,
    })
    if (agreed) reject.send(undefined)
  }
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <strong>{company.name} invites you</strong>
        <span className={classes.dim}>
          {invitedByName}, <DateText instant={createdAt} />
        </span>
        {message && <q className={classes.message}>{message}</q>}
      </div>
      {companies.size > 1 && (
        <OptionSelect
          label="Work with them as"
          required
          options={[...companies].map(([value, label]) => ({ value, label }))}
          value={vendorCompanyId}
          onChange={(next) => setVendorCompanyId(next ?? user.vendorCompanyId)}
        />
      )}
      <div className={classes.actions}>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={accept.isPending}
          disabled={reject.isPending}
          onClick={() => accept.send(undefined)}
        >
          Accept
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          loading={reject.isPending}
          disabled={accept.isPending}
          onClick={() => void askToReject()}
        >
          Decline
        </Button>
      </div>
    </li>
  )
}
