import { Alert, Button, Group, Menu, Stack } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { archiveServices, type ListedService, serviceKeys } from './api.ts'
import { FREQUENCY_OPTIONS, TERM_OPTIONS } from './words.tsx'

const BUSINESS_UNITS = graphql(`mutation UpdateServiceBusinessUnits($serviceIds: [ID!]!, $businessUnitId: ID!) {
  results: updateServiceBusinessUnits(serviceIds: $serviceIds, businessUnitId: $businessUnitId) { id name outcome } }`)
const DEPARTMENTS = graphql(`mutation UpdateServiceDepartments($serviceIds: [ID!]!, $departmentIds: [ID!]!) {
  results: updateServiceDepartments(serviceIds: $serviceIds, departmentIds: $departmentIds) { id name outcome } }`)
const OWNERS = graphql(`mutation UpdateServiceOwners($serviceIds: [ID!]!, $ownerId: ID!) {
  results: updateServiceOwners(serviceIds: $serviceIds, ownerId: $ownerId) { id name outcome } }`)
const FREQUENCY =
  graphql(`mutation UpdateServicePaymentFrequency($serviceIds: [ID!]!, $paymentFrequency: PaymentFrequency!) {
  results: updateServicePaymentFrequency(serviceIds: $serviceIds, paymentFrequency: $paymentFrequency) { id name outcome } }`)
const TERMS = graphql(`mutation UpdateServicePaymentTerms($serviceIds: [ID!]!, $paymentTerm: PaymentTerm!) {
  results: updateServicePaymentTerms(serviceIds: $serviceIds, paymentTerm: $paymentTerm) { id name outcome } }`)

const KINDS = {
  businessUnit: 'Business unit',
  departments: 'Departments',
  owner: 'Owner',
  frequency: 'Payment frequency',
  terms: 'Payment terms',
} as const
type Kind = keyof typeof KINDS

interface Result {
  id: string
  name: string
  outcome: 'CHANGED' | 'UNCHANGED' | 'FORBIDDEN'
}

/** One value, or several departments. */
type Value = string[]

const send = (kind: Kind, serviceIds: string[], value: Value, commandId: string): Promise<{ results: Result[] }> => {
  const [first = ''] = value
  switch (kind) {
    case 'businessUnit':
      return runGraphql(BUSINESS_UNITS, { serviceIds, businessUnitId: first }, { commandId })
    case 'departments':
      return runGraphql(DEPARTMENTS, { serviceIds, departmentIds: value }, { commandId })
    case 'owner':
      return runGraphql(OWNERS, { serviceIds, ownerId: first }, { commandId })
    case 'frequency':
      return runGraphql(FREQUENCY, { serviceIds, paymentFrequency: first as 'MONTHLY' }, { commandId })
    case 'terms':
      return runGraphql(TERMS, { serviceIds, paymentTerm: first as 'NET_30' }, { commandId })
  }
}

const counted = (count: number): string => (count === 1 ? 'Service' : `${count} services`)

interface BulkProps {
  rows: ListedService[]
  clear: () => void
}

/** The buttons of the selection bar, and the dialog behind them. */
export const BulkActions = ({ rows, clear }: BulkProps) => {
  const { enableBusinessUnits } = useCompany()
  const [kind, setKind] = useState<Kind | null>(null)
  const archive = useCommand<{ ids: string[]; archived: boolean }>({
    run: ({ ids, archived }, { commandId }) => archiveServices(ids, archived, commandId),
    success: (_, { ids, archived }) => `${counted(ids.length)} ${archived ? 'archived' : 'unarchived'}`,
    invalidates: [serviceKeys.all],
    onSuccess: clear,
  })
  const active = rows.filter(({ archived }) => !archived).map(({ id }) => id)
  const archived = rows.filter((service) => service.archived).map(({ id }) => id)
  const kinds = (Object.keys(KINDS) as Kind[]).filter((each) => enableBusinessUnits || each !== 'businessUnit')
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((each) => (
            <Menu.Item key={each} onClick={() => setKind(each)}>
              {KINDS[each]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {active.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={archive.isPending}
          leftSection={<IconArchive size={14} aria-hidden />}
          onClick={() => archive.send({ ids: active, archived: true })}
        >
          Archive
        </Button>
      )}
      {archived.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={archive.isPending}
          leftSection={<IconArchiveOff size={14} aria-hidden />}
          onClick={() => archive.send({ ids: archived, archived: false })}
        >
          Unarchive
        </Button>
      )}
      <Dialog
        opened={kind !== null}
        onClose={() => setKind(null)}
        title={kind ? `${KINDS[kind]} of ${rows.length === 1 ? '1 service' : `${rows.length} services`}` : ''}
      >
        {kind && (
          <ValueForm
            key={kind}
            kind={kind}
            serviceIds={rows.map(({ id }) => id)}
            onClose={() => setKind(null)}
            onDone={() => {
              setKind(null)
              clear()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

interface ValueFormProps {
  kind: Kind
  serviceIds: string[]
  onClose: () => void
  onDone: () => void
}

const ValueForm = ({ kind, serviceIds, onClose, onDone }: ValueFormProps) => {
  const [value, setValue] = useState<Value>([])
  const [error, setError] = useState<string | null>(null)
  const [refused, setRefused] = useState<Result[]>([])
  const save = useCommand<Value, { results: Result[] }>({
    run: (chosen, { commandId }) => send(kind, serviceIds, chosen, commandId),
    success: ({ results }) => {
      const changed = results.filter(({ outcome }) => outcome === 'CHANGED').length
      return changed === 0 ? 'Nothing to change' : `${counted(changed)} changed`
    },
    invalidates: [serviceKeys.all],
    onSuccess: ({ results }) => {
      const left = results.filter(({ outcome }) => outcome === 'FORBIDDEN')
      if (left.length === 0) return onDone()
      setRefused(left)
    },
    onError: (failure) => {
      const [message] = isApiError(failure) ? Object.values(failure.fields ?? {}) : []
      if (message) setError(message)
      return message !== undefined
    },
  })
  if (refused.length > 0) {
    return (
      <Stack>
        <Alert color="yellow" role="alert" title="Some weren’t changed">
          You can change only services you own: {refused.map(({ name }) => name).join(', ')}.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone}>Close</Button>
        </Group>
      </Stack>
    )
  }
  const choose = (next: string[] | string | null) => {
    setValue(Array.isArray(next) ? next : next ? [next] : [])
    setError(null)
  }
  const single = { label: KINDS[kind], required: true, value: value[0] ?? null, onChange: choose, error }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (value.length === 0 && kind !== 'departments') setError('Required')
        else save.send(value)
      }}
    >
      <Stack>
        {kind === 'departments' && (
          <AsyncOptionSelect
            kind="department"
            multiple
            label={KINDS.departments}
            description="Replaces current departments. Leave blank to remove them all."
            value={value}
            onChange={choose}
            error={error}
          />
        )}
        {kind === 'owner' && <AsyncOptionSelect kind="member" {...single} description="Replaces current owners." />}
        {kind === 'businessUnit' && <AsyncOptionSelect kind="business-unit" {...single} />}
        {kind === 'frequency' && <OptionSelect {...single} options={FREQUENCY_OPTIONS} />}
        {kind === 'terms' && <OptionSelect {...single} options={TERM_OPTIONS} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Change services
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
