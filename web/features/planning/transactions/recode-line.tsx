import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { ApiError, errorMessage } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import classes from './recode.module.css'
import { sendUpdate, type UpdateBody } from './recode-api.ts'
import { REVENUE_CATEGORIES } from './revenue-categories.ts'
import { useRecodeFollowUp } from './use-recode.tsx'

/** The vendor and the category of one transaction, for people who can change them. */

interface RecodeLineProps {
  transaction: TransactionRow
}

const optionOf = (named: { id: string; name: string } | null) => (named ? [{ value: named.id, label: named.name }] : [])

export const RecodeLine = ({ transaction }: RecodeLineProps) => {
  const { id, transactionType, vendor, category, isVendorSet, isCategorySet, version } = transaction
  const [vendorId, setVendorId] = useState(vendor?.id ?? null)
  const [categoryId, setCategoryId] = useState(category?.id ?? null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const { offer, renew } = useRecodeFollowUp()
  const isExpense = transactionType === 'expense'
  const isChanged = vendorId !== (vendor?.id ?? null) || categoryId !== (category?.id ?? null)
  const send = useCommand<UpdateBody, Awaited<ReturnType<typeof sendUpdate>>>({
    run: (body, { commandId }) => sendUpdate(body, commandId),
    onSuccess: ({ recodeId }) => {
      setFaults({})
      setProblem(null)
      offer('Transaction changed', recodeId ? [recodeId] : [])
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
      setFaults(fields)
      // What was chosen stays, over the transaction as it is now.
      if (error instanceof ApiError && error.status === 409) renew()
      setProblem(Object.keys(fields).length > 0 ? null : errorMessage(error))
      return true
    },
  })
  const save = (): void =>
    send.send({
      transactionId: id,
      version,
      ...(vendorId !== (vendor?.id ?? null) && { vendorId }),
      ...(categoryId !== (category?.id ?? null) && {
        [isExpense ? 'spendCategoryId' : 'revenueCategoryId']: categoryId,
      }),
    })
  const giveBack = (field: 'vendor' | 'category'): void =>
    send.send({ transactionId: id, version, fromMapping: [field] })
  return (
    <Stack gap="sm">
      <div className={classes.fields}>
        <div>
          <AsyncOptionSelect
            kind="vendor"
            label="Vendor"
            placeholder="No vendor"
            known={optionOf(vendor)}
            value={vendorId}
            onChange={setVendorId}
            error={faults.vendorId}
          />
          <Origin what="vendor" isSet={isVendorSet} isPending={send.isPending} onGiveBack={() => giveBack('vendor')} />
        </div>
        <div>
          <AsyncOptionSelect
            kind="spend-category"
            {...(!isExpense && { source: REVENUE_CATEGORIES })}
            label={isExpense ? 'Spend category' : 'Revenue category'}
            placeholder="No category"
            known={optionOf(category)}
            value={categoryId}
            onChange={setCategoryId}
            error={faults.spendCategoryId ?? faults.revenueCategoryId}
          />
          <Origin
            what="category"
            isSet={isCategorySet}
            isPending={send.isPending}
            onGiveBack={() => giveBack('category')}
          />
        </div>
      </div>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {isChanged && (
        <Group gap="xs">
          <Button size="compact-md" loading={send.isPending} onClick={save}>
            Save changes
          </Button>
          <Button
            size="compact-md"
            variant="subtle"
            color="gray"
            disabled={send.isPending}
            onClick={() => {
              setVendorId(vendor?.id ?? null)
              setCategoryId(category?.id ?? null)
              setFaults({})
              setProblem(null)
            }}
          >
            Discard
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface OriginProps {
  what: string
  isSet: boolean
  isPending: boolean
  onGiveBack: () => void
}

/** Who decides. */
const Origin = ({ what, isSet, isPending, onGiveBack }: OriginProps) =>
  isSet ? (
    <p className={classes.origin}>
      Set by hand.{' '}
      <Button variant="transparent" size="compact-xs" p={0} disabled={isPending} onClick={onGiveBack}>
        Use {what} from mapping
      </Button>
    </p>
  ) : (
    <p className={classes.origin}>From mapping</p>
  )
