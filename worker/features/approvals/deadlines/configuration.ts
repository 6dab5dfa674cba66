import { z } from 'zod'
import {
  DEADLINE_MODES,
  type DeadlineSettings,
  saveDeadlineSettings,
} from '../../../../schema/approvals/deadlines/endpoints.ts'
import { callOf, settingsSection, wordsOf } from '../../platform/configuration/index.ts'
import { readDeadlines, saveDeadlines } from './settings.ts'

const modes = wordsOf(DEADLINE_MODES)
const { hours, nudgePercent } = saveDeadlineSettings.body?.shape ?? {}

settingsSection<Omit<DeadlineSettings, 'version'>, { mode: string; businessHours: number; remindAfterPercent: number }>(
  {
    key: 'deadlines',
    title: 'Approval deadlines',
    order: 2,
    access: 'approvals.configure',
    unavailable: 'Nothing is approved here',
    shape: z.strictObject({
      mode: modes.shape,
      businessHours: (hours as NonNullable<typeof hours>).unwrap(),
      remindAfterPercent: (nudgePercent as NonNullable<typeof nudgePercent>).unwrap(),
    }),
    read: async (context) => {
      const { version: _, ...settings } = await callOf(readDeadlines, context, {})
      return settings
    },
    toFile: (raw) => ({ mode: modes.toWord(raw.mode), businessHours: raw.hours, remindAfterPercent: raw.nudgePercent }),
    fromFile: ({ mode, businessHours, remindAfterPercent }) => ({
      mode: modes.fromWord(mode),
      hours: businessHours,
      nudgePercent: remindAfterPercent,
    }),
    write: (context, raw) => callOf(saveDeadlines, context, raw),
  },
)
