import { Button, Group, Stack, Switch } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { listErpAccounts } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { listErpEntities } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { setEntitySyncAccounts } from '../../../../schema/platform/accounting/bill-settings-endpoints.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { call } from '../../../lib/rest.ts'
import { Section } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useCan } from '../../platform/session/index.ts'

/** What each entity's bills and payments are written into the accounting system with. */

type ErpEntity = z.infer<typeof listErpEntities.response>[number]
interface Account extends Option {
  group: string | null
}

const ENTITIES = ['erp-entities']
const BANKS = ['Bank', 'Other Current Asset', 'Other Current Liability']

/** A company has some hundreds at most. */
const readAccounts = async (signal: AbortSignal): Promise<Account[]> => {
  const accounts: Account[] = []
  let cursor: string | undefined
  do {
    const page = await call(listErpAccounts, { query: { first: 100, ...(cursor && { cursor }) }, signal })
    for (const { node } of page.edges)
      accounts.push({
        ...{ value: node.id, group: node.group },
        label: [node.generalLedgerAccountNumber, node.name].filter(Boolean).join(' '),
      })
    cursor = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
  } while (cursor)
  return accounts
}

const useAccounts = () =>
  useQuery({ queryKey: ['erp-accounts', 'all'], queryFn: ({ signal }) => readAccounts(signal) }).data

const nameIn = (accounts: Account[] | undefined, id: string | null): string | undefined =>
  id === null ? undefined : (accounts?.find(({ value }) => value === id)?.label ?? '…')

const sentText = ({ syncBills, syncBillPayments }: ErpEntity): string =>
  [syncBills && 'Bills', syncBillPayments && 'payments'].filter(Boolean).join(' and ') || 'Nothing'

export const EntityAccounts = () => {
  const canSet = useCan()('mappings.manage')
  const { data, error, refetch } = useQuery({
    queryKey: ENTITIES,
    queryFn: ({ signal }) => call(listErpEntities, { signal }),
  })
  const accounts = useAccounts()
  const [edited, setEdited] = useState<ErpEntity | null>(null)
  const columns: Column<ErpEntity>[] = [
    { id: 'name', header: 'Entity', card: 'title', width: '12rem', cell: ({ name }) => name },
    { id: 'sent', header: 'Sent', width: '9rem', cell: sentText },
    {
      ...{ id: 'payable', header: 'Accounts payable', width: '10rem' },
      cell: ({ glBillPayableAccountId: id }) => nameIn(accounts, id),
    },
    {
      ...{ id: 'funding', header: 'Funding account', width: '10rem' },
      cell: ({ glFundingAccountId: id }) => nameIn(accounts, id),
    },
    {
      ...{ id: 'clearing', header: 'Clearing account', width: '10rem' },
      cell: ({ glClearingAccountId: id }) => nameIn(accounts, id),
    },
    ...(canSet
      ? [
          {
            ...{ id: 'edit', header: '', width: '5rem', align: 'right' as const, always: true, pinned: true },
            cell: (entity: ErpEntity) => (
              <Button size="xs" variant="default" aria-label={`Edit ${entity.name}`} onClick={() => setEdited(entity)}>
                Edit
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Section id="entity-accounts" title="Accounts in the accounting system">
      <TableView
        label="Accounts of entities"
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={1}
        empty={{
          icon: <IconBuilding size={20} aria-hidden />,
          title: 'No entities',
          text: 'They appear here once an accounting system is connected and read.',
        }}
      />
      <Dialog opened={edited !== null} onClose={() => setEdited(null)} title={edited?.name ?? ''}>
        {edited && accounts && <AccountsForm entity={edited} accounts={accounts} onClose={() => setEdited(null)} />}
      </Dialog>
    </Section>
  )
}

interface AccountsFormProps {
  entity: ErpEntity
  accounts: Account[]
  onClose: () => void
}

const AccountsForm = ({ entity, accounts, onClose }: AccountsFormProps) => {
  const { form, submit, isPending } = useEndpointForm(setEntitySyncAccounts, {
    params: { erpEntityId: entity.id },
    initial: {
      ...{ syncBills: entity.syncBills, syncBillPayments: entity.syncBillPayments },
      glBillPayableAccountId: entity.glBillPayableAccountId,
      ...{ glFundingAccountId: entity.glFundingAccountId, glClearingAccountId: entity.glClearingAccountId },
    },
    success: `${entity.name} saved`,
    invalidates: [ENTITIES, ['ledger']],
    onSuccess: onClose,
  })
  const of = (groups: readonly string[], chosen: string | null): Option[] =>
    accounts
      .filter(({ group, value }) => value === chosen || groups.includes(group ?? ''))
      // An option with a group would be a heading with options of its own.
      .map(({ label, value }) => ({ label, value }))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Switch
          label="Send bills"
          description="Otherwise, approved bills of this entity can’t be sent."
          {...form.getInputProps('syncBills', { type: 'checkbox' })}
        />
        <OptionSelect
          label="Accounts payable"
          description="The account for what is owed on bills."
          options={of(['Accounts Payable'], form.values.glBillPayableAccountId)}
          {...form.getInputProps('glBillPayableAccountId')}
        />
        <Switch
          label="Send payments"
          description="Otherwise, payments of these bills can’t be sent."
          {...form.getInputProps('syncBillPayments', { type: 'checkbox' })}
        />
        <OptionSelect
          label="Funding account"
          description="The bank account that payments are funded from."
          options={of(['Bank'], form.values.glFundingAccountId)}
          {...form.getInputProps('glFundingAccountId')}
        />
        <OptionSelect
          label="Clearing account"
          description="The account for money on its way to vendors."
          options={of(BANKS, form.values.glClearingAccountId)}
          {...form.getInputProps('glClearingAccountId')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save accounts
        </Button>
      </Group>
    </form>
  )
}
