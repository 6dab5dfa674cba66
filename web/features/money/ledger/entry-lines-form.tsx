import { Alert, Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Bill, getBill } from '../../../../schema/money/bills/endpoints.ts'
import { billEntryChange } from '../../../../schema/money/bills/entry-input.ts'
import { MOST_LINES } from '../../../../schema/money/bills/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { ledgerKeys } from './api.ts'
import classes from './ledger.module.css'
import { RemoveLine } from './remove-line.tsx'

const OPTIONS = graphql(`
  query ErpOptions($search: String, $erpEntityId: ID) {
    erpOptions(search: $search, erpEntityId: $erpEntityId) {
      accounts { id name number }
      departments { id name }
      classifications { id name }
      taxCodes { id name }
    }
  }
`)

const MODIFY = graphql(`
  mutation ModifyBillEntry($input: ModifyBillEntryInput!) {
    modifyBillEntry(input: $input) { id }
  }
`)

type OptionList = 'accounts' | 'departments' | 'classifications' | 'taxCodes'

const sourceOf = (list: OptionList, erpEntityId: string | null) => ({
  name: `erp-options-${list}-${erpEntityId ?? ''}`,
  load: async ({ search, ids }: { search?: string; ids?: string[] }, signal: AbortSignal) => {
    const asked = { ...(search && { search }), ...(erpEntityId && { erpEntityId }) }
    const { erpOptions } = ids ? { erpOptions: null } : await runGraphql(OPTIONS, asked, { signal, quiet: true })
    const found: { id: string; name: string; number?: string | null }[] = erpOptions?.[list] ?? []
    return {
      edges: found.map(({ id, name, number }) => ({
        cursor: id,
        node: { value: id, label: [number, name].filter(Boolean).join(' ') },
      })),
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    }
  },
})

interface Line {
  key: string
  id: string | undefined
  amount: number | null
  memo: string
  erpAccountId: string | null
  erpDepartmentMappingId: string | null
  erpBusinessUnitId: string | null
  erpTaxCodeId: string | null
  erpAmortizationTemplateId: string | null
  amortizationStartDate: string | null
  amortizationEndDate: string | null
  erpCustomFieldValues: { customFieldScriptId: string; value: string }[]
  customSegments: { customSegmentScriptId: string; value: string }[]
}
interface Values {
  lines: Line[]
}

const valuesOf = ({ lines }: Bill): Values => ({
  lines: lines.map((line) => ({
    ...{ key: line.id, id: line.id, amount: line.amount.value, memo: line.memo },
    ...{ erpAccountId: line.erpAccount?.id ?? null, erpDepartmentMappingId: line.erpDepartmentMapping?.id ?? null },
    ...{ erpBusinessUnitId: line.erpClassification?.id ?? null, erpTaxCodeId: line.erpTaxCode?.id ?? null },
    erpAmortizationTemplateId: line.erpAmortizationTemplate?.id ?? null,
    ...{ amortizationStartDate: line.amortizationStartDate, amortizationEndDate: line.amortizationEndDate },
    erpCustomFieldValues: line.erpCustomFieldValues.map(({ customFieldScriptId, value }) => ({
      ...{ customFieldScriptId, value },
    })),
    customSegments: line.customSegments.map(({ customSegmentScriptId, value }) => ({ customSegmentScriptId, value })),
  })),
})

/** As the last line, without its amount. */
const nextLine = (lines: readonly Line[]): Line => ({
  ...{ erpAccountId: null, erpDepartmentMappingId: null, erpBusinessUnitId: null, erpTaxCodeId: null, memo: '' },
  ...{ erpAmortizationTemplateId: null, amortizationStartDate: null, amortizationEndDate: null },
  ...{ erpCustomFieldValues: [], customSegments: [] },
  ...lines.at(-1),
  ...{ key: crypto.randomUUID(), id: undefined, amount: null },
})

const knownOf = ({ lines }: Bill): Option[] =>
  lines
    .flatMap((line) => [
      line.erpAccount && {
        ...{ id: line.erpAccount.id },
        name: [line.erpAccount.generalLedgerAccountNumber, line.erpAccount.name].filter(Boolean).join(' '),
      },
      ...[line.erpDepartmentMapping, line.erpClassification, line.erpTaxCode],
    ])
    .flatMap((ref) => (ref ? [{ value: ref.id, label: ref.name }] : []))

interface EntryLinesFormProps {
  billId: string
  /** After saving, or without. */
  onDone: () => void
}

/** Changes where the lines of an approved bill are booked, before they are sent. They keep adding up to the bill. */
export const EntryLinesForm = ({ billId, onDone }: EntryLinesFormProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: [...ledgerKeys.entries, 'bill', billId],
    queryFn: ({ signal }) => call(getBill, { params: { billId }, signal }),
    // What is edited has to be what is there.
    staleTime: 0,
    gcTime: 0,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return data ? <Filled bill={data} onDone={onDone} /> : <PageSpinner />
}

const Filled = ({ bill, onDone }: { bill: Bill; onDone: () => void }) => {
  const { totalAmount, erpEntityId } = bill
  const { form, submit, isPending, isSuccess } = useEndpointForm(
    { body: billEntryChange },
    {
      initial: valuesOf(bill),
      toBody: ({ lines }: Values) => ({
        id: bill.id,
        lines: lines.map(({ key: _, id, ...line }) => ({ ...line, ...(id && { id }) })),
      }),
      run: ({ lines }, { commandId }) =>
        runGraphql(
          MODIFY,
          {
            input: {
              ...{ id: bill.id, version: bill.entryRevision },
              lines: lines.map(({ id, ...line }) => ({ ...line, ...(id && { id }) })),
            },
          },
          { commandId },
        ),
      success: 'Lines saved',
      invalidates: [ledgerKeys.entries, ledgerKeys.all, ['bills']],
      onSuccess: () => {
        draft.finish()
        onDone()
      },
    },
  )
  const draft = useFormDraft(form, { name: `ledger-entry.${bill.id}`, isSent: isSuccess })
  useLeaveGuard(form.isDirty() && !isSuccess)
  const known = knownOf(bill)
  const { lines } = form.values
  const left = totalAmount.value - lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <form onSubmit={submit} noValidate className={classes.linesForm}>
      <DraftNotice draft={draft} />
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          form={form}
          index={index}
          isOnly={lines.length === 1}
          known={known}
          currency={totalAmount.currency}
          erpEntityId={erpEntityId}
        />
      ))}
      {form.errors.lines && (
        <Alert color="red" role="alert">
          {form.errors.lines}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => form.insertListItem('lines', nextLine(lines))}
        >
          Add line
        </Button>
        <RunningTotal className={classes.sum}>
          Bill <MoneyText money={totalAmount} />
          {left !== 0 && (
            <>
              , <strong>{left > 0 ? 'left to book' : 'too much'}</strong>{' '}
              <MoneyText money={{ value: Math.abs(left), currency: totalAmount.currency }} />
            </>
          )}
        </RunningTotal>
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save lines
        </Button>
      </Group>
    </form>
  )
}

interface LineFieldsProps {
  form: UseFormReturnType<Values>
  index: number
  isOnly: boolean
  known: Option[]
  currency: Currency
  erpEntityId: string | null
}

const LineFields = ({ form, index, isOnly, known, currency, erpEntityId }: LineFieldsProps) => {
  const path = `lines.${index}`
  const { value: _, onChange, ...amount } = form.getInputProps(`${path}.amount`)
  const value = form.values.lines[index]?.amount ?? null
  const choice = (list: OptionList, field: string, label: string, required = false) => (
    <AsyncOptionSelect
      kind="spend-category"
      source={sourceOf(list, erpEntityId)}
      known={known}
      label={label}
      required={required}
      {...form.getInputProps(`${path}.${field}`)}
    />
  )
  return (
    <FieldGroup legend={`Line ${index + 1}`}>
      <FieldPair>
        <MoneyField
          label="Amount"
          required
          {...amount}
          defaultCurrency={currency}
          value={value === null ? null : { value, currency }}
          onChange={(money) => onChange(money?.value ?? null)}
        />
        <TextField label="Memo" maxLength={4000} {...form.getInputProps(`${path}.memo`)} />
        {choice('accounts', 'erpAccountId', 'Account', true)}
        {choice('departments', 'erpDepartmentMappingId', 'Department')}
        {choice('classifications', 'erpBusinessUnitId', 'Class')}
        {choice('taxCodes', 'erpTaxCodeId', 'Tax code')}
        <CalendarDateField label="Amortize from" {...form.getInputProps(`${path}.amortizationStartDate`)} />
        <CalendarDateField label="Amortize to" {...form.getInputProps(`${path}.amortizationEndDate`)} />
      </FieldPair>
      {!isOnly && <RemoveLine number={index + 1} onRemove={() => form.removeListItem('lines', index)} />}
    </FieldGroup>
  )
}
