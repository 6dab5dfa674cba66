import { Button, Checkbox, Group } from '@mantine/core'
import type { BillFormValues } from '../../../../../schema/money/bills/form-endpoints.ts'
import { TERM_DAYS } from '../../../../../schema/money/payments/schedule.ts'
import { addDays } from '../../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../../schema/shared/values.ts'
import { CalendarDateField } from '../../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../../ui/fields/money-field.tsx'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import type { Bill } from '../api.ts'
import { type BillValues, withCurrency, withInvoiceDate, withTotal } from '../form-values.ts'
import { type BillForm, optionsOf } from '../lines/line-extras.tsx'
import { LinesFields } from '../lines/lines-fields.tsx'
import { OrderFields } from '../order-fields.tsx'
import { ERP } from '../sources.ts'
import { Approvers } from './approvers.tsx'
import classes from './desk.module.css'
import { MoreFields } from './more-fields.tsx'

interface BillFieldsProps {
  form: BillForm
  options: BillFormValues
  /** The one that is changed. Its names are known. */
  bill?: Bill
}

const known = (one: { id: string; name: string } | null | undefined) =>
  one ? [{ value: one.id, label: one.name }] : []

type PartProps = Pick<BillFieldsProps, 'form'> & { bill?: Bill | undefined }

/** Everything of a bill but its invoice: what it says in two rows, its lines, and the rest as a line that unfolds. */
export const BillFields = ({ form, options, bill }: BillFieldsProps) => (
  <>
    <div className={classes.head}>
      <VendorFields form={form} bill={bill} />
      <InvoiceFields form={form} options={options} />
    </div>
    <TermsRow form={form} />
    <OrderFields form={form} billId={bill?.id} />
    <LinesFields form={form} options={options} billId={bill?.id} />
    <Approvers form={form} options={options} id={bill?.id} />
    <MoreFields form={form} options={options} bill={bill} />
  </>
)

const VendorFields = ({ form, bill }: PartProps) => {
  const { isNewVendor } = form.values
  const setNew = (isNew: boolean): void =>
    form.setValues({ isNewVendor: isNew, ...(isNew && { erpVendorId: null }) } as BillValues)
  if (isNewVendor) return <NewVendorFields form={form} onChoose={() => setNew(false)} />
  return (
    <div className={classes.wide}>
      <AsyncOptionSelect
        kind="vendor"
        source={ERP.vendor}
        label="Vendor"
        required
        known={known(bill?.erpVendor)}
        {...form.getInputProps('erpVendorId')}
      />
      {!bill && (
        <Button className={classes.beside ?? ''} variant="subtle" size="compact-xs" onClick={() => setNew(true)}>
          The vendor isn’t in the list
        </Button>
      )}
    </div>
  )
}

const NewVendorFields = ({ form, onChoose }: Pick<BillFieldsProps, 'form'> & { onChoose: () => void }) => {
  const { shouldCreateVendor, isAnotherVendor } = form.values
  return (
    <fieldset className={`${classes.fields} ${classes.wide}`} aria-label="New vendor">
      <TextField label="Name" required maxLength={200} {...form.getInputProps('newErpVendorName')} />
      <Button className={classes.beside ?? ''} variant="subtle" size="compact-xs" onClick={onChoose}>
        Choose from the list
      </Button>
      <TextField label="Email" type="email" maxLength={254} {...form.getInputProps('newErpVendorEmail')} />
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
    </fieldset>
  )
}

const TERMS = Object.values(TERM_DAYS).filter((days) => days !== null)
const termText = (days: number): string => (days === 0 ? 'On receipt' : `${days} days`)

const InvoiceFields = ({ form, options }: Pick<BillFieldsProps, 'form' | 'options'>) => {
  const { enableCurrencies, currency: usual } = useCompany()
  const { currency, totalAmount } = form.values
  const symbols = options.currencies.map(({ symbol }) => symbol)
  const codes = CURRENCIES.filter((code) => symbols.length === 0 || symbols.includes(code) || code === currency)
  const { value: _, onChange: __, ...total } = form.getInputProps('totalAmount')
  return (
    <>
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
      {options.entities.length > 0 && (
        <div className={classes.entity}>
          <AsyncOptionSelect
            kind="vendor"
            source={ERP.entity}
            label="Entity"
            required={options.needsEntity}
            known={optionsOf(options.entities)}
            {...form.getInputProps('erpEntityId')}
          />
        </div>
      )}
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
    </>
  )
}

/** A due date by a click. */
const TermsRow = ({ form }: Pick<BillFieldsProps, 'form'>) => {
  const { invoiceDate } = form.values
  if (!invoiceDate || !isCalendarDate(invoiceDate)) return null
  return (
    <Group gap={6} role="group" aria-label="Days to pay" className={classes.row ?? ''}>
      <span>Due after</span>
      {TERMS.map((term) => (
        <Button
          key={term}
          variant={form.values.dueDate === addDays(invoiceDate, term) ? 'light' : 'default'}
          size="compact-xs"
          aria-pressed={form.values.dueDate === addDays(invoiceDate, term)}
          onClick={() => form.setValues({ dueDate: addDays(invoiceDate, term), daysToPay: term })}
        >
          {termText(term)}
        </Button>
      ))}
    </Group>
  )
}
