import { Input } from '@mantine/core'
import { ORDER_FIELDS, type OrderField } from '../../../../schema/approvals/workflows/definition.ts'
import { fitsOrderField, ORDER_FIELD_LABELS } from '../../../../schema/requests/workflows/order-mappings.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import type { TaskSettingsProps } from '../../approvals/tasks/index.ts'

const USUAL = ''
const GONE = 'A deleted question'
/** What fills a field in without a question of its own. */
const OF_REQUEST: Partial<Record<OrderField, string>> = {
  ...{ vendor: 'The request’s vendor', amount: 'The request’s amount', description: 'The request’s title' },
  ...{ memo: 'The request’s title', transactionDate: 'The day it is created', account: 'The request’s category' },
  ...{ entity: 'The request’s entity', department: 'The request’s department' },
  classification: 'The request’s business unit',
}

/** Which answers fill the order in. The person who creates it can change them. */
export const OrderTaskSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const { mappings } = rule.settings.purchaseOrder ?? { mappings: {} }
  const questions = form.steps.flatMap((step) => step.questions)
  const set = (field: OrderField, questionId: string | null): void => {
    const { [field]: _, ...rest } = mappings
    onChange({ purchaseOrder: { mappings: questionId ? { ...rest, [field]: questionId } : rest } }, null)
  }
  return (
    <Input.Wrapper
      label="Filled in from the answers"
      labelElement="div"
      description="Lines come from the request’s spend request. Mappings turn the company’s vendors, categories and units into those of the accounting system. Without anyone responsible, a complete order is created automatically."
      inputWrapperOrder={['label', 'description', 'input']}
    >
      <FieldPair>
        {ORDER_FIELDS.map((field) => {
          const chosen = mappings[field]
          const fitting = questions.filter(({ type }) => fitsOrderField(field, type))
          const isGone = chosen !== undefined && !fitting.some(({ id }) => id === chosen)
          const data = [
            { value: USUAL, label: OF_REQUEST[field] ?? 'Entered manually' },
            ...fitting.map(({ id, label }) => ({ value: id, label: label || 'Untitled question' })),
            ...(isGone ? [{ value: chosen, label: GONE }] : []),
          ]
          return (
            <Select
              key={field}
              label={ORDER_FIELD_LABELS[field]}
              data={data}
              searchable={data.length > 8}
              allowDeselect={false}
              error={isGone ? 'Choose another question' : undefined}
              value={chosen ?? USUAL}
              onChange={(next) => set(field, next)}
            />
          )
        })}
      </FieldPair>
    </Input.Wrapper>
  )
}
