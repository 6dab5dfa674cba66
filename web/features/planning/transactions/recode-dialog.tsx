import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiError, errorMessage } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { type RecodeBody, sendRecode } from './recode-api.ts'
import { RecodeProgress } from './recode-progress.tsx'
import { REVENUE_CATEGORIES } from './revenue-categories.ts'
import { transactionsText, useRecodeFollowUp } from './use-recode.tsx'

/** Changes the vendor or the category of several transactions: chosen ones, or all that match the list's filters. */

export type RecodeType = 'expense' | 'revenue'

interface RecodeDialogProps {
  type: RecodeType
  /** Which ones. */
  of: Pick<RecodeBody, 'transactionIds' | 'filters'>
  /** How many, if it is known. */
  count: number | null
  onClose: () => void
  /** Once it is done, or a job does it. */
  onDone: () => void
}

type How = 'KEEP' | 'SET' | 'NONE' | 'MAPPING'

const howOptions = (noun: string) => [
  { value: 'KEEP', label: 'No change' },
  { value: 'SET', label: `Set ${noun}` },
  { value: 'NONE', label: `No ${noun}` },
  { value: 'MAPPING', label: 'From mapping' },
]

interface Choice {
  how: How
  id: string | null
}
const NOTHING: Choice = { how: 'KEEP', id: null }

const given = ({ how, id }: Choice, field: string): Record<string, string | null> => {
  if (how === 'SET') return { [field]: id }
  return how === 'NONE' ? { [field]: null } : {}
}

const bodyOf = (type: RecodeType, vendor: Choice, category: Choice): Partial<RecodeBody> => {
  const fromMapping = [
    ...(vendor.how === 'MAPPING' ? (['vendor'] as const) : []),
    ...(category.how === 'MAPPING' ? (['category'] as const) : []),
  ]
  return {
    ...given(vendor, 'vendorId'),
    ...given(category, type === 'expense' ? 'spendCategoryId' : 'revenueCategoryId'),
    ...(fromMapping.length > 0 && { fromMapping }),
  }
}

interface ChoiceFieldProps {
  label: string
  noun: string
  value: Choice
  onChange: (next: Choice) => void
  error: string | undefined
  kind: 'vendor' | 'spend-category'
  source?: typeof REVENUE_CATEGORIES
}

const ChoiceField = ({ label, noun, value, onChange, error, kind, source }: ChoiceFieldProps) => (
  <Stack gap={6}>
    <OptionSelect
      label={label}
      required
      options={howOptions(noun)}
      value={value.how}
      onChange={(how) => onChange({ how: (how ?? 'KEEP') as How, id: value.id })}
      error={value.how === 'SET' ? undefined : error}
    />
    {value.how === 'SET' && (
      <AsyncOptionSelect
        kind={kind}
        {...(source && { source })}
        aria-label={`New ${noun}`}
        placeholder={`Choose a ${noun}`}
        value={value.id}
        onChange={(id) => onChange({ ...value, id })}
        error={error}
      />
    )}
  </Stack>
)

export const RecodeDialog = ({ type, of, count, onClose, onDone }: RecodeDialogProps) => {
  const [vendor, setVendor] = useState(NOTHING)
  const [category, setCategory] = useState(NOTHING)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const { offer, renew } = useRecodeFollowUp()
  const send = useCommand<RecodeBody, Awaited<ReturnType<typeof sendRecode>>>({
    run: (body, { commandId }) => sendRecode(body, commandId),
    onSuccess: ({ recodeId, state, total }) => {
      if (state === 'RUNNING' && recodeId) {
        setJobId(recodeId)
        renew()
        return
      }
      offer(`${transactionsText(total)} changed`, recodeId ? [recodeId] : [])
      onDone()
      onClose()
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      setFaults(fields)
      setProblem(Object.keys(fields).some((field) => field in KNOWN) ? null : errorMessage(error))
      return true
    },
  })
  const submit = (): void => {
    const missing = {
      ...(vendor.how === 'SET' && !vendor.id && { vendorId: 'Choose a vendor' }),
      ...(category.how === 'SET' && !category.id && { spendCategoryId: 'Choose a category' }),
      ...(vendor.how === 'KEEP' && category.how === 'KEEP' && { vendorId: 'Choose what to change' }),
    }
    setFaults(missing)
    setProblem(null)
    if (Object.keys(missing).length === 0) send.send({ ...of, ...bodyOf(type, vendor, category) })
  }
  const counted = count === null ? 'all matching transactions' : transactionsText(count)
  return (
    <Dialog opened onClose={onClose} title={jobId ? 'Changing transactions' : `Change ${counted}`}>
      {jobId ? (
        <Stack>
          <RecodeProgress recodeId={jobId} onDone={onDone} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack>
            <ChoiceField
              label="Vendor"
              noun="vendor"
              kind="vendor"
              value={vendor}
              onChange={setVendor}
              error={faults.vendorId}
            />
            <ChoiceField
              label={type === 'expense' ? 'Spend category' : 'Revenue category'}
              noun="category"
              kind="spend-category"
              {...(type === 'revenue' && { source: REVENUE_CATEGORIES })}
              value={category}
              onChange={setCategory}
              error={faults.spendCategoryId ?? faults.revenueCategoryId}
            />
            <p>
              What you set stays when the books are read again or mappings change. “From mapping” lets the mapping
              decide again. You can undo this.
            </p>
            {problem && (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={send.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending}>
                Change {counted}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

const KNOWN = { vendorId: 1, spendCategoryId: 1, revenueCategoryId: 1 }
