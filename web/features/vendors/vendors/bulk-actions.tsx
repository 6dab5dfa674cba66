import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import type { SeveralResults } from '../../../../schema/shared/list.ts'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { SeveralDialog } from '../../../ui/list/several-dialog.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { mergeHref } from '../merges/index.ts'
import { archiveVendors, type ListedVendor, setOwners, setPaymentMethods, vendorKeys } from './api.ts'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

type Kind = 'owners' | 'payment' | 'archive' | 'unarchive'

const WORDS: Record<Kind, { button: string; title: (counted: string) => string; text: string; done: string }> = {
  owners: {
    button: 'Set owners',
    title: (counted) => `Set the owners of ${counted}`,
    text: 'Replaces current owners.',
    done: 'changed',
  },
  payment: {
    button: 'Set payment method',
    title: (counted) => `Set the payment method of ${counted}`,
    text: 'Replaces the current payment method.',
    done: 'changed',
  },
  archive: {
    button: 'Archive',
    title: (counted) => `Archive ${counted}`,
    text: 'Archived vendors leave the list and can’t be chosen. Their services and requests stay. You can unarchive them at any time.',
    done: 'archived',
  },
  unarchive: {
    button: 'Unarchive',
    title: (counted) => `Unarchive ${counted}`,
    text: 'They return to the list and can be chosen again.',
    done: 'unarchived',
  },
}

interface BulkActionsProps {
  rows: ListedVendor[]
  clear: () => void
}

/** The buttons of the selection bar. */
export const BulkActions = ({ rows, clear }: BulkActionsProps) => {
  const [kind, setKind] = useState<Kind | null>(null)
  const kinds: Kind[] = [
    'owners',
    'payment',
    ...(rows.some(({ archived }) => !archived) ? (['archive'] as const) : []),
    ...(rows.some(({ archived }) => archived) ? (['unarchive'] as const) : []),
  ]
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
      {kinds.map((each) => (
        <Button
          key={each}
          variant="default"
          size="compact-sm"
          {...(each === 'archive' && { leftSection: <IconArchive size={14} aria-hidden /> })}
          {...(each === 'unarchive' && { leftSection: <IconArchiveOff size={14} aria-hidden /> })}
          onClick={() => setKind(each)}
        >
          {WORDS[each].button}
        </Button>
      ))}
      {kind && <BulkDialog kind={kind} rows={rows} onClose={() => setKind(null)} onDone={clear} />}
    </>
  )
}

interface Chosen {
  ownerIds: string[]
  paymentMethod: PaymentMethod | null
}

const run = (kind: Kind, vendorIds: string[], chosen: Chosen, commandId: string): Promise<SeveralResults> => {
  if (kind === 'owners') return setOwners({ vendorIds, ownerIds: chosen.ownerIds }, commandId)
  if (kind === 'payment') {
    return setPaymentMethods({ vendorIds, paymentMethod: chosen.paymentMethod ?? 'UNKNOWN' }, commandId)
  }
  return archiveVendors(vendorIds, kind === 'archive', commandId)
}

const faultOf = (kind: Kind, { ownerIds, paymentMethod }: Chosen): string | null => {
  if (kind === 'owners' && ownerIds.length === 0) return 'Owner is required'
  return kind === 'payment' && !paymentMethod ? 'Payment method is required' : null
}

interface BulkDialogProps extends Pick<BulkActionsProps, 'rows'> {
  kind: Kind
  onClose: () => void
  onDone: () => void
}

const BulkDialog = ({ kind, rows, onClose, onDone }: BulkDialogProps) => {
  const [chosen, setChosen] = useState<Chosen>({ ownerIds: [], paymentMethod: null })
  const [fault, setFault] = useState<string | null>(null)
  const isOfStatus = kind === 'archive' || kind === 'unarchive'
  return (
    <SeveralDialog
      {...WORDS[kind]}
      noun="vendor"
      rows={isOfStatus ? rows.filter(({ archived }) => archived === (kind === 'unarchive')) : rows}
      isReady={() => {
        const wrong = faultOf(kind, chosen)
        setFault(wrong)
        return wrong === null
      }}
      run={(ids, commandId) => run(kind, ids, chosen, commandId)}
      invalidates={vendorKeys.all}
      onClose={onClose}
      onDone={onDone}
    >
      {kind === 'owners' && (
        <AsyncOptionSelect
          kind="member"
          multiple
          required
          label="Owners"
          error={fault ?? undefined}
          value={chosen.ownerIds}
          onChange={(ownerIds) => setChosen({ ...chosen, ownerIds })}
        />
      )}
      {kind === 'payment' && (
        <OptionSelect
          label="Payment method"
          required
          options={PAYMENT_METHOD_OPTIONS}
          error={fault ?? undefined}
          value={chosen.paymentMethod}
          onChange={(next) => setChosen({ ...chosen, paymentMethod: next as PaymentMethod | null })}
        />
      )}
    </SeveralDialog>
  )
}
