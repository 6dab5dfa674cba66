import { z } from 'zod'
import { calendarDate, id, requiredText } from '../../shared/values.ts'
import { amortizationFaults } from './amortization.ts'
import { billAmount, bookedLinesInput } from './endpoints.ts'

/** Where an approved bill is booked (specification 3 §7.6, design of money): changed without new approvals. */

/** Forms send nothing as an empty text. */
const given = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => undefined), schema])
    .nullish()
    .transform((value) => value ?? undefined)

export const billEntryChange = z
  .object({
    /** The bill, or its entry for the accounting system. */
    id,
    /** What the bill says. Another value needs new approvals, so it is refused. */
    invoiceNumber: requiredText(100).optional(),
    invoiceId: given(id),
    invoiceDate: calendarDate.optional(),
    totalAmount: billAmount.optional(),
    erpEntityId: given(id),
    /** All lines: they add up to the bill's total. A line can be divided. */
    lines: bookedLinesInput,
    /** The `entryRevision` that was read. Without it the last write wins. */
    version: z.number().int().min(0).optional(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of value.lines.flatMap((line, at) => amortizationFaults(line, ['lines', at])))
      issues.push({ code: 'custom', input: value, path, message })
  })
export type BillEntryChange = z.output<typeof billEntryChange>
