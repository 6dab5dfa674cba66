import { Button, FileButton, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { importPlan, type PlanPreview } from '../../../../schema/planning/plans/endpoints.ts'
import { monthsOfTable } from '../../../../schema/planning/plans/table-months.ts'
import { MOST_TABLE_BYTES, TABLE_TOO_LONG } from '../../../../schema/planning/plans/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to, useGo } from '../../../lib/address.ts'
import { ApiError } from '../../../lib/errors.ts'
import { formatNumber, todayIn } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { KINDS, kindsOf, PLANS, planHref } from './address.ts'
import { planKeys, preview, readPlan, sendImport } from './api.ts'
import classes from './plans.module.css'

const EXAMPLE = 'Department\tVendor\tCategory\t2027-01\t2027-02\nEngineering\tAcme\tSoftware\t1200\t1200'

interface Values {
  name: string
  description: string
  startYearMonth: string
  endYearMonth: string
  table: string
}

const keyOf = ({ startYearMonth, endYearMonth, table }: Values): string =>
  JSON.stringify([startYearMonth, endYearMonth, table])

/** A budget from a spreadsheet: it is checked before anything is made. */
export const ImportPlanPage = () => {
  const go = useGo()
  const year = todayIn().slice(0, 4)
  const [checked, setChecked] = useState<{ key: string; result: PlanPreview } | null>(null)
  const { form, send, isPending, isSuccess } = useEndpointForm(importPlan, {
    initial: {
      name: '',
      description: '',
      startYearMonth: `${year}-01`,
      endYearMonth: `${year}-12`,
      table: '',
    } as Values,
    run: (body, { commandId }) => sendImport(body, commandId),
    success: ({ lines }) => `${formatNumber(lines)} ${lines === 1 ? 'line' : 'lines'} imported`,
    invalidates: [planKeys.all],
    onSuccess: async ({ id }) => {
      draft.finish()
      const { fields } = await readPlan(id)
      const [first] = kindsOf(fields)
      go.to(first ? KINDS[first].step(id) : planHref(id), { unasked: true })
    },
  })
  const draft = useFormDraft(form, { name: 'plan.import', isSent: isSuccess })
  useLeaveGuard(form.isDirty() && !isSuccess)
  const check = useCommand<Values, PlanPreview>({
    run: ({ startYearMonth, endYearMonth, table }) => preview({ startYearMonth, endYearMonth, table }),
    form,
    onSuccess: (result, values) => setChecked({ key: keyOf(values), result }),
    onError: (error) => {
      setChecked(null)
      return error instanceof ApiError && Boolean(error.fields)
    },
  })
  const { values } = form
  const current = checked?.key === keyOf(values) ? checked.result : null
  const canImport = current !== null && current.faultCount === 0 && current.lines > 0
  // Those of the table, until the person chooses others.
  const areMonthsChosen = useRef(false)
  const chooseMonth = (field: 'startYearMonth' | 'endYearMonth', month: string | null | undefined): void => {
    areMonthsChosen.current = true
    form.setFieldValue(field, month ?? '')
  }
  const takeTable = (table: string): void => {
    const months = areMonthsChosen.current ? null : monthsOfTable(table)
    form.setValues({ table, ...(months && { startYearMonth: months.first, endYearMonth: months.last }) })
  }
  const readFile = async (file: File | null): Promise<void> => {
    if (!file) return
    if (file.size > MOST_TABLE_BYTES) form.setFieldError('table', TABLE_TOO_LONG)
    else if (/\.xlsx?$/i.test(file.name)) toastError('This is an Excel workbook. Save it as CSV and choose that file.')
    else {
      try {
        takeTable(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
      } catch {
        toastError(
          'The file is not in UTF-8, so some letters would be wrong. Save it as CSV UTF-8 and choose that file.',
        )
        return
      }
      if (!values.name) form.setFieldValue('name', file.name.replace(/\.\w+$/, '').slice(0, 120))
    }
  }
  return (
    <>
      <PageHeader
        title="Import plan"
        subtitle="A table with a column for each month, or with the columns Month and Amount. Other columns name the department, business unit, category, location and vendor. A column Type tells revenue from expenses."
        breadcrumbs={[PLANS]}
      />
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((given) => (canImport ? send(given) : check.send(given)))}
      >
        <DraftNotice draft={draft} />
        <TextField label="Name" required maxLength={120} {...form.getInputProps('name')} />
        <TextArea label="Description" minRows={2} maxLength={2000} {...form.getInputProps('description')} />
        <FieldPair>
          <MonthField
            label="First month"
            required
            value={values.startYearMonth || null}
            onChange={(month) => chooseMonth('startYearMonth', month)}
            error={form.errors.startYearMonth}
          />
          <MonthField
            label="Last month"
            required
            value={values.endYearMonth || null}
            onChange={(month) => chooseMonth('endYearMonth', month)}
            error={form.errors.endYearMonth}
          />
        </FieldPair>
        <TextArea
          label="Table"
          required
          description="Copy the cells in your spreadsheet and paste them here, with the row that names the columns."
          placeholder={EXAMPLE}
          minRows={8}
          maxRows={14}
          spellCheck={false}
          className={classes.tableField ?? ''}
          {...form.getInputProps('table')}
          onChange={(event) => takeTable(event.currentTarget.value)}
        />
        <Group justify="space-between" gap="xs">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            onChange={(file) => void readFile(file)}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Choose CSV file
              </Button>
            )}
          </FileButton>
          <Group gap="xs">
            <Button variant="subtle" color="gray" component={AppLink} href={to('/budget-tracking/budgets')}>
              Cancel
            </Button>
            <Button type="submit" loading={check.isPending || isPending}>
              {canImport ? 'Import plan' : 'Check'}
            </Button>
          </Group>
        </Group>
        <div aria-live="polite">{current && <Checked result={current} />}</div>
      </form>
    </>
  )
}

const Checked = ({ result }: { result: PlanPreview }) => {
  const { faults, faultCount, rows, lines, items, totals, leftOut } = result
  if (faultCount > 0)
    return (
      <section className={classes.checked} aria-label="What is wrong">
        <h2 className={classes.heading}>
          {formatNumber(faultCount)} {faultCount === 1 ? 'thing' : 'things'} to correct
        </h2>
        <table className={classes.faults}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td>{row}</td>
                <td>{column ?? ''}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {faultCount > faults.length && (
          <p className={classes.note}>
            The first {faults.length} are shown. Nothing is imported until all are corrected.
          </p>
        )}
      </section>
    )
  if (lines === 0) return <p className={classes.note}>The table has no amounts.</p>
  return (
    <section className={classes.checked} aria-label="What will be imported">
      <h2 className={classes.heading}>
        {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}, nothing to correct
      </h2>
      <dl className={classes.found}>
        {totals.expense && (
          <>
            <dt>Expenses</dt>
            <dd>{formatMoney(totals.expense)}</dd>
          </>
        )}
        {totals.revenue && (
          <>
            <dt>Revenue</dt>
            <dd>{formatMoney(totals.revenue)}</dd>
          </>
        )}
        {items.map(({ kind, count, examples }) => (
          <Found key={kind} title={KINDS[kind].title} count={count} examples={examples} />
        ))}
        {leftOut.length > 0 && (
          <>
            <dt>Left out</dt>
            <dd>{leftOut.join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

const Found = ({ title, count, examples }: { title: string; count: number; examples: readonly string[] }) => (
  <>
    <dt>{title}</dt>
    <dd>
      {formatNumber(count)}: {examples.join(', ')}
      {count > examples.length && ' …'}
    </dd>
  </>
)
