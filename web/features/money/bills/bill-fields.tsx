import { Button, Checkbox, Group } from '@mantine/core'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import { TERM_DAYS } from '../../../../schema/money/payments/schedule.ts'
import { requestList } from '../../../../schema/requests/lists/endpoints.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import { spendList } from '../../../../schema/spend/spend-requests/list.ts'
import { call } from '../../../lib/rest.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { AsyncOptionSelect, type OptionSource } from '../../platform/lookups/index.ts'
import { useCan, useCompany } from '../../platform/session/index.ts'
import type { Bill } from './api.ts'
import { type BillValues, withCurrency, withInvoiceDate, withTotal } from './form-values.ts'
import { Amortization, type BillForm, FieldOfSystem, LinesFields, optionsOf } from './line-fields.tsx'
import { OrderFields } from './order-fields.tsx'
import { ERP } from './sources.ts'

interface BillFieldsProps {
  form: BillForm
  options: BillFormValues
  /** The one that is changed. Its names are known. */
  bill?: Bill
}

const known = (one: { id: string; name: string } | null | undefined) =>
  one ? [{ value: one.id, label: one.name }] : []

/** Everything of a bill but its invoice. */
export const BillFields = ({ form, options, bill }: BillFieldsProps) => (
  <>
    <VendorFields form={form} bill={bill} />
    <InvoiceFields form={form} options={options} />
    <OrderFields form={form} billId={bill?.id} />
    <LinesFields form={form} options={options} billId={bill?.id} />
    <AccountingFields form={form} options={options} />
    <LinkFields form={form} bill={bill} />
  </>
)

type PartProps = Pick<BillFieldsProps, 'form'> & { bill?: Bill | undefined }

const VendorFields = ({ form, bill }: PartProps) => {
  const { isNewVendor, shouldCreateVendor, isAnotherVendor } = form.values
  const setNew = (isNew: boolean): void =>
    form.setValues({ isNewVendor: isNew, ...(isNew && { erpVendorId: null }) } as BillValues)
  if (!isNewVendor)
    return (
      <FieldGroup legend="Vendor">
        <AsyncOptionSelect
          kind="vendor"
          source={ERP.vendor}
          label="Vendor"
          required
          known={known(bill?.erpVendor)}
          {...form.getInputProps('erpVendorId')}
        />
        {!bill && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => setNew(true)}>
              The vendor isn’t in the list
            </Button>
          </Group>
        )}
      </FieldGroup>
    )
  return (
    <FieldGroup legend="New vendor">
      <FieldPair>
        <TextField label="Name" required maxLength={200} {...form.getInputProps('newErpVendorName')} />
        <TextField label="Email" type="email" maxLength={254} {...form.getInputProps('newErpVendorEmail')} />
      </FieldPair>
      {(isAnotherVendor || String(form.errors.newErpVendorName ?? '').includes('another vendor')) && (
        <Checkbox label="It is another vendor" {...form.getInputProps('isAnotherVendor', { type: 'checkbox' })} />
      )}
      <Checkbox
        label="Also add it to Vendors"
        description="With its profile, contacts and services."
        {...form.getInputProps('shouldCreateVendor', { type: 'checkbox' })}
      />
      {shouldCreateVendor && (
        <AsyncOptionSelect
          kind="member"
          label="Owner"
          description="You, if blank."
          {...form.getInputProps('ownerId')}
        />
      )}
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={() => setNew(false)}>
          Choose from the list
        </Button>
      </Group>
    </FieldGroup>
  )
}

const TERMS = Object.values(TERM_DAYS).filter((days) => days !== null)
const termText = (days: number): string => (days === 0 ? 'On receipt' : `${days} days`)

const InvoiceFields = ({ form, options }: Pick<BillFieldsProps, 'form' | 'options'>) => {
  const { enableCurrencies, currency: usual } = useCompany()
  const { currency, totalAmount, invoiceDate } = form.values
  const symbols = options.currencies.map(({ symbol }) => symbol)
  const codes = CURRENCIES.filter((code) => symbols.length === 0 || symbols.includes(code) || code === currency)
  const { value: _, onChange: __, ...total } = form.getInputProps('totalAmount')
  return (
    <FieldGroup legend="Invoice">
      <FieldPair>
        <TextField label="Invoice number" required maxLength={100} {...form.getInputProps('invoiceNumber')} />
        <MoneyField
          key={currency}
          label="Total"
          required
          {...total}
          defaultCurrency={currency}
          value={totalAmount === null ? null : { value: totalAmount, currency }}
          onChange={(money) => form.setValues(withTotal(form.values, money?.value ?? null))}
        />
        <CalendarDateField
          label="Invoice date"
          required
          {...form.getInputProps('invoiceDate')}
          onChange={(next) => form.setValues(withInvoiceDate(form.values, next))}
        />
        <CalendarDateField
          label="Due date"
          {...form.getInputProps('dueDate')}
          onChange={(dueDate) => form.setValues({ dueDate, daysToPay: null })}
        />
        {(enableCurrencies || currency !== usual) && (
          <OptionSelect
            label="Currency"
            required
            options={codes.map((code) => ({ value: code, label: code }))}
            error={form.errors.currency ?? form.errors.erpCurrencyId}
            value={currency}
            onChange={(next) => next && form.setValues(withCurrency(form.values, next as Currency))}
          />
        )}
        {options.entities.length > 0 && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP.entity}
            label="Entity"
            required={options.needsEntity}
            known={optionsOf(options.entities)}
            {...form.getInputProps('erpEntityId')}
          />
        )}
      </FieldPair>
      {invoiceDate && isCalendarDate(invoiceDate) && (
        <Group gap="xs" role="group" aria-label="Days to pay">
          <span>Due after</span>
          {TERMS.map((term) => (
            <Button
              key={term}
              variant={form.values.dueDate === addDays(invoiceDate, term) ? 'light' : 'default'}
              size="compact-sm"
              aria-pressed={form.values.dueDate === addDays(invoiceDate, term)}
              onClick={() => form.setValues({ dueDate: addDays(invoiceDate, term), daysToPay: term })}
            >
              {termText(term)}
            </Button>
          ))}
        </Group>
      )}
      <TextArea label="Description" maxLength={10_000} minRows={2} {...form.getInputProps('description')} />
      <Checkbox
        label="This is a credit"
        description="The vendor owes the company this amount."
        {...form.getInputProps('isCredit', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}

const AccountingFields = ({ form, options }: Pick<BillFieldsProps, 'form' | 'options'>) => {
  const { accountingPeriods, taxCodes, customFields } = options
  return (
    <FieldGroup legend="Accounting">
      <FieldPair>
        {accountingPeriods.length > 0 && (
          <OptionSelect
            label="Accounting period"
            description="The month of the invoice date, if blank."
            options={optionsOf(accountingPeriods)}
            {...form.getInputProps('accountingPeriodId')}
          />
        )}
        {taxCodes.length > 0 && (
          <AsyncOptionSelect
            kind="vendor"
            source={ERP['tax-code']}
            label="Tax code of the bill"
            known={optionsOf(taxCodes)}
            {...form.getInputProps('erpTaxCodeId')}
          />
        )}
        {customFields.map((field) => (
          <FieldOfSystem key={field.scriptId} form={form} path="fields" field={field} />
        ))}
      </FieldPair>
      <Amortization form={form} options={options} label="Amortize the bill" />
    </FieldGroup>
  )
}

const spendSource: { name: string; load: OptionSource } = {
  name: 'spend-request',
  load: async ({ search, first, ids }, signal) => {
    if (ids) return { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
    const query = { filter: 'ALL' as const, ...(search && { search }), ...(first && { first }) }
    const { edges, pageInfo } = await call(spendList.list, { query, signal })
    const optionOf = ({ id, displayName, readableId }: (typeof edges)[number]['node']) => ({
      ...{ value: id, label: `${readableId} ${displayName}` },
    })
    return { edges: edges.map(({ cursor, node }) => ({ cursor, node: optionOf(node) })), pageInfo }
  },
}

const requestSource: { name: string; load: OptionSource } = {
  name: 'intake-request',
  load: async ({ search, first, ids }, signal) => {
    if (ids) return { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
    const query = { include: ['none' as const], ...(search && { search }), ...(first && { first }) }
    const { edges, pageInfo } = await call(requestList.list, { query, signal })
    return {
      edges: edges.map(({ cursor, node }) => ({
        cursor,
        node: { value: node.id, label: `#${node.number} ${node.title}` },
      })),
      pageInfo,
    }
  },
}

const LinkFields = ({ form, bill }: PartProps) => {
  const can = useCan()
  return (
    <FieldGroup legend="People and links">
      {!bill && can('bills.enter-for-others') && (
        <AsyncOptionSelect
          kind="member"
          label="Requester"
          description="Whose purchase it is. Their manager may be asked, and they can’t approve it."
          required
          {...form.getInputProps('createdById')}
        />
      )}
      <AsyncOptionSelect
        multiple
        kind="member"
        label="Watchers"
        description="They can see the bill and get updates. They can’t approve."
        known={(bill?.watchers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('watcherIds')}
      />
      {can('spend-requests.use') && (
        <AsyncOptionSelect
          kind="vendor"
          source={spendSource}
          label="Spend request"
          description="The approved purchase that this bill is for."
          known={known(bill?.spendRequest)}
          {...form.getInputProps('spendRequestId')}
        />
      )}
      {can('requests.use') && (
        <AsyncOptionSelect
          kind="vendor"
          source={requestSource}
          label="Request"
          description="The request that this bill follows from."
          known={known(bill?.intakeSubmission)}
          {...form.getInputProps('intakeSubmissionId')}
        />
      )}
    </FieldGroup>
  )
}
