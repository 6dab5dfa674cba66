import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addEmployeeAccount } from '../../../../schema/money/checks/endpoints.ts'
import { Section } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { BankNumberFields } from '../../../ui/fields/bank-account-fields.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { accountsQuery, CHECKS_CHANGED, useRemoveAccount } from './api.ts'
import classes from './checks.module.css'

/** Bank accounts of employees, which no vendor should be paid to. */
export const EmployeeAccounts = () => {
  const { data, error, refetch } = useQuery(accountsQuery)
  const remove = useRemoveAccount()
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      id="employee-accounts"
      title="Employees’ bank accounts"
      aside={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          Add bank account
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Vendors’ bank accounts are compared with them. Numbers aren’t kept, only what tells whether two are the same.
      </Text>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} compact />}
      {data && data.accounts.length === 0 && <p className={classes.note}>No bank accounts yet.</p>}
      {data && data.accounts.length > 0 && (
        <ul className={classes.list}>
          {data.accounts.map(({ id, employeeName, accountNumber, createdBy }) => (
            <li key={id}>
              <span>
                {employeeName}, {accountNumber} <span className={classes.note}>added by {createdBy.name}</span>
              </span>
              <Button
                size="xs"
                variant="subtle"
                color="red"
                loading={remove.isPending}
                aria-label={`Remove bank account of ${employeeName}`}
                onClick={() => remove.send(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && <p className={classes.note}>The newest 100 are shown. All are compared.</p>}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(addEmployeeAccount, {
    initial: { employeeName: '', routingNumber: '', accountNumber: '' },
    success: 'Bank account added',
    invalidates: CHECKS_CHANGED,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Add an employee’s bank account">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextField label="Employee" required autoComplete="off" {...form.getInputProps('employeeName')} />
          <BankNumberFields form={form} kept="Not kept. Only the last four digits are shown from now on." />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Add bank account
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
