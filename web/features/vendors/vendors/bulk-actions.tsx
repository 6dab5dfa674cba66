import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowMerge, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SeveralResults } from '../../../../schema/shared/list.ts'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { mergeHref } from '../merges/index.ts'
import { archiveVendors, type ListedVendor, setOwners, setPaymentMethods, vendorKeys } from './api.ts'
import classes from './vendors.module.css'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

type Kind = 'owners' | 'payment' | 'archive' | 'unarchive'

const counted = (count: number): string => (count === 1 ? '1 vendor' : `${count} vendors`)

const WORDS: Record<Kind, { button: string; title: (n: number) => string; text: string; done: string }> = {
  owners: {
    button: 'Set owners',
    title: (n) => `Set the owners of ${counted(n)}`,
    text: 'Replaces current owners.',
    done: 'changed',
  },
  payment: {
    button: 'Set payment method',
    title: (n) => `Set the payment method of ${counted(n)}`,
    text: 'Replaces the current payment method.',
    done: 'changed',
  },
  archive: {
    button: 'Archive',
    title: (n) => `Archive ${counted(n)}`,
    text: 'Archived vendors leave the list and can’t be chosen. Their services and requests stay. You can unarchive them at any time.',
    done: 'archived',
  },
  unarchive: {
    button: 'Unarchive',
    title: (n) => `Unarchive ${counted(n)}`,
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
  const words = WORDS[kind]
  const [chosen, setChosen] = useState<Chosen>({ ownerIds: [], paymentMethod: null })
  const [fault, setFault] = useState<string | null>(null)
  const [results, setResults] = useState<SeveralResults['results'] | null>(null)
  const concerned =
    kind === 'archive' || kind === 'unarchive'
      ? rows.filter(({ archived }) => archived === (kind === 'unarchive'))
      : rows
  const finish = (): void => {
    onClose()
    onDone()
  }
  const sending = useCommand<Chosen, SeveralResults>({
    run: (input, { commandId }) =>
      run(
        kind,
        concerned.map(({ id }) => id),
        input,
        commandId,
      ),
    success: ({ results: each }) => (each.every(({ ok }) => ok) ? `${counted(each.length)} ${words.done}` : undefined),
    onSuccess: ({ results: each }) => {
      if (each.every(({ ok }) => ok)) finish()
      else setResults(each)
    },
    invalidates: [vendorKeys.all],
  })
  const send = (): void => {
    const wrong = faultOf(kind, chosen)
    setFault(wrong)
    if (!wrong) sending.send(chosen)
  }
  if (results) return <Results rows={concerned} results={results} done={words.done} onClose={finish} />
  return (
    <Dialog opened onClose={onClose} title={words.title(concerned.length)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="sm">
          <Text>{words.text}</Text>
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={sending.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending}>
              {words.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface ResultsProps {
  rows: ListedVendor[]
  results: SeveralResults['results']
  done: string
  onClose: () => void
}

/** The result for each vendor, if some failed. */
const Results = ({ rows, results, done, onClose }: ResultsProps) => {
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? 'A vendor'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${results.filter(({ ok }) => ok).length} of ${counted(results.length)} ${done}`}
    >
      <ul className={classes.results}>
        {results.map(({ id, ok, message }) => (
          <li key={id} data-ok={ok}>
            {ok ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
            <span>
              {nameOf(id)}
              <span className={classes.resultText}>{ok ? `Was ${done}` : message}</span>
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Dialog>
  )
}
