import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowMerge } from '@tabler/icons-react'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { type SeveralAction, SeveralActions } from '../../../ui/list/several-actions.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { mergeHref } from '../merges/index.ts'
import { archiveVendors, type ListedVendor, setOwners, setPaymentMethods, vendorKeys } from './api.ts'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

interface Chosen {
  ownerIds: string[]
  paymentMethod: PaymentMethod | null
}

const ACTIONS: SeveralAction<ListedVendor, Chosen>[] = [
  {
    id: 'owners',
    button: 'Set owners',
    title: (counted) => `Set the owners of ${counted}`,
    text: 'Replaces current owners.',
    done: 'changed',
    field: ({ value, onChange, error }) => (
      <AsyncOptionSelect
        kind="member"
        multiple
        required
        label="Owners"
        error={error}
        value={value.ownerIds}
        onChange={(ownerIds) => onChange({ ...value, ownerIds })}
      />
    ),
    faultOf: ({ ownerIds }) => (ownerIds.length === 0 ? 'Owner is required' : null),
    run: (vendorIds, { ownerIds }, commandId) => setOwners({ vendorIds, ownerIds }, commandId),
  },
  {
    id: 'payment',
    button: 'Set payment method',
    title: (counted) => `Set the payment method of ${counted}`,
    text: 'Replaces the current payment method.',
    done: 'changed',
    field: ({ value, onChange, error }) => (
      <OptionSelect
        label="Payment method"
        required
        options={PAYMENT_METHOD_OPTIONS}
        error={error}
        value={value.paymentMethod}
        onChange={(next) => onChange({ ...value, paymentMethod: next as PaymentMethod | null })}
      />
    ),
    faultOf: ({ paymentMethod }) => (paymentMethod ? null : 'Payment method is required'),
    run: (vendorIds, { paymentMethod }, commandId) =>
      setPaymentMethods({ vendorIds, paymentMethod: paymentMethod ?? 'UNKNOWN' }, commandId),
  },
  {
    id: 'archive',
    button: 'Archive',
    icon: <IconArchive size={14} aria-hidden />,
    title: (counted) => `Archive ${counted}`,
    text: 'Archived vendors leave the list and can’t be chosen. Their services and requests stay. You can unarchive them at any time.',
    done: 'archived',
    isFor: ({ archived }) => !archived,
    run: (vendorIds, _, commandId) => archiveVendors(vendorIds, true, commandId),
  },
  {
    id: 'unarchive',
    button: 'Unarchive',
    icon: <IconArchiveOff size={14} aria-hidden />,
    title: (counted) => `Unarchive ${counted}`,
    text: 'They return to the list and can be chosen again.',
    done: 'unarchived',
    isFor: ({ archived }) => archived,
    run: (vendorIds, _, commandId) => archiveVendors(vendorIds, false, commandId),
  },
]

/** The buttons of the selection bar. */
export const BulkActions = ({ rows, clear }: { rows: ListedVendor[]; clear: () => void }) => {
  const [into, from] = rows
  const can = useCan()
  return (
    <>
      {rows.length === 2 && into && from && can('vendors.merge') && (
        <Button
          component={AppLink}
          href={mergeHref(into.id, from.id)}
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowMerge size={14} aria-hidden />}
        >
          Merge
        </Button>
      )}
      <SeveralActions
        actions={ACTIONS}
        initial={{ ownerIds: [], paymentMethod: null }}
        noun="vendor"
        rows={rows}
        clear={clear}
        invalidates={vendorKeys.all}
      />
    </>
  )
}
