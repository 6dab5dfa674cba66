import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { MOST_ORDER_LINES, type OrderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import {
  type completeOrderTask,
  type OrderOption,
  orderOptions,
} from '../../../../schema/spend/purchase-orders/endpoints.ts'
import type { BodyOf } from '../../../lib/rest.ts'
import { call } from '../../../lib/rest.ts'
import { Select } from '../../../ui/choices/select.tsx'
import type { Draft } from '../../../ui/endpoint-form.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RemoveLine } from '../../../ui/remove-line.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import classes from './orders.module.css'

/** What an order says, in a form. */

interface LineValues {
  key: string
  id: string | undefined
  description: string
  amount: number | null
  account: string | null
  department: string | null
  classification: string | null
  location: string | null
}

export interface OrderValues {
  vendorId: string | null
  erpVendorId: string | null
  erpEntityId: string | null
  entityId: string | null
  departmentId: string | null
  classificationId: string | null
  locationId: string | null
  currency: Currency
  transactionDate: string | null
  memo: string
  lines: LineValues[]
}

/** @param isInBooks an accounting system gets it */
export const valuesOf = (content: OrderContent, isInBooks: boolean): OrderValues => ({
  vendorId: content.vendor?.id ?? null,
  erpVendorId: content.erpVendor?.id ?? null,
  erpEntityId: isInBooks ? (content.entity?.id ?? null) : null,
  entityId: isInBooks ? null : (content.entity?.id ?? null),
  departmentId: content.department?.id ?? null,
  classificationId: content.classification?.id ?? null,
  locationId: content.location?.id ?? null,
  ...{ currency: content.currency, transactionDate: content.transactionDate, memo: content.memo },
  lines: content.lines.map((line) => ({
    ...{ key: line.id, id: line.id, description: line.description, amount: line.amount || null },
    ...{ account: line.account?.id ?? null, department: line.department?.id ?? null },
    ...{ classification: line.classification?.id ?? null, location: line.location?.id ?? null },
  })),
})

export const bodyOf = ({ lines, ...values }: OrderValues): Draft<BodyOf<typeof completeOrderTask>> => ({
  ...values,
  lines: lines.map(({ key: _, id, ...line }) => ({ ...line, ...(id && { id }) })),
})

/** The names that came with the values, so that they show before any list is loaded. */
export const knownOptions = (content: OrderContent): Option[] =>
  [
    ...[
      content.vendor,
      content.erpVendor,
      content.entity,
      content.department,
      content.classification,
      content.location,
    ],
    ...content.lines.flatMap((line) => [line.account, line.department, line.classification, line.location]),
  ].flatMap((ref) => (ref ? [{ value: ref.id, label: ref.name }] : []))

/** Without an accounting system, orders name the company's own. */
const OWN: Record<OrderOption, OptionKind> = {
  ...{ vendor: 'vendor', account: 'spend-category', entity: 'entity', department: 'department' },
  ...{ classification: 'business-unit', location: 'location' },
}

interface RefFieldProps {
  form: UseFormReturnType<OrderValues>
  path: string
  kind: OrderOption
  label: string
  required?: boolean
  isInBooks: boolean
  known: Option[]
}

const RefField = ({ form, path, kind, label, required = false, isInBooks, known }: RefFieldProps) => (
  <AsyncOptionSelect
    kind={OWN[kind]}
    {...(isInBooks && {
      source: {
        name: `purchase-order-${kind}`,
        load: (query, signal) => call(orderOptions, { params: { kind }, query, signal }),
      },
    })}
    known={known}
    label={label}
    required={required}
    {...form.getInputProps(path)}
  />
)

interface OrderFieldsProps {
  form: UseFormReturnType<OrderValues>
  /** The accounting system that gets it. */
  system: string | null
  known: Option[]
}

export const OrderFields = ({ form, system, known }: OrderFieldsProps) => {
  const { enableEntities, enableBusinessUnits, enableCurrencies } = useCompany()
  const isInBooks = system !== null
  const shared = { form, isInBooks, known }
  const { lines, currency } = form.values
  const total = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const withClass = isInBooks || enableBusinessUnits
  const classLabel = isInBooks ? 'Class' : 'Business unit'
  return (
    <>
      <FieldPair>
        {isInBooks ? (
          <RefField {...shared} path="erpVendorId" kind="vendor" label={`Vendor in ${system}`} required />
        ) : (
          <RefField {...shared} path="vendorId" kind="vendor" label="Vendor" required />
        )}
        <CalendarDateField label="Order date" required {...form.getInputProps('transactionDate')} />
        {(isInBooks || enableEntities) && (
          <RefField {...shared} path={isInBooks ? 'erpEntityId' : 'entityId'} kind="entity" label="Entity" />
        )}
        <RefField {...shared} path="departmentId" kind="department" label="Department" />
        {withClass && <RefField {...shared} path="classificationId" kind="classification" label={classLabel} />}
        <RefField {...shared} path="locationId" kind="location" label="Location" />
        {enableCurrencies && (
          <Select label="Currency" allowDeselect={false} data={[...CURRENCIES]} {...form.getInputProps('currency')} />
        )}
      </FieldPair>
      <TextField label="Memo" maxLength={2000} {...form.getInputProps('memo')} />
      {lines.map((line, index) => {
        const path = `lines.${index}`
        const { value: _, onChange, ...amount } = form.getInputProps(`${path}.amount`)
        return (
          <FieldGroup key={line.key} legend={`Line ${index + 1}`}>
            <FieldPair>
              <MoneyField
                key={currency}
                label="Amount"
                required
                {...amount}
                defaultCurrency={currency}
                value={line.amount === null ? null : { value: line.amount, currency }}
                onChange={(money) => onChange(money?.value ?? null)}
              />
              <TextField label="Description" maxLength={2000} {...form.getInputProps(`${path}.description`)} />
              <RefField
                {...shared}
                path={`${path}.account`}
                kind="account"
                label={isInBooks ? 'Account' : 'Spend category'}
                required={isInBooks}
              />
              <RefField {...shared} path={`${path}.department`} kind="department" label="Department of the line" />
              {withClass && (
                <RefField
                  {...shared}
                  path={`${path}.classification`}
                  kind="classification"
                  label={`${classLabel} of the line`}
                />
              )}
              <RefField {...shared} path={`${path}.location`} kind="location" label="Location of the line" />
            </FieldPair>
            {lines.length > 1 && <RemoveLine number={index + 1} onRemove={() => form.removeListItem('lines', index)} />}
          </FieldGroup>
        )
      })}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_ORDER_LINES}
          onClick={() => form.insertListItem('lines', nextLine(lines))}
        >
          Add line
        </Button>
        <RunningTotal className={classes.total}>
          Total{' '}
          <strong>
            <MoneyText money={{ value: total, currency }} />
          </strong>
        </RunningTotal>
      </Group>
    </>
  )
}

/** Another line, on the same account as the last one. */
const nextLine = (lines: readonly LineValues[]): LineValues => {
  const { account = null, department = null, classification = null, location = null } = lines.at(-1) ?? {}
  return {
    ...{ key: crypto.randomUUID(), id: undefined, description: '', amount: null },
    ...{ account, department, classification, location },
  }
}
