import type { UseFormReturnType } from '@mantine/form'
import { MOST_LINES } from '../../../../schema/spend/spend-requests/content.ts'
import { FormLines } from '../../../ui/grid/form-lines.tsx'
import { amountColumn, shownColumns, textColumn } from '../../../ui/grid/line-columns.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { sourceOfKind, useLookupColumn } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { type LineValues, nextLine, type SpendValues, totalOf } from './form-values.ts'
import classes from './spend.module.css'

const CATEGORIES = sourceOfKind('spend-category')
const DEPARTMENTS = sourceOfKind('department')
const BUSINESS_UNITS = sourceOfKind('business-unit')
const ENTITIES = sourceOfKind('entity')

const useLineColumns = ({ lines, currency }: Pick<SpendValues, 'lines' | 'currency'>) => {
  const { enableBusinessUnits, enableEntities } = useCompany()
  const category = useLookupColumn('categoryId', 'Category', CATEGORIES, lines)
  const department = useLookupColumn('departmentId', 'Department', DEPARTMENTS, lines)
  const businessUnit = useLookupColumn('businessUnitId', 'Business unit', BUSINESS_UNITS, lines)
  const entity = useLookupColumn('entityId', 'Entity', ENTITIES, lines)
  return shownColumns<LineValues>([
    textColumn('description', 'Description', 2000),
    { ...category, required: true },
    { ...department, required: true },
    enableBusinessUnits && businessUnit,
    enableEntities && entity,
    amountColumn(currency),
  ])
}

/** The lines of a spend request and their total. */
export const LinesFields = ({ form }: { form: UseFormReturnType<SpendValues> }) => (
  <FormLines
    form={form}
    columns={useLineColumns(form.values)}
    nextLine={nextLine}
    most={MOST_LINES}
    total={
      <>
        <span className={classes.dim}>Total</span>{' '}
        <strong>
          <MoneyText money={totalOf(form.values)} />
        </strong>
      </>
    }
  />
)
