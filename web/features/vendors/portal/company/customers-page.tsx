import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconBuildingStore, IconEye, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../../../../schema/shared/values.ts'
import { to } from '../../../../lib/address.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useVendorUser } from '../api.ts'
import { bankTypeWord } from './accounts.tsx'
import { type Customer, companyKeys, share, useCustomers } from './api.ts'
import classes from './company.module.css'
import { PartDialog } from './part-dialog.tsx'

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const sharedOf = <T extends { isShared: boolean }>(parts: readonly T[]): T[] => parts.filter(({ isShared }) => isShared)

/** Who buys from the vendor company, and what each of them sees of it. */
export const CustomersPage = () => {
  const { data, error, refetch } = useCustomers()
  const [opened, setOpened] = useState<{ customer: Customer; what: 'share' | 'preview' } | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader
        title="Customers"
        subtitle="Companies that buy from you. Each sees only the contacts and bank accounts you share with it."
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius={8} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconBuildingStore size={20} aria-hidden />}
          title="No customers yet"
          text="Companies that invite you appear here once you accept."
        />
      )}
      <ul className={classes.rows} aria-label="Customers">
        {data?.map((customer) => (
          <li key={customer.id} className={classes.row}>
            <div className={classes.rowText}>
              <strong>{customer.name}</strong>
              <span className={classes.dim}>
                {counted(customer.companyIntakeSubmissionCount, 'form')}, {customer.companySubmittedSubmissionCount}{' '}
                submitted
              </span>
              <span>
                Shared: {counted(sharedOf(customer.contacts).length, 'contact')},{' '}
                {counted(sharedOf(customer.paymentInformation).length, 'bank account')}
              </span>
            </div>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconEye size={16} aria-hidden />}
              aria-label={`Preview what ${customer.name} sees`}
              onClick={() => setOpened({ customer, what: 'preview' })}
            >
              Preview
            </Button>
            <Button
              variant="default"
              leftSection={<IconShare size={16} aria-hidden />}
              aria-label={`Share with ${customer.name}`}
              onClick={() => setOpened({ customer, what: 'share' })}
            >
              Share
            </Button>
          </li>
        ))}
      </ul>
      {opened?.what === 'share' && <ShareDialog customer={opened.customer} onClose={close} />}
      {opened?.what === 'preview' && <PreviewDialog customer={opened.customer} onClose={close} />}
    </>
  )
}

const accountLabel = ({
  paymentInformation: { bankAccountType, accountNumber, accountHolderName },
}: Customer['paymentInformation'][number]) => `${bankTypeWord(bankAccountType)} ${accountNumber}, ${accountHolderName}`

const ShareDialog = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const before = new Set([...sharedOf(customer.contacts), ...sharedOf(customer.paymentInformation)].map(({ id }) => id))
  const [chosen, setChosen] = useState(before)
  const saving = useCommand({
    run: (_: undefined, { commandId }) => {
      const changed = (parts: readonly { id: string }[]) =>
        parts.filter(({ id }) => chosen.has(id) !== before.has(id)).map(({ id }) => ({ id, isShared: chosen.has(id) }))
      return share(
        {
          companyId: customer.id,
          contacts: changed(customer.contacts),
          accounts: changed(customer.paymentInformation),
        },
        commandId,
      )
    },
    success: `${customer.name} now sees what you chose`,
    invalidates: [companyKeys.all],
    onSuccess: onClose,
  })
  const toggle = (id: string): void =>
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const hasNothing = customer.contacts.length + customer.paymentInformation.length === 0
  return (
    <PartDialog
      title={`Share with ${customer.name}`}
      submitLabel="Save sharing"
      theirs={null}
      isPending={saving.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        saving.send(undefined)
      }}
    >
      {hasNothing && (
        <p className={classes.note}>
          There’s nothing to share yet. Add contacts and bank accounts to your{' '}
          <AppLink className="ol-link" href={to('/v/company-profile')}>
            company profile
          </AppLink>
          .
        </p>
      )}
      {customer.contacts.length > 0 && (
        <fieldset className={classes.choices}>
          <legend>Contacts</legend>
          {customer.contacts.map((contact) => (
            <Checkbox
              key={contact.id}
              label={`${fullName(contact)}, ${contact.email}`}
              checked={chosen.has(contact.id)}
              onChange={() => toggle(contact.id)}
            />
          ))}
        </fieldset>
      )}
      {customer.paymentInformation.length > 0 && (
        <fieldset className={classes.choices}>
          <legend>Bank accounts</legend>
          {customer.paymentInformation.map((account) => (
            <Checkbox
              key={account.id}
              label={accountLabel(account)}
              checked={chosen.has(account.id)}
              onChange={() => toggle(account.id)}
            />
          ))}
        </fieldset>
      )}
      <p className={classes.note}>
        Admins of {customer.name} get an email about bank accounts that you share. They see the last four digits.
      </p>
    </PartDialog>
  )
}

const PreviewDialog = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const user = useVendorUser()
  const contacts = sharedOf(customer.contacts)
  const accounts = sharedOf(customer.paymentInformation)
  return (
    <Dialog opened onClose={onClose} title={`What ${customer.name} sees`}>
      <div className={classes.preview}>
        <strong>{user.vendorCompanyName}</strong>
        <p className={classes.note}>
          They also see the names and email addresses of your members, so that they know who signs in.
        </p>
        <h3>Contacts</h3>
        {contacts.length === 0 && <p className={classes.note}>None shared</p>}
        {contacts.map((contact) => (
          <div key={contact.id}>
            {fullName(contact)}, {contact.email}
            {contact.memo && <span className={classes.dim}> · {contact.memo}</span>}
          </div>
        ))}
        <h3>Bank accounts</h3>
        {accounts.length === 0 && <p className={classes.note}>None shared</p>}
        {accounts.map((account) => (
          <div key={account.id} className={classes.number}>
            {accountLabel(account)}, routing number {account.paymentInformation.routingNumber}
            {account.memo && <span className={classes.dim}> · {account.memo}</span>}
          </div>
        ))}
        {accounts.length > 0 && (
          <p className={classes.note}>Only people who manage vendors or payments there see bank accounts.</p>
        )}
      </div>
    </Dialog>
  )
}
