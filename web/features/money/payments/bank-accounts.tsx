import { ActionIcon, Anchor, Badge, Button, Menu } from '@mantine/core'
import { IconBuildingBank, IconDots, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { PaymentMethod } from '../../../../schema/money/payments/account-endpoints.ts'
import { BANK_ACCOUNT_WORDS } from '../../../../schema/vendors/portal/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { paymentKeys, removeMethod, setDefaultMethod, usePaymentMethods } from './api.ts'
import { EntityDialog, type UseEntities } from './entity-dialog.tsx'
import classes from './payments.module.css'
import { bankName, bankState } from './words.ts'

/** The company's bank accounts: how far they are verified, which one is used, and for which entities. */
export const BankAccounts = ({ onAdd, useEntities }: { onAdd: () => void; useEntities: UseEntities }) => {
  const { data, error, refetch } = usePaymentMethods()
  const [attached, setAttached] = useState<PaymentMethod | null>(null)
  const makeDefault = useCommand<PaymentMethod>({
    run: ({ id }, { commandId }) => setDefaultMethod(id, commandId),
    success: (_, bank) => `${bankName(bank)} is the default`,
    invalidates: [paymentKeys.methods],
  })
  const remove = useCommand<PaymentMethod>({
    run: ({ id }, { commandId }) => removeMethod(id, commandId),
    success: (_, bank) => `${bankName(bank)} removed`,
    invalidates: [paymentKeys.all],
  })
  const askToRemove = async (bank: PaymentMethod): Promise<void> => {
    const agreed = await confirm({
      title: `Remove ${bankName(bank)}?`,
      text: 'Transfers on their way still arrive. To use this account again, add and verify it again.',
      confirmLabel: 'Remove bank account',
      danger: true,
    })
    if (agreed) remove.send(bank)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const columns = useMemo(
    () => columnsOf({ makeDefault: makeDefault.send, attach: setAttached, remove: (bank) => void askToRemove(bank) }),
    [],
  )
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      Add bank account
    </Button>
  )
  return (
    <Section id="bank-accounts" title="Bank accounts" aside={data?.length === 0 ? undefined : add}>
      <TableView
        label="Bank accounts"
        columns={columns}
        rows={data}
        rowId={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={2}
        empty={{
          icon: <IconBuildingBank size={20} aria-hidden />,
          title: 'No bank accounts yet',
          text: 'Money for payments comes from here, and what is left goes back here.',
          action: add,
        }}
      />
      <EntityDialog useEntities={useEntities} bank={attached} onClose={() => setAttached(null)} />
    </Section>
  )
}

interface Actions {
  makeDefault: (bank: PaymentMethod) => void
  attach: (bank: PaymentMethod) => void
  remove: (bank: PaymentMethod) => void
}

const Verification = ({ bank }: { bank: PaymentMethod }) => (
  <span className={classes.state}>
    <StatusBadge {...bankState(bank.status)} />
    {bank.error && <span className={classes.hint}>{bank.error}</span>}
    {bank.status === 'VERIFYING' && (
      <span className={classes.hint}>
        {bank.microdepositVerificationLink && (
          <Anchor href={bank.microdepositVerificationLink} target="_blank" rel="noreferrer" inherit>
            Confirm {bank.microdepositType === 'amounts' ? 'the two deposits' : 'the deposit'}
          </Anchor>
        )}
        {bank.microdepositsArriveAt && (
          <>
            {' '}
            when {bank.microdepositType === 'amounts' ? 'they arrive' : 'it arrives'}, around{' '}
            <CalendarDateText date={bank.microdepositsArriveAt.slice(0, 10)} />
          </>
        )}
      </span>
    )}
  </span>
)

const columnsOf = ({ makeDefault, attach, remove }: Actions): Column<PaymentMethod>[] => [
  {
    id: 'bank',
    header: 'Bank account',
    card: 'title',
    cell: (bank) => (
      <span className={classes.bank}>
        {bankName(bank)}
        {bank.isDefault && (
          <Badge variant="light" size="sm">
            Default
          </Badge>
        )}
        <span className={classes.hint}>
          {bank.accountHolderName} · {BANK_ACCOUNT_WORDS[bank.bankAccountType]}
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'Verification', width: '18rem', cell: (bank) => <Verification bank={bank} /> },
  {
    id: 'entities',
    header: 'Entities',
    width: '12rem',
    cell: ({ erpEntities }) => erpEntities.map(({ name }) => name).join(', ') || <span aria-hidden>–</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    cell: (bank) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${bankName(bank)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {bank.status === 'VERIFIED' && (
            <>
              {!bank.isDefault && <Menu.Item onClick={() => makeDefault(bank)}>Make default</Menu.Item>}
              <Menu.Item onClick={() => attach(bank)}>Use for an entity</Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item color="red" onClick={() => remove(bank)}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]
