import { Checkbox } from '@mantine/core'
import type { BillFormValues } from '../../../../../schema/money/bills/form-endpoints.ts'
import { requestList } from '../../../../../schema/requests/lists/endpoints.ts'
import { spendList } from '../../../../../schema/spend/spend-requests/list.ts'
import { call } from '../../../../lib/rest.ts'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { AsyncOptionSelect, type OptionSource } from '../../../platform/lookups/index.ts'
import { useCan } from '../../../platform/session/index.ts'
import type { Bill } from '../api.ts'
import type { BillValues } from '../form-values.ts'
import { Amortization, type BillForm, FieldOfSystem, optionsOf } from '../lines/line-extras.tsx'
import { ERP } from '../sources.ts'
import classes from './desk.module.css'
import { Fold } from './fold.tsx'

interface MoreFieldsProps {
  form: BillForm
  options: BillFormValues
  /** The one that is changed. Its names are known. */
  bill: Bill | undefined
}

const known = (one: { id: string; name: string } | null | undefined) =>
  one ? [{ value: one.id, label: one.name }] : []

const spendSource: { name: string; load: OptionSource } = {
  name: 'spend-request',
  load: async ({ search, first, ids }, signal) => {
    if (ids) return { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
    const query = { filter: 'ALL' as const, ...(search && { search }), ...(first && { first }) }
    const { edges, pageInfo } = await call(spendList.list, { query, signal })
    const optionOf = ({ id, displayName, readableId }: (typeof edges)[number]['node']) => ({
      value: id,
      label: `${readableId} ${displayName}`,
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

/** Fields in it, as the form and the server name them. */
const FIELD =
  /^(description|isCredit|amortization|erpAmortization|accountingPeriodId|erpTaxCodeId|fields|erpCustomFieldValues|createdById|watcherIds|spendRequestId|intakeSubmissionId)/

/** What is there, in a few words. */
const summaryOf = (values: BillValues): string =>
  [
    values.description.trim() || 'Description',
    'credit',
    'amortization',
    values.accountingPeriodId ? 'period chosen' : 'period',
    values.watcherIds.length > 0 ? `${values.watcherIds.length} watching` : 'watchers',
    values.spendRequestId ? 'spend request linked' : 'spend request',
    values.intakeSubmissionId ? 'request linked' : 'request',
  ].join(', ')

/** What most bills leave as it is: description, accounting, people and links. */
export const MoreFields = ({ form, options, bill }: MoreFieldsProps) => {
  const can = useCan()
  const { accountingPeriods, taxCodes, customFields } = options
  const { isCredit, amortizationStartDate } = form.values
  const isSpecial = isCredit || amortizationStartDate !== null
  return (
    <Fold
      title="More"
      summary={summaryOf(form.values)}
      isNeeded={isSpecial || customFields.length > 0 || Object.keys(form.errors).some((path) => FIELD.test(path))}
    >
      <div className={classes.row}>
        <Checkbox
          size="xs"
          label="This is a credit"
          description="The vendor owes the company this amount."
          {...form.getInputProps('isCredit', { type: 'checkbox' })}
        />
        <Amortization form={form} options={options} label="Amortize the bill" />
      </div>
      <TextArea label="Description" maxLength={10_000} minRows={1} {...form.getInputProps('description')} />
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
      </FieldPair>
    </Fold>
  )
}
