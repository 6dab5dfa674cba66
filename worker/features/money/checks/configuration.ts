import { z } from 'zod'
import { CHECK_MODES, CHECK_RULES, type CheckSettings, checkSettings } from '../../../../schema/money/checks/values.ts'
import { callOf, settingsSection, wordsOf } from '../../platform/configuration/index.ts'
import { readCheckSettings, setCheckSettings } from './settings.ts'

/** What payments are checked for, in a file of configuration. */

const rules = wordsOf(CHECK_RULES)
const modes = wordsOf(CHECK_MODES)
const amount = z.number().min(0).max(10_000_000_000)

const checksFile = z.strictObject({
  checks: z.strictObject(Object.fromEntries(CHECK_RULES.map((rule) => [rules.toWord(rule), modes.shape]))),
  similarWithinDays: z.number(),
  splitBelow: amount,
  splitWithinDays: z.number(),
  firstPaymentFrom: amount,
  detailsWithinDays: z.number(),
  numbersFromBills: z.number(),
  dayStarts: z.string(),
  dayEnds: z.string(),
  offHoursFrom: amount,
  timeZone: z.string().optional(),
})

settingsSection<CheckSettings, z.output<typeof checksFile>>({
  key: 'paymentChecks',
  title: 'Checks of payments',
  order: 71,
  access: 'payments.configure',
  unavailable: 'Payments aren’t turned on here',
  shape: checksFile,
  read: async (context) => (await callOf(readCheckSettings, context, {})).settings,
  toFile: (raw, { amount: major }) => ({
    checks: Object.fromEntries(CHECK_RULES.map((rule) => [rules.toWord(rule), modes.toWord(raw.modes[rule])])),
    similarWithinDays: raw.similarDays,
    splitBelow: major(raw.splitLimit),
    splitWithinDays: raw.splitDays,
    firstPaymentFrom: major(raw.firstPaymentLimit),
    detailsWithinDays: raw.detailsDays,
    numbersFromBills: raw.patternBills,
    dayStarts: raw.dayStart,
    dayEnds: raw.dayEnd,
    offHoursFrom: major(raw.offHoursFrom),
    timeZone: raw.timeZone ?? undefined,
  }),
  fromFile: (file, writing, current) => {
    const settings = {
      modes: Object.fromEntries(
        CHECK_RULES.map((rule) => [rule, modes.fromWord(file.checks[rules.toWord(rule)] ?? 'off')]),
      ),
      similarDays: file.similarWithinDays,
      splitLimit: writing.minor(file.splitBelow, ['splitBelow']),
      splitDays: file.splitWithinDays,
      firstPaymentLimit: writing.minor(file.firstPaymentFrom, ['firstPaymentFrom']),
      detailsDays: file.detailsWithinDays,
      patternBills: file.numbersFromBills,
      dayStart: file.dayStarts,
      dayEnd: file.dayEnds,
      offHoursFrom: writing.minor(file.offHoursFrom, ['offHoursFrom']),
      timeZone: file.timeZone ?? null,
    }
    const parsed = checkSettings.safeParse(settings)
    if (parsed.success) return parsed.data
    for (const { message } of parsed.error.issues) writing.problem([], message)
    return current
  },
  write: (context, raw) => callOf(setCheckSettings, context, raw),
})
