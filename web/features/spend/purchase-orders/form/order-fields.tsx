import type { UseFormReturnType } from '@mantine/form'
import { CURRENCIES, type Currency } from '../../../../../schema/shared/money.ts'
import type { Option } from '../../../../../schema/shared/values.ts'
import type { OrderOption } from '../../../../../schema/spend/purchase-orders/endpoints.ts'
import { Select } from '../../../../ui/choices/select.tsx'
import { CalendarDateField } from '../../../../ui/fields/calendar-date-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { linesIn } from '../../../../ui/grid/line-columns.ts'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { OrderLinesFields } from './order-lines.tsx'
import { KINDS, sourceOf } from './order-sources.ts'
import type { OrderValues } from './order-values.ts'

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
    kind={KINDS[kind]}
    source={sourceOf(kind, isInBooks)}
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
          <Select
            label="Currency"
            allowDeselect={false}
            data={[...CURRENCIES]}
            {...form.getInputProps('currency')}
            onChange={(next) => {
              if (next)
                form.setValues({ currency: next as Currency, lines: linesIn(lines, currency, next as Currency) })
            }}
          />
        )}
      </FieldPair>
      <TextField label="Memo" maxLength={2000} {...form.getInputProps('memo')} />
      <OrderLinesFields form={form} isInBooks={isInBooks} known={known} />
    </>
  )
}
