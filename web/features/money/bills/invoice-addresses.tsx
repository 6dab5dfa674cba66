import { ActionIcon, Button, CopyButton, Group, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addressName,
  type InvoiceAddress,
  listInvoiceAddresses,
  renewInvoiceAddress,
} from '../../../../schema/money/bills/invoice-address-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import own from './bills.module.css'

const KEY = ['invoice-addresses'] as const

const useAddresses = () => useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listInvoiceAddresses, { signal }) })

const SET = graphql(`
  mutation SetErpEntityEmail($erpEntityId: ID!, $emailShortName: String!) {
    setErpEntityEmail(erpEntityId: $erpEntityId, emailShortName: $emailShortName) { id }
  }
`)

interface Named {
  erpEntityId: string
  emailShortName: string
}

interface Outcome {
  onSuccess?: () => void
  /** Gets what is wrong with the name. */
  onFault?: (message: string) => void
}

const useSetAddress = (success: string, { onSuccess, onFault }: Outcome = {}) =>
  useCommand({
    run: (named: Named, { commandId }) => runGraphql(SET, { ...named }, { commandId, quiet: true }),
    success,
    invalidates: [KEY],
    ...(onSuccess && { onSuccess }),
    onError: (error) => {
      const fault = isApiError(error) ? error.fields?.emailShortName : undefined
      if (fault) onFault?.(fault)
      return fault !== undefined && onFault !== undefined
    },
  })

const CopyAddress = ({ address }: { address: string }) => (
  <CopyButton value={address} timeout={3000}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? 'Copied' : 'Copy address'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={copied ? `Copied ${address}` : `Copy ${address}`}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
)

/** Where vendors email invoices, above what has arrived. Nothing where no email is received. */
export const InvoiceAddressLine = () => {
  const can = useCan()
  const { data } = useAddresses()
  const [company, ...others] = data?.addresses ?? []
  if (!company?.address) return null
  const more = others.filter(({ address }) => address !== null).length
  return (
    <p className={own.mailTo}>
      <span>Vendors can email invoices to</span>
      <span className={own.address}>
        <code>{company.address}</code>
        <CopyAddress address={company.address} />
      </span>
      {more > 0 && <span>or to {more === 1 ? 'the address of one entity' : `the addresses of ${more} entities`}.</span>}
      {can('payments.configure') && (
        <AppLink className="ol-link" href={to('/settings/email-forwarding')}>
          All addresses
        </AppLink>
      )}
    </p>
  )
}

const nameOf = ({ erpEntity }: InvoiceAddress): string => erpEntity?.name ?? 'Your company'

/** The addresses for invoices of the company and its entities, for people who set payments up. */
export const InvoiceAddressSettings = () => {
  const { data, error, refetch } = useAddresses()
  const [named, setNamed] = useState<InvoiceAddress | null>(null)
  if (data && data.inboundDomain === null) return null
  return (
    <section className={own.addresses} aria-labelledby="invoice-addresses">
      <h2 id="invoice-addresses" className={own.sectionTitle}>
        Addresses for invoices
      </h2>
      <p className={own.dim}>
        PDF, Word and picture files that are emailed here wait in the payments inbox until someone enters their bill. An
        entity’s address sets its entity.
      </p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={own.addressList}>
          {data.addresses.map((one) => (
            <AddressRow key={one.erpEntity?.id ?? 'company'} one={one} onName={() => setNamed(one)} />
          ))}
        </ul>
      ) : (
        <Skeleton height={60} />
      )}
      <Dialog opened={named !== null} onClose={() => setNamed(null)} title={`Address of ${named ? nameOf(named) : ''}`}>
        {named?.erpEntity && (
          <NameForm
            erpEntityId={named.erpEntity.id}
            shortName={named.shortName ?? ''}
            prefix={data?.prefix ?? ''}
            domain={data?.inboundDomain ?? ''}
            onClose={() => setNamed(null)}
          />
        )}
      </Dialog>
    </section>
  )
}

const RENEW = {
  title: 'Replace this address?',
  text: 'It gets a new one that no one knows yet. Email to the old one is refused from now on, so tell your vendors.',
  confirmLabel: 'Replace address',
  danger: true,
}
const REMOVE = {
  title: 'Remove this address?',
  text: 'Email to it is refused from now on.',
  confirmLabel: 'Remove address',
  danger: true,
}

const AddressRow = ({ one, onName }: { one: InvoiceAddress; onName: () => void }) => {
  const { erpEntity, shortName, address } = one
  const erpEntityId = erpEntity?.id ?? null
  const renew = useCommand({
    run: (former: string, { commandId }) =>
      call(renewInvoiceAddress, { body: { erpEntityId, shortName: former }, commandId }),
    success: 'Address replaced',
    invalidates: [KEY],
  })
  const remove = useSetAddress('Address removed')
  const of = nameOf(one)
  return (
    <li>
      <span className={own.addressOf}>{of}</span>
      <span className={own.address}>
        {address ? (
          <>
            <code>{address}</code>
            <CopyAddress address={address} />
          </>
        ) : (
          <span className={own.dim}>No address</span>
        )}
      </span>
      <Group gap="xs">
        {erpEntity && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${address ? 'Change' : 'Add'} address of ${of}`}
            onClick={onName}
          >
            {address ? 'Change' : 'Add address'}
          </Button>
        )}
        {shortName !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Replace address of ${of}`}
            loading={renew.isPending}
            onClick={() => void confirm(RENEW).then((agreed) => agreed && renew.send(shortName))}
          >
            Replace
          </Button>
        )}
        {erpEntity && shortName !== null && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Remove address of ${of}`}
            loading={remove.isPending}
            onClick={() =>
              void confirm(REMOVE).then(
                (agreed) => agreed && remove.send({ erpEntityId: erpEntity.id, emailShortName: '' }),
              )
            }
          >
            Remove
          </Button>
        )}
      </Group>
    </li>
  )
}

interface NameFormProps {
  erpEntityId: string
  shortName: string
  prefix: string
  domain: string
  onClose: () => void
}

const NameForm = ({ erpEntityId, shortName, prefix, domain, onClose }: NameFormProps) => {
  const [name, setName] = useState(shortName)
  const [fault, setFault] = useState<string | null>(null)
  const set = useSetAddress('Address saved', { onSuccess: onClose, onFault: setFault })
  const submit = (): void => {
    const checked = addressName.safeParse(name)
    const problem =
      name.trim() === '' ? 'Required' : checked.success ? null : (checked.error.issues[0]?.message ?? null)
    setFault(problem)
    if (!problem) set.send({ erpEntityId, emailShortName: name })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label="Name in the address"
        description={`The address is ${prefix}${name.trim().toLowerCase() || 'name'}@${domain}`}
        value={name}
        error={fault}
        required
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setFault(null)
        }}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={set.isPending}>
          Save address
        </Button>
      </Group>
    </form>
  )
}
