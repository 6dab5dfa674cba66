import { Button, Checkbox, Group, Text } from '@mantine/core'
import { cutSpendRequest } from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { type SpendRequest, spendKeys } from './api.ts'
import classes from './spend.module.css'

interface CutDialogProps {
  spend: SpendRequest
  /** The step for which the person decides. */
  blockId: string
  onClose: () => void
}

interface CutValues {
  reason: string
  /** Null stands for no amount. */
  lines: { id: string; amount: number | null; isRejected: boolean }[]
}

const LESS = 'Enter less than the amount requested'

/** An approver takes something from lines, with a reason. */
export const CutDialog = ({ spend, blockId, onClose }: CutDialogProps) => {
  const lines = spend.spendRequestLines.filter(({ cut }) => !cut?.isRejected)
  const { currency } = spend.estimatedCost
  const before = (index: number): number => lines[index]?.estimatedCost.value ?? 0
  const { form, submit, isPending } = useEndpointForm(cutSpendRequest, {
    params: { id: spend.id },
    initial: {
      reason: '',
      lines: lines.map(({ id, estimatedCost }) => ({ id, amount: estimatedCost.value, isRejected: false })),
    } as CutValues,
    toBody: ({ reason, lines: entered }) => ({
      reason,
      levelGroupStatusId: blockId,
      seenVersion: spend.version,
      lines: entered
        .filter(({ amount, isRejected }, index) => isRejected || amount !== before(index))
        .map(({ id, amount, isRejected }) => ({ id, ...(!isRejected && { amount: amount ?? 0 }) })),
    }),
    fields: { lines: 'cuts' },
    // What is wrong with the cuts as a whole is said below them.
    nodeOf: (field) => (field === 'cuts' ? document.querySelector(`.${classes.cuts} input`) : null),
    moreFaults: ({ lines: entered }) =>
      Object.fromEntries(
        entered.flatMap(({ amount, isRejected }, index) => {
          if (isRejected || amount === before(index)) return []
          const fault = !amount ? 'To remove the whole amount, reject the line' : amount > before(index) ? LESS : null
          return fault ? [[`lines.${index}.amount`, fault]] : []
        }),
      ),
    success: 'Lines saved',
    invalidates: [spendKeys.one(spend.id)],
    onSuccess: onClose,
  })
  const isFaultOfLine = Object.keys(form.errors).some((path) => path.startsWith('lines.'))
  const left = form.values.lines.reduce((sum, { amount, isRejected }) => sum + (isRejected ? 0 : (amount ?? 0)), 0)
  return (
    <Dialog opened onClose={onClose} title="Reduce or reject lines" size="lg">
      <form onSubmit={submit} noValidate>
        <Text mb="md">
          Lower an amount or reject a line. The requester sees what you cut and why, approvals are planned again from
          what is left, and you can then approve it.
        </Text>
        <ul className={classes.cuts}>
          {lines.map((line, index) => {
            const name = `Line ${spend.spendRequestLines.indexOf(line) + 1}`
            const path = `lines.${index}`
            const { value: _, onChange, ...amount } = form.getInputProps(`${path}.amount`)
            const entered = form.values.lines[index]
            return (
              <li key={line.id}>
                <p className={classes.cutName}>
                  <strong>{name}</strong> {line.description || line.category.name},{' '}
                  <MoneyText money={line.estimatedCost} />
                </p>
                <div className={classes.cutFields}>
                  <MoneyField
                    label={`${name}: amount that is left`}
                    {...amount}
                    disabled={entered?.isRejected ?? false}
                    defaultCurrency={currency}
                    value={entered?.amount == null ? null : { value: entered.amount, currency }}
                    onChange={(money) => onChange(money?.value ?? null)}
                  />
                  <Checkbox
                    label={`Reject ${name.toLowerCase()}`}
                    {...form.getInputProps(`${path}.isRejected`, { type: 'checkbox' })}
                  />
                </div>
              </li>
            )
          })}
        </ul>
        <RunningTotal className={classes.total}>
          <span className={classes.dim}>Left of</span> <MoneyText money={spend.estimatedCost} />:{' '}
          <strong>
            <MoneyText money={{ value: left, currency }} />
          </strong>
        </RunningTotal>
        <TextArea
          mt="md"
          label="Reason"
          description="The requester reads it."
          required
          maxLength={2000}
          minRows={2}
          {...form.getInputProps('reason')}
        />
        {form.errors.cuts && !isFaultOfLine && (
          <p className={classes.error} role="alert">
            {form.errors.cuts}
          </p>
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save lines
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
